import type { Drawer, EntryType } from '../model/drawer.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `[8 May 2023]` in UTC. */
export const lexicalDate = (time: string): string => {
  const date = new Date(time);
  return `[${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}]`;
};

/**
 * A conversation, a commit or a note was filed on the day that it tells of, and people ask for it by that day. A file's
 * date is that of its mining: it would put the same words into every drawer.
 */
const isDated = (type: EntryType): boolean => type !== 'file';

/**
 * A transcript's file name is a number made up by a program, and a repository's name stands over all of its commits alike;
 * a file's path says what it is about.
 */
const isFoundByPath = (type: EntryType): boolean => type !== 'conversation' && type !== 'git_commit';

/** What a note is found by beside its text. */
export interface NoteWords {
  /** The note's first line, where the drawer is a later part of a long one. */
  readonly title: string | null;
  readonly tags: readonly string[];
}

/**
 * What the index holds of a drawer: its path, its date, a note's title and tags, before the single turn of a conversation the turn that it answers
 * (`previousText`, null where there is none or where it is sensitive), and its text.
 */
export const lexicalDocument = (
  drawer: Pick<Drawer, 'text' | 'type' | 'sourceFile' | 'filedAt' | 'speaker'>,
  previousText: string | null,
  note: NoteWords | null = null,
): string => {
  const parts: string[] = [];
  if (drawer.sourceFile !== null && isFoundByPath(drawer.type)) parts.push(drawer.sourceFile);
  if (isDated(drawer.type)) parts.push(lexicalDate(drawer.filedAt));
  if (previousText !== null && drawer.type === 'conversation' && drawer.speaker !== null) parts.push(previousText);
  if (note !== null && note.title !== null) parts.push(note.title);
  if (note !== null && note.tags.length > 0) parts.push(note.tags.join(', '));
  parts.push(drawer.text);
  return parts.join('\n');
};
