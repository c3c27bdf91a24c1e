import { createHash } from 'node:crypto';
import {
  drawerId,
  roomName,
  sourceId,
  type DrawerId,
  type RoomName,
  type SourceId,
  type WingName,
} from '../model/drawer/ids.ts';
import type { SourceKind } from '../model/source/source.ts';

/**
 * The 16 hex digits that identify a drawer within its source: the start of the SHA-256 of the source, the content's
 * hash and its ordinal among equal contents of the source (from 0). They do not depend on the position, so a chunk
 * keeps its key when chunks before it change.
 */
export const drawerKey = (source: SourceId | string, contentHash: string, ordinal: number): string =>
  shortHash(`${source}\0${contentHash}\0${ordinal}`);

/** The key instead, for a drawer whose ID already belongs to another source, one that was imported. */
export const substituteDrawerKey = (source: SourceId | string, contentHash: string, ordinal: number): string =>
  shortHash(`${source}\0${contentHash}\0${ordinal}\0substitute`);

/** `drawer_<wing>_<room>_<key>`, made only of letters, digits, `_`, `.` and `-`. */
export const composeDrawerId = (wing: WingName, room: RoomName, key: string): DrawerId => {
  return drawerId(`drawer_${idPart(wing)}_${idPart(room)}_${key}`);
};

/** The room of conversations without a name, or whose name was erased with the text that it came from. */
export const unnamedConversation = roomName('conversation');

/** The key at the end of an ID, or the ID itself if it has another form. */
export const keyOfDrawerId = (id: DrawerId): string => {
  return /_([0-9a-f]{16})$/.exec(id)?.[1] ?? id;
};

/**
 * The ID under which a source is first filed. `attempt` distinguishes it from an earlier source of this path that moved
 * away.
 */
export const composeSourceId = (kind: SourceKind, path: string, attempt = 0): SourceId => {
  return sourceId(`source_${shortHash(`${kind}\0${path}${attempt === 0 ? '' : `\0${attempt}`}`)}`);
};

const shortHash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);

const idPart = (name: string): string => {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name)) return name;
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_');
  return plain.slice(0, 64) || '_';
};
