import type { CheckDuplicateReport } from '../contract/noteSchemas.ts';
import { findSecrets } from '../filing/secrets/findSecrets.ts';
import type { WingName } from '../model/drawer/ids.ts';
import { exactDuplicates, nearDuplicatesOf, withTexts, type Looked, type Meaning } from './duplicates.ts';
import { firstPartOf } from './noteDraft.ts';

/** A text's vector, or why there is none. */
type EmbeddedText =
  | (Meaning & {
      /** Drawers that wait for their vectors and can't be compared yet. */
      readonly pending: number;
    })
  | { readonly unavailable: string };

/** Embeds a text the way drawers are embedded, and returns the palace's vectors to compare it with. Never rejects. */
export type EmbedText = (text: string, signal?: AbortSignal) => Promise<EmbeddedText>;

/** Finds drawers with the same text or the same meaning, in one wing or in all. */
export const checkDuplicate = async (
  text: string,
  embed: EmbedText,
  looked: Looked,
  wing?: WingName,
  signal?: AbortSignal,
): Promise<CheckDuplicateReport> => {
  // Sensitive text is never embedded, not even for a comparison.
  const meaning: EmbeddedText =
    findSecrets(text).length > 0
      ? { unavailable: 'the note is sensitive, and sensitive text is not embedded.' }
      : await embed(firstPartOf(text), signal);
  const exact = exactDuplicates(text, looked, wing);
  const near = 'unavailable' in meaning ? [] : nearDuplicatesOf(text, meaning, looked, wing);
  return {
    duplicates: withTexts([...exact, ...near], looked),
    near_checked: !('unavailable' in meaning),
    warnings: warningsOf(meaning, looked.catalogue.drawers),
  };
};

const warningsOf = (meaning: EmbeddedText, drawers: number): string[] => {
  if ('unavailable' in meaning)
    return drawers === 0 ? [] : [`Only exact duplicates were looked for: ${meaning.unavailable}`];
  return meaning.pending === 0
    ? []
    : [
        `${meaning.pending === 1 ? '1 drawer has' : `${meaning.pending} drawers have`} no vector yet: only exact duplicates were looked for there.`,
      ];
};
