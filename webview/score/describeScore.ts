import type { ScoreStep, ScoreStory } from './scoreSteps.ts';

/** `Use (LTP) +.406`. */
export const stepSentence = (step: ScoreStep): string => `${step.look.name} ${step.change}`;

/** The whole ledger in words, for those who do not see it. */
export const describeStory = (story: ScoreStory, finalScore: string): string =>
  `${story.steps.map(stepSentence).join(', ')}; ${finalScore} ${story.shownFinal}`;
