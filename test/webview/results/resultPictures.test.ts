import { pictureTests } from '../host/pictureTests.ts';
import { resultStates } from '../states/resultStates.ts';

pictureTests(resultStates);
