import type { Drawer, EntryType } from '../model/drawer.ts';

const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
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

/** A transcript's file name is a number made up by a program; a file's path says what it is about. */
const isFoundByPath = (type: EntryType): boolean => type !== 'conversation';

/**
 * What the index holds of a drawer: its path, its date, before the single turn of a conversation the turn that it answers
 * (`previousText`, null where there is none or where it is sensitive), and its text.
 */
export const lexicalDocument = (
  drawer: Pick<Drawer, 'text' | 'type' | 'sourceFile' | 'filedAt' | 'speaker'>,
  previousText: string | null,
): string => {
  const parts: string[] = [];
  if (drawer.sourceFile !== null && isFoundByPath(drawer.type)) parts.push(drawer.sourceFile);
  if (isDated(drawer.type)) parts.push(lexicalDate(drawer.filedAt));
  if (previousText !== null && drawer.type === 'conversation' && drawer.speaker !== null) parts.push(previousText);
  parts.push(drawer.text);
  return parts.join('\n');
};
