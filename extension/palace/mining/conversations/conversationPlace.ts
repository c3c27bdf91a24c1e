import path from 'node:path';
import { isInside } from '../../../base/files/pathInside.ts';
import { roomName, wingName, type RoomName, type WingName } from '../../model/drawer/ids.ts';
import { unnamedConversation } from '../../filing/drawerIds.ts';
import { nameWithoutSecrets } from '../../filing/secrets/safeNames.ts';
import { nameWings, readableName } from '../../filing/wings.ts';
import type { Conversation } from './reading/conversation.ts';

/** A workspace folder; `path` is absolute. */
export interface WorkspaceFolder {
  readonly path: string;
  readonly name: string;
}

/** Index of the innermost folder that contains the path; -1 if none does. */
export const folderAround = (folders: readonly WorkspaceFolder[], inside: string | null): number => {
  if (inside === null || !path.isAbsolute(inside)) return -1;
  const holding = folders
    .map(({ path: folder }, index) => ({ index, folder: path.resolve(folder) }))
    .filter(({ folder }) => isInside(path.resolve(inside), folder));
  return holding.sort((a, b) => b.folder.length - a.folder.length)[0]?.index ?? -1;
};

/**
 * The wing of a conversation: that of the workspace folder in which it took place, else of the first folder, else
 * the palace's name. `wings`: each folder's own wing.
 */
export const wingOfConversation = (
  folders: readonly WorkspaceFolder[],
  wings: readonly string[],
  cwd: string | null,
  palaceName: string | null,
): WingName => {
  if (folders.length === 0) return wingName(readableName(palaceName ?? 'conversations'));
  return nameWings(wings, [])({ folder: Math.max(0, folderAround(folders, cwd)), path: '' });
};

const titleWords = 8;

/** Characters of a question that are searched for secrets to make a title of its first words. */
const searchedCharacters = 10_000;

/** A conversation's title, else the beginning of its first question, without secrets. */
export const conversationTitle = ({ title, exchanges }: Pick<Conversation, 'title' | 'exchanges'>): string => {
  const given = title?.trim().split(/[\r\n]/)[0] ?? '';
  if (given !== '') return nameWithoutSecrets(given);
  const first = exchanges[0];
  // Screened before it is cut, because part of a key is not recognised as one.
  const start = (first?.user || first?.assistant || '').trimStart().slice(0, searchedCharacters);
  const words = nameWithoutSecrets(start).trim().split(/\s+/);
  return words.slice(0, titleWords).join(' ').slice(0, 120);
};

/** The room of a conversation: its title reduced to the characters of a name, at most 64, cut between two words. */
export const roomOfConversation = (conversation: Pick<Conversation, 'title' | 'exchanges'>): RoomName => {
  const plain = conversationTitle(conversation)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const cut =
    plain.length <= 64
      ? plain
      : plain
          .slice(0, 65)
          .replace(/-[^-]*$/, '')
          .slice(0, 64)
          .replace(/[\ud800-\udbff]$/, '');
  return roomName(cut.replace(/[-.]+$/, '') || unnamedConversation);
};

/** A file's path as a source: relative to the workspace as mining writes it, else absolute. */
export const sourcePathOf = (folders: readonly WorkspaceFolder[], file: string): string => {
  const folder = folders[folderAround(folders, file)];
  if (folder === undefined) return nameWithoutSecrets(file);
  const relative = path.relative(path.resolve(folder.path), file).split(path.sep).join('/');
  return nameWithoutSecrets(folders.length === 1 ? relative : `${readableName(folder.name)}/${relative}`);
};
