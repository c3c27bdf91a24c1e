import type { Drawer } from '../../model/drawer.ts';
import type { SourceId } from '../../model/ids.ts';
import type { ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import { buildClosetLines } from './buildClosetLines.ts';
import { packClosetLines, type ClosetLine } from '../../model/closetLine.ts';

/** `meta` key: `none` (or nothing), `building:` with the last source that is done, or `kept`. */
export const closetsMeta = 'closets';
export type ClosetState = 'none' | 'building' | 'kept';

/** Whether mining keeps closets in this palace. */
export const closetState = (read: ReadQueries): ClosetState => {
  const text = read.meta(closetsMeta) ?? 'none';
  return text === 'kept' ? 'kept' : text.startsWith('building') ? 'building' : 'none';
};

/** Removes every closet of a source: to be called before each rebuild, in the same transaction. */
export const purgeFileClosets = (transaction: WriteTransaction, source: SourceId): void =>
  transaction.purgeClosets(source);

/** Writes lines as closets of a source, in place of those with the same number; never appends to one that is there. */
export const upsertClosetLines = (
  transaction: WriteTransaction,
  source: SourceId,
  lines: readonly ClosetLine[],
): void =>
  transaction.putClosets(packClosetLines(lines).map((text, ordinal) => ({ sourceId: source, ordinal, text })));

/**
 * Closets of a source as its drawers stand in this transaction, in a palace that keeps closets. Sensitive and archived
 * drawers are not spoken of.
 */
export const rebuildClosets = (transaction: WriteTransaction, source: SourceId): void => {
  if (closetState(transaction.read) === 'none') return;
  purgeFileClosets(transaction, source);
  const drawers = transaction.read
    .drawersOfSource(source)
    .filter(({ archived, sensitive }) => !archived && !sensitive);
  const [first] = drawers;
  if (first !== undefined)
    upsertClosetLines(transaction, source, buildClosetLines(drawers, nameOf(first), hasHeadings(first)));
};

const nameOf = ({ sourceFile, room }: Drawer): string => sourceFile?.split('/').at(-1) ?? room;

/** In a program, `#` begins a comment or a directive. */
const hasHeadings = ({ type, sourceFile }: Drawer): boolean =>
  type !== 'file' || /\.(?:md|mdx|markdown)$/iu.test(sourceFile ?? '');
