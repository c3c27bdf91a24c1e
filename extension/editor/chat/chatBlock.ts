import { fencedBlock } from '../../base/text/fencedBlock.ts';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

/** Characters of a commit's hash that are shown. */
const shortHash = 10;

/** ` at 0123456789`; empty without a commit. */
export const atCommit = (commit: string | null): string =>
  commit === null ? '' : ` at ${commit.slice(0, shortHash)}`;

/** A drawer for a chat, its secrets masked: path, lines and commit, and its text in a block that it can't break out of. */
export const chatBlock = (drawer: DrawerView, commit: string | null): string => {
  const { source_file: file, lines, wing, room, type } = drawer;
  const place = file === null ? `${wing}/${room} (${type})` : file;
  const range =
    lines === null || file === null
      ? ''
      : documentKindOf(file) === null
        ? ` lines ${lines.start}–${lines.end}`
        : placeInSource(file, lines);
  const isText = type === 'file' && file !== null && documentKindOf(file) === null;
  const language = /\.([A-Za-z0-9]{1,12})$/u.exec(isText ? file : '')?.[1] ?? '';
  return `${place.replace(/\s+/gu, ' ')}${range}${atCommit(commit)}:\n${fencedBlock(maskedText(drawer), language)}`;
};
