import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../../base/batches.ts';
import { restoredStanding } from '../../model/drawer/ageing.ts';
import { drawerId, isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { ArchiveBatch, ArchivePart } from '../../store/queries/archive.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import { atOnce, laterBatch, movePages, stopRestoringIfAborted } from './movedBatches.ts';

export interface Restored {
  readonly restored: readonly string[];
  readonly unchanged: number;
  readonly missing: readonly string[];
}

/** The name of a batch of archived drawers, made of their reason and time. */
export const batchName = ({ reason, archivedAt }: Pick<ArchiveBatch, 'reason' | 'archivedAt'>): string =>
  `${reason}@${archivedAt}`;

/** The reason and the time in a batch's name. Throws E_USAGE if it is not a batch name. */
export const batchOf = (name: string): Pick<ArchiveBatch, 'reason' | 'archivedAt'> => {
  const at = name.lastIndexOf('@');
  const time = name.slice(at + 1);
  if (at < 0 || Number.isNaN(Date.parse(time)))
    throw new PalaceError('E_USAGE', errorText`“${name.slice(0, 200)}” is not a batch of archived drawers.`, {
      remedy:
        'Give a batch as maintain and restore --list name it, for instance maintenance@2026-03-01T12:00:00.000Z.',
    });
  return { reason: name.slice(0, at), archivedAt: isoTime(time) };
};

/** Restores drawers in one transaction. Their age counts from now. */
export const restoreDrawers = (store: PalaceStore, ids: readonly string[], now: IsoTime): Promise<Restored> =>
  store.write((transaction) => {
    const drawers = [...new Set(ids)].map((id) => ({ id, drawer: transaction.read.drawerById(drawerId(id)) }));
    const archived = drawers.flatMap(({ drawer }) => (drawer?.archived === true ? [drawer] : []));
    for (const { rowid, id } of archived) bringBack(transaction, rowid, id, now);
    const missing = drawers.flatMap(({ id, drawer }) => (drawer === undefined ? [id] : []));
    return {
      restored: archived.map(({ id }) => id),
      unchanged: drawers.length - archived.length - missing.length,
      missing,
    };
  });

/**
 * Restores a batch of archived drawers, in several transactions if it has more than 100. A repeated call resumes
 * with the rest. Throws E_USAGE if there is no such batch (unless `mayBeEmpty`), E_CANCELLED between two transactions.
 */
export const restoreBatch = async (
  store: PalaceStore,
  name: string,
  now: IsoTime,
  signal?: AbortSignal,
  mayBeEmpty = false,
): Promise<Restored> => {
  const { rows, restored } = await restoreRows(
    store,
    store.read.moveBatch(name) === undefined
      ? batches(store.read.archivedRowids(batchOf(name)), atOnce)
      : archivedRows(store.read, name),
    now,
    signal,
  );
  if (rows === 0 && !mayBeEmpty) throw nothingOf(name, await laterBatch(store.read, name));
  return { restored, unchanged: rows - restored.length, missing: [] };
};

function* archivedRows(read: Pick<ReadQueries, 'movesAfter'>, batch: string): Generator<number[], void> {
  for (const page of movePages(read, batch, 'archive')) yield page.map(({ rowid }) => rowid);
}

const nothingOf = (batch: string, later: string | undefined): PalaceError =>
  later === undefined
    ? new PalaceError('E_USAGE', errorText`The archive has nothing of the batch “${batch}”.`, {
        remedy: 'restore --list shows the batches there are.',
      })
    : new PalaceError(
        'E_USAGE',
        errorText`A later batch, ${later}, has moved the drawers of the batch “${batch}” again.`,
        { remedy: errorText`Undo that one: restore --batch ${later}.` },
      );

/**
 * Restores all drawers archived for a reason, like a batch. Throws E_USAGE if there are none, E_CANCELLED between
 * two transactions.
 */
export const restoreReason = async (
  store: PalaceStore,
  reason: string,
  now: IsoTime,
  signal?: AbortSignal,
): Promise<Restored> => {
  const part: ArchivePart = { reason };
  const rowids = store.read.archivedRowids(part);
  if (rowids.length === 0)
    throw new PalaceError('E_USAGE', errorText`Nothing in the archive has the reason “${reason}”.`, {
      remedy: 'restore --list shows the reasons there are.',
    });
  const { restored } = await restoreRows(store, batches(rowids, atOnce), now, signal);
  return { restored, unchanged: rowids.length - restored.length, missing: [] };
};

/** Restores what is still archived of each page, in a transaction of its own. Returns how many rows the pages had. */
const restoreRows = async (
  store: PalaceStore,
  pages: Iterable<readonly number[]>,
  now: IsoTime,
  signal?: AbortSignal,
): Promise<{ readonly rows: number; readonly restored: readonly string[] }> => {
  const restored: string[] = [];
  let rows = 0;
  for (const page of pages) {
    if (page.length > 0) {
      stopRestoringIfAborted(signal);
      restored.push(...(await restorePage(store, page, now)));
      rows += page.length;
    }
    await nextTurn();
  }
  return { rows, restored };
};

const restorePage = (store: PalaceStore, rowids: readonly number[], now: IsoTime): Promise<string[]> =>
  store.write((transaction) =>
    transaction.read
      .drawersByRowid(rowids)
      .filter(({ archived }) => archived)
      .map(({ rowid, id }) => {
        bringBack(transaction, rowid, id, now);
        return id;
      }),
  );

const bringBack = (
  transaction: WriteTransaction,
  rowid: number,
  id: Parameters<WriteTransaction['putProperties']>[0],
  now: IsoTime,
): void => {
  transaction.updateDrawers([{ rowid, archived: null }]);
  transaction.putProperties(id, restoredStanding(now));
};
