import { fencedBlock } from '../../base/fencedBlock.ts';
import { maskedText } from '../../palace/model/maskedText.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

/** Characters of a commit's hash that are shown. */
const shortHash = 10;

/** A drawer for a chat, its secrets masked: path, lines and commit, and its text in a block that it can't break out of. */
export const chatBlock = (drawer: DrawerView, commit: string | null): string => {
  const { source_file: file, lines, wing, room, type } = drawer;
  const place = file === null ? `${wing}/${room} (${type})` : file;
  const range = lines === null || file === null ? '' : ` lines ${lines.start}–${lines.end}`;
  const at = commit === null ? '' : ` at ${commit.slice(0, shortHash)}`;
  const language = /\.([A-Za-z0-9]{1,12})$/u.exec(type === 'file' ? (file ?? '') : '')?.[1] ?? '';
  return `${place.replace(/\s+/gu, ' ')}${range}${at}:\n${fencedBlock(maskedText(drawer), language)}`;
};
