import type { Translate } from '../text/translate.ts';
import type { ScoreStep, ScoreStory } from './scoreSteps.ts';

/** `Use (LTP) +.406`. */
export const stepSentence = (step: ScoreStep, t: Translate): string => `${t(step.look.name)} ${step.change}`;

/** The whole ledger in words, for people who can't see it. */
export const describeStory = (story: ScoreStory, t: Translate): string =>
  `${story.steps.map((step) => stepSentence(step, t)).join(', ')}; ${t('final score')} ${story.shownFinal}`;
