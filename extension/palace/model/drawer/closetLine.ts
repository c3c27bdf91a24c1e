import { drawerId, type DrawerId } from './ids.ts';

/** Maximum length of a closet, in characters, unless the palace's settings say otherwise. */
export const CLOSET_CHAR_LIMIT = 1500;

/**
 * The characters that separate the fields of a line. In a topic or an entity they are replaced by a space, because
 * they would end the field.
 */
const separators = /[|;→\s]+/gu;
const pointer = '→';

/** One line of a closet: what the drawers that it names hold. */
export interface ClosetLine {
  /** A topic, or a verbatim quote in double quotes. */
  readonly topic: string;
  readonly entities: readonly string[];
  readonly drawerIds: readonly DrawerId[];
}

/** The line as text: `topic|entity;entity|→id,id`. */
export const formatClosetLine = ({ topic, entities, drawerIds }: ClosetLine): string =>
  `${plain(topic)}|${entities
    .map(plain)
    .filter((entity) => entity !== '')
    .join(';')}|${pointer}${drawerIds.join(',')}`;

const plain = (text: string): string => text.replace(separators, ' ').trim();

/** The drawers that a closet, or one of its lines, points to: each once, in order of first mention. */
export const extractDrawerIdsFromCloset = (text: string): DrawerId[] => {
  const ids = new Set<string>();
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(`|${pointer}`);
    if (at === -1) continue;
    for (const id of line.slice(at + 1 + pointer.length).split(',')) if (id.trim() !== '') ids.add(id.trim());
  }
  return [...ids].map(drawerId);
};

/** A line without its drawer IDs: what is searched and shown. */
export const closetLineText = (line: string): string => {
  const at = line.lastIndexOf(`|${pointer}`);
  return (at === -1 ? line : line.slice(0, at)).replace(/\|$/u, '');
};

/**
 * Packs the lines into closets of at most `limit` characters. A closet holds complete lines only;
 * a line that is too long becomes several, among which its drawer IDs are divided.
 */
export const packClosetLines = (lines: readonly ClosetLine[], limit = CLOSET_CHAR_LIMIT): string[] => {
  const closets: string[] = [];
  let current = '';
  for (const line of lines.flatMap((one) => shortEnough(one, limit))) {
    if (current !== '' && current.length + 1 + line.length > limit) {
      closets.push(current);
      current = '';
    }
    current = current === '' ? line : `${current}\n${line}`;
  }
  return current === '' ? closets : [...closets, current];
};

const shortEnough = (line: ClosetLine, limit: number): string[] => {
  const text = formatClosetLine(line);
  if (text.length <= limit) return [text];
  const [first] = line.drawerIds;
  if (line.drawerIds.length <= 1) {
    // One ID is left, so the words are cut; an ID never is.
    const room = limit - formatClosetLine({ topic: '', entities: [], drawerIds: line.drawerIds }).length;
    return room < 1 || first === undefined
      ? []
      : [formatClosetLine({ topic: wholeCharacters(plain(line.topic), room), entities: [], drawerIds: [first] })];
  }
  const half = line.drawerIds.length >> 1;
  return [
    ...shortEnough({ ...line, drawerIds: line.drawerIds.slice(0, half) }, limit),
    ...shortEnough({ ...line, drawerIds: line.drawerIds.slice(half) }, limit),
  ];
};

const wholeCharacters = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
