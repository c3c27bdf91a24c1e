import { pictureTests } from '../host/pictureTests.ts';
import { tabStates } from '../states/tabStates.ts';

pictureTests(tabStates);
