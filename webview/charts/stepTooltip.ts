import { reasonText } from '../score/reasonText.ts';
import { formatScore } from '../score/numberFormat.ts';
import { stepSentence } from '../score/describeScore.ts';
import type { ScoreStep } from '../score/scoreSteps.ts';
import type { Translate } from '../text/translate.ts';
import { element } from '../ui/element.ts';

/** The tooltip of a score's step: its change, its reason, and the sum before and after. */
export const tooltipOf = (step: ScoreStep, t: Translate): readonly (string | Node)[] => [
  element('strong', {}, stepSentence(step, t)),
  reasonText(step.reason, t),
  element(
    'span',
    { class: 'dim num' },
    step.isStart
      ? t('starts here')
      : `${step.running === step.change ? '' : `${formatScore(step.shownAfter - step.shownDelta)} → `}${step.running}`,
  ),
];
