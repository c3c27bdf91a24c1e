import { entryTypes, type EntryType } from './vocabulary.ts';

/** What the palace is browsed by: where drawers came from. */
export const shelves = ['files', 'commits', 'conversations', 'notes'] as const;
export type Shelf = (typeof shelves)[number];

/** The shelf on which a drawer of a type stands. Whatever was not mined or imported from elsewhere is a note. */
export const shelfOf = (type: EntryType): Shelf => {
  switch (type) {
    case 'file':
      return 'files';
    case 'git_commit':
      return 'commits';
    case 'conversation':
      return 'conversations';
    default:
      return 'notes';
  }
};

/** The types that stand on a shelf. */
export const typesOf = (shelf: Shelf): readonly EntryType[] =>
  entryTypes.filter((type) => shelfOf(type) === shelf);
