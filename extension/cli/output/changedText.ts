import { plural } from '../../base/text/plural.ts';
import { printableName } from '../../base/text/printable.ts';
import type { LongNotes } from '../../palace/contract/longNotesSchema.ts';

interface Changed {
  /** The IDs that were given. */
  readonly ids: readonly string[];
  /** How many drawers changed and how many did not, the other parts of their notes included. */
  readonly changed: number;
  readonly unchanged: number;
  /** Of the changed drawers, those that are parts of long notes. */
  readonly longNotes?: LongNotes | undefined;
}

/** How a command names what it does, and what it says of drawers with which there was nothing to do. */
interface ChangeWords {
  readonly done: string;
  /** After “was” or “were”. */
  readonly already: string;
}

/** What a command did to the drawers that it was given. A single one, or its note, is named. */
export const changedText = (
  { ids, changed, unchanged, longNotes }: Changed,
  { done, already }: ChangeWords,
): string => {
  const [only, ...others] = new Set(ids);
  if (only !== undefined && others.length === 0 && changed + unchanged > 0) {
    if (changed === 0) return `${printableName(only)} was ${already}.`;
    const parts = changed > 1 ? `, all ${changed} parts of its note` : '';
    if (unchanged === 0) return `${printableName(only)} ${done}${parts}.`;
  }
  const rest = unchanged === 0 ? '' : `, ${plural(unchanged, 'was', 'were')} ${already}`;
  return `${drawersAndNotes(changed, longNotes)} ${done}${rest}.`;
};

/** What a person sees as one, counted as one: `2 drawers and 1 note (3 drawers)`. */
const drawersAndNotes = (drawers: number, longNotes: Changed['longNotes']): string => {
  if (longNotes === undefined) return plural(drawers, 'drawer');
  const { notes, drawers: parts } = longNotes;
  return [
    ...(drawers > parts ? [plural(drawers - parts, 'drawer')] : []),
    `${plural(notes, 'note')} (${plural(parts, 'drawer')})`,
  ].join(' and ');
};
