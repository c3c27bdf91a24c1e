import { firstTier, noteTypes, type NoteType } from '../../palace/model/drawer/noteTypes.ts';
import type { Tier } from '../../palace/model/drawer/vocabulary.ts';
import type { Localiser } from '../platform/localiser.ts';

interface NoteTypeText {
  readonly type: NoteType;
  readonly label: string;
  readonly detail: string;
}

/** The types of notes in words, the likeliest first. */
export const noteTypeTexts = (localiser: Localiser): readonly NoteTypeText[] => {
  const words: Readonly<Record<NoteType, readonly [string, string]>> = {
    decision: [localiser.t('Decision'), localiser.t('What was chosen, and why')],
    insight: [localiser.t('Insight'), localiser.t('Something learned that will be true next time')],
    issue: [localiser.t('Issue'), localiser.t('A problem or an error; similar ones are recognised as a pattern')],
    progress: [localiser.t('Progress'), localiser.t('What was done so far')],
    handoff: [localiser.t('Handoff'), localiser.t('What the next session must know')],
    reference: [localiser.t('Reference'), localiser.t('A fact to look up')],
    summary: [localiser.t('Summary'), localiser.t('A digest of other things')],
  };
  const kept: Readonly<Record<Tier, string>> = {
    ephemeral: localiser.t('kept 7 days after its last use'),
    working: localiser.t('kept normally'),
    longterm: localiser.t('kept for the long term'),
  };
  return noteTypes.map((type) => ({
    type,
    label: words[type][0],
    detail: `${words[type][1]} · ${kept[firstTier[type]]}`,
  }));
};
