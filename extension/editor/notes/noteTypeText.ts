import { firstTier, noteTypes, type NoteType } from '../../palace/model/noteTypes.ts';
import type { Localiser } from '../platform/localiser.ts';

export interface NoteTypeText {
  readonly type: NoteType;
  readonly label: string;
  readonly detail: string;
}

/** The types of notes in words, the likeliest first. */
export const noteTypeTexts = (localiser: Localiser): readonly NoteTypeText[] => {
  const words: Readonly<Record<NoteType, readonly [string, string]>> = {
    decision: [localiser.t('Decision'), localiser.t('What was chosen, and why')],
    insight: [localiser.t('Insight'), localiser.t('Something learned that will be true next time')],
    issue: [localiser.t('Issue'), localiser.t('A problem or an error; alike ones are noticed as a pattern')],
    progress: [localiser.t('Progress'), localiser.t('What was done so far; fades after a week')],
    handoff: [localiser.t('Handoff'), localiser.t('What the next session must know; fades after a week')],
    reference: [localiser.t('Reference'), localiser.t('A fact to look up, kept for the long term')],
    summary: [localiser.t('Summary'), localiser.t('A digest of other things, kept for the long term')],
  };
  return noteTypes.map((type) => ({
    type,
    label: words[type][0],
    detail: `${words[type][1]} · ${localiser.t('begins {0}', firstTier[type])}`,
  }));
};
