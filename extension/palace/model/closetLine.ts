import { drawerId, type DrawerId } from './ids.ts';

/** Characters a closet holds at most. */
export const CLOSET_CHAR_LIMIT = 1500;

/** What a line points with; in a topic or an entity it would end the field, so it is replaced by a space. */
const separators = /[|;→\s]+/gu;
const pointer = '→';

/** One pointer of a closet: what stands in the drawers it names. */
export interface ClosetLine {
  /** A topic, or a verbatim quote in double quotes. */
  readonly topic: string;
  readonly entities: readonly string[];
  readonly drawerIds: readonly DrawerId[];
}

/** `topic|entity;entity|→id,id`. */
export const formatClosetLine = ({ topic, entities, drawerIds }: ClosetLine): string =>
  `${plain(topic)}|${entities
    .map(plain)
    .filter((entity) => entity !== '')
    .join(';')}|${pointer}${drawerIds.join(',')}`;

const plain = (text: string): string => text.replace(separators, ' ').trim();

/** The drawers that a closet, or a line of one, points to: each once, in the order of first mention. */
export const extractDrawerIdsFromCloset = (text: string): DrawerId[] => {
  const ids = new Set<string>();
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(`|${pointer}`);
    if (at === -1) continue;
    for (const id of line.slice(at + 1 + pointer.length).split(',')) if (id.trim() !== '') ids.add(id.trim());
  }
  return [...ids].map(drawerId);
};

/** A line without its pointers: what is searched and shown. */
export const closetLineText = (line: string): string => {
  const at = line.lastIndexOf(`|${pointer}`);
  return (at === -1 ? line : line.slice(0, at)).replace(/\|$/u, '');
};

/** The lines as closets of at most {@link CLOSET_CHAR_LIMIT} characters; a line is never split, but one that is too long has its pointers cut into several. */
export const packClosetLines = (lines: readonly ClosetLine[]): string[] => {
  const closets: string[] = [];
  let current = '';
  for (const line of lines.flatMap(shortEnough)) {
    if (current !== '' && current.length + 1 + line.length > CLOSET_CHAR_LIMIT) {
      closets.push(current);
      current = '';
    }
    current = current === '' ? line : `${current}\n${line}`;
  }
  return current === '' ? closets : [...closets, current];
};

const shortEnough = (line: ClosetLine): string[] => {
  const text = formatClosetLine(line);
  if (text.length <= CLOSET_CHAR_LIMIT) return [text];
  const [first] = line.drawerIds;
  if (line.drawerIds.length <= 1) {
    // Without pointers to cut, the words give way; an ID is never cut.
    const room =
      CLOSET_CHAR_LIMIT - formatClosetLine({ topic: '', entities: [], drawerIds: line.drawerIds }).length;
    return room < 1 || first === undefined
      ? []
      : [formatClosetLine({ topic: wholeCharacters(plain(line.topic), room), entities: [], drawerIds: [first] })];
  }
  const half = line.drawerIds.length >> 1;
  return [
    ...shortEnough({ ...line, drawerIds: line.drawerIds.slice(0, half) }),
    ...shortEnough({ ...line, drawerIds: line.drawerIds.slice(half) }),
  ];
};

const wholeCharacters = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
