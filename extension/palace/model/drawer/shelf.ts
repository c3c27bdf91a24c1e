import { entryTypes, type EntryType } from './vocabulary.ts';

/** The palace is browsed by where its drawers came from. */
export const shelves = ['files', 'commits', 'conversations', 'notes'] as const;
export type Shelf = (typeof shelves)[number];

/** The shelf of a type of drawer. Whatever was not mined or imported is a note. */
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

/** The types on a shelf. */
export const typesOf = (shelf: Shelf): readonly EntryType[] =>
  entryTypes.filter((type) => shelfOf(type) === shelf);
