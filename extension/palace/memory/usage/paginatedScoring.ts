import type { ScanReport } from '../../contract/search/scanSchemas.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import { windowStart } from '../../store/queries/ltp.ts';
import { scanBatches, scanReport, type ScanDependencies, type ScanOptions } from './scanBatches.ts';
import { scanMeta, scanState, type ScanState } from '../../retrieval/query/scanState.ts';

/**
 * Scans the whole palace in keyset pages and updates each drawer's long-term potentiation. A run ends after `maxScanDepth`
 * drawers, and the next run continues from there. A dry run writes nothing. Throws E_CANCELLED.
 */
export const paginatedScoring = async (
  options: ScanOptions,
  dependencies: ScanDependencies,
): Promise<ScanReport> => {
  const { store, flags, now } = dependencies;
  const since = windowStart({ now: isoTime(now()), days: flags.ltp_window_days });
  const { total: live, archived } = store.read.counts();
  const total = live + archived;
  const before = scanState(store.read);
  const goesOn = before !== null && before.scan_depth_reached;
  let afterRowid = goesOn ? before.after_rowid : 0;
  const scanned = await scanBatches(
    {
      offset: goesOn ? before.last_offset : 0,
      total,
      page: ({ usage }, limit) => usage.scan(since, afterRowid, limit),
      advance: ({ drawers }, limit) => {
        afterRowid = drawers.at(-1) ?? afterRowid;
        return drawers.length === limit;
      },
    },
    options,
    dependencies,
  );
  // A full page may be the last one.
  const more = !scanned.isAtEnd && store.read.usage.scan(since, afterRowid, 1).length > 0;
  const report = scanReport(scanned, options, { total, more });
  const state: ScanState = { ...report.pagination_state, after_rowid: afterRowid };
  if (!options.dryRun && JSON.stringify(state) !== JSON.stringify(before))
    await store.write((transaction) => transaction.noteScan(scanMeta, JSON.stringify(state)));
  return report;
};
