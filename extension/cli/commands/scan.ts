import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, progressLine } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';

export interface ScanOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly trace?: boolean;
  readonly batchSize?: number;
  readonly maxDepth?: number;
}

/** Brings every drawer's long-term potentiation up to date. */
export const scanCommand = async (options: ScanOptions): Promise<void> => {
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.scanPalace(
      {
        dry_run: options.dryRun === true,
        candidate_trace: options.trace === true,
        ...(options.batchSize === undefined ? {} : { batch_size: options.batchSize }),
        ...(options.maxDepth === undefined ? {} : { max_scan_depth: options.maxDepth }),
      },
      { onProgress: (progress) => line.show(progressText(progress)) },
    ),
  ).finally(() => line.clear());
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const {
    pagination_state: state,
    phase_timing_ms: { paginated_scoring: timing },
    dry_run: isDry,
  } = report;
  process.stdout.write(
    [
      `Scanned up to drawer ${count(state.last_offset)} of ${count(state.total)} in ${plural(timing.batches, 'batch', 'batches')}, ${timing.total_ms} ms.`,
      `${plural(report.ltp_updated, 'drawer')} ${isDry ? 'would be' : 'were'} updated, ${count(report.ltp_skipped_unchanged)} unchanged; ${count(report.supersede_candidates_found)} superseded, by a mark or by a newer note that says nearly the same.`,
      ...(state.scan_depth_reached ? ['The bound of one scan was reached: the next goes on from there.'] : []),
      ...(report.candidate_trace ?? []).map((batch) => JSON.stringify(batch)),
    ].join('\n') + '\n',
  );
};
