import { pictureTests } from '../host/pictureTests.ts';
import { reviewStates } from '../states/reviewStates.ts';

pictureTests(reviewStates);
