import type { Drawer } from '../../model/drawer/drawer.ts';
import type { SourceId } from '../../model/drawer/ids.ts';
import type { ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import { miningLimits } from '../miningLimits.ts';
import { buildClosetLines } from './buildClosetLines.ts';
import { packClosetLines, type ClosetLine } from '../../model/drawer/closetLine.ts';

/** `meta` key. The value is `none` (or absent), `building:` followed by the last finished source, or `kept`. */
export const closetsMeta = 'closets';
export type ClosetState = 'none' | 'building' | 'kept';

/** Whether mining keeps closets in this palace. */
export const closetState = (read: ReadQueries): ClosetState => {
  const text = read.meta(closetsMeta) ?? 'none';
  return text === 'kept' ? 'kept' : text.startsWith('building') ? 'building' : 'none';
};

/** Removes every closet of a source. Call it before each rebuild, in the same transaction. */
export const purgeFileClosets = (transaction: WriteTransaction, source: SourceId): void =>
  transaction.purgeClosets(source);

/**
 * Writes lines as closets of a source. Closets with the same number are replaced; nothing is appended to an existing
 * one.
 */
export const upsertClosetLines = (
  transaction: WriteTransaction,
  source: SourceId,
  lines: readonly ClosetLine[],
): void =>
  transaction.putClosets(
    packClosetLines(lines, miningLimits(transaction.read).closet_char_limit).map((text, ordinal) => ({
      sourceId: source,
      ordinal,
      text,
    })),
  );

/**
 * Rebuilds the closets of a source from its drawers in this transaction, if the palace keeps closets. Sensitive and
 * archived drawers are left out.
 */
export const rebuildClosets = (transaction: WriteTransaction, source: SourceId): void => {
  if (closetState(transaction.read) === 'none') return;
  purgeFileClosets(transaction, source);
  const drawers = transaction.read
    .drawersOfSource(source)
    .filter(({ archived, sensitive }) => !archived && !sensitive);
  const [first] = drawers;
  if (first !== undefined)
    upsertClosetLines(
      transaction,
      source,
      buildClosetLines(drawers, nameOf(first), hasHeadings(first), miningLimits(transaction.read)),
    );
};

const nameOf = ({ sourceFile, room }: Drawer): string => sourceFile?.split('/').at(-1) ?? room;

/** In a program, `#` begins a comment or a directive. */
const hasHeadings = ({ type, sourceFile }: Drawer): boolean =>
  type !== 'file' || /\.(?:md|mdx|markdown)$/iu.test(sourceFile ?? '');
