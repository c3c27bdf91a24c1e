import { firstTier, noteTypes, type NoteType } from '../../palace/model/noteTypes.ts';
import type { Wording } from '../platform/localiser.ts';

export interface NoteTypeText {
  readonly type: NoteType;
  readonly label: string;
  readonly detail: string;
}

/** The types of notes in words, the likeliest first. */
export const noteTypeTexts = (wording: Wording): readonly NoteTypeText[] => {
  const words: Readonly<Record<NoteType, readonly [string, string]>> = {
    decision: [wording.t('Decision'), wording.t('What was chosen, and why')],
    insight: [wording.t('Insight'), wording.t('Something learned that will be true next time')],
    issue: [wording.t('Issue'), wording.t('A problem or an error; alike ones are noticed as a pattern')],
    progress: [wording.t('Progress'), wording.t('What was done so far; fades after a week')],
    handoff: [wording.t('Handoff'), wording.t('What the next session must know; fades after a week')],
    reference: [wording.t('Reference'), wording.t('A fact to look up, kept for the long term')],
    summary: [wording.t('Summary'), wording.t('A digest of other things, kept for the long term')],
  };
  return noteTypes.map((type) => ({ type, label: words[type][0], detail: `${words[type][1]} · ${wording.t('begins {0}', firstTier[type])}` }));
};
