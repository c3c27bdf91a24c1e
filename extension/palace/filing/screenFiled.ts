import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { rebuildClosets } from './closets/fileClosets.ts';
import { yieldToEventLoopEvery } from '../../base/async/concurrency.ts';
import type { MiningProgress } from './mineReport.ts';
import { NORMALIZE_VERSION } from './normalizeVersion.ts';
import { findSecretsOfDrawers, rescreened } from './secrets/screenedInsert.ts';

/** Drawers read and marked at once. */
const batch = 100;
const sliceMs = 8;
const metaKey = 'secrets_screened';

interface ScreeningOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MiningProgress) => void;
}

/**
 * Searches every drawer for secrets, once per {@link NORMALIZE_VERSION}. This covers drawers filed earlier and those
 * that no mine reads again (imports, notes, archived drawers). An interrupted run starts again from the beginning.
 * Errors: E_CANCELLED, and those of `PalaceStore.write`.
 */
export const screenFiled = async (store: PalaceStore, { signal, onProgress }: ScreeningOptions): Promise<void> => {
  if (store.read.meta(metaKey) === String(NORMALIZE_VERSION)) return;
  const { total, archived } = store.read.counts();
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  let done = 0;
  for (let after = 0; ;) {
    if (signal?.aborted === true)
      throw new PalaceError(
        'E_CANCELLED',
        errorText`Screening for secrets was cancelled after ${done} of ${total + archived} drawers.`,
      );
    const drawers = store.read.scanDrawers(after, batch);
    const last = drawers.at(-1);
    if (last === undefined) break;
    after = last.rowid;
    done += drawers.length;
    const findings = findSecretsOfDrawers(drawers);
    const concerned = drawers.filter((drawer) => drawer.sensitive || findings.has(drawer.id));
    if (concerned.length > 0)
      await store.write((transaction) => {
        const patches = concerned.flatMap((drawer) => {
          const now = transaction.read.drawerById(drawer.id);
          return now === undefined ? [] : rescreened(transaction, now, findings.get(drawer.id) ?? []);
        });
        transaction.updateDrawers(patches);
        const changed = new Set(patches.map(({ rowid }) => rowid));
        // Closets quote their drawers, except sensitive ones.
        for (const source of new Set(
          concerned.flatMap(({ rowid, sourceId }) => (changed.has(rowid) && sourceId !== null ? [sourceId] : [])),
        ))
          if (transaction.read.closetsOfSource(source).length > 0) rebuildClosets(transaction, source);
      });
    await yieldToEventLoop();
    onProgress?.({
      stage: 'scanning',
      done,
      total: total + archived,
      message: 'drawers searched for secrets',
      per_second: null,
    });
  }
  await store.write((transaction) => transaction.setMeta(metaKey, String(NORMALIZE_VERSION)));
};
