import type { EntryType, Tier } from './drawer.ts';

/** The types that a person or an agent saves on purpose; all others are mined from a source. */
export const noteTypes = [
  'decision',
  'insight',
  'issue',
  'progress',
  'handoff',
  'reference',
  'summary',
] as const satisfies readonly EntryType[];
export type NoteType = (typeof noteTypes)[number];

export const isNoteType = (type: string): type is NoteType => noteTypes.some((name) => name === type);

/** The tier in which a note begins, unless one is given (docs/memory.md). */
export const firstTier: Readonly<Record<NoteType, Tier>> = {
  handoff: 'ephemeral',
  progress: 'ephemeral',
  issue: 'working',
  decision: 'working',
  insight: 'working',
  reference: 'longterm',
  summary: 'longterm',
};

/** The tier in which a drawer of any type begins, unless one is given. */
export const firstTierOf = (type: EntryType): Tier => (isNoteType(type) ? firstTier[type] : 'working');

/** The reason given when an edited note's earlier text is archived. */
export const editedReason = 'edited';

/** The reason given when a plan archives a drawer because a summary stands in for it. */
export const consolidatedReason = 'consolidated';
