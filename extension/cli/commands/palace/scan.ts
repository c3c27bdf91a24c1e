import type { Command } from 'commander';
import type { ScanReport } from '../../../palace/contract/search/scanSchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printSummary } from '../../terminal/print.ts';
import { withProgress } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';

interface ScanOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly trace?: boolean;
  readonly batchSize?: number;
  readonly maxDepth?: number;
}

/** `scan`: updates every drawer's long-term potentiation. */
export const register = (program: Command): void => {
  addCommand(program, 'scan')
    .description('update each drawer’s usage data, in batches')
    .option('--dry-run', 'count what would be written, and write nothing')
    .option('--trace', 'list every batch')
    .option('--batch-size <n>', 'drawers per batch (default: 5000)', wholeNumber(1, 50_000))
    .option(
      '--max-depth <n>',
      'maximum drawers per scan; the next one continues from there (default: 50000)',
      wholeNumber(1, 10_000_000),
    )
    .addHelpText('after', '\nExample:\n  synapse-palace scan --dry-run --trace')
    .action((_: unknown, command: Command) => scan(optionsOf(command)));
};

const scan = async (options: ScanOptions): Promise<void> => {
  const request = {
    dry_run: options.dryRun === true,
    candidate_trace: options.trace === true,
    ...(options.batchSize === undefined ? {} : { batch_size: options.batchSize }),
    ...(options.maxDepth === undefined ? {} : { max_scan_depth: options.maxDepth }),
  };
  const report = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api) => api.scanPalace(request, { onProgress })),
  );
  printSummary(options, report, () => scanText(report));
};

const scanText = (report: ScanReport): string => {
  const {
    pagination_state: state,
    phase_timing_ms: { paginated_scoring: timing },
    dry_run: isDry,
  } = report;
  return [
    `Scanned up to drawer ${count(state.last_offset)} of ${count(state.total)} in ${plural(timing.batches, 'batch', 'batches')}, ${timing.total_ms} ms.`,
    `${plural(report.ltp_updated, 'drawer')} ${isDry ? 'would be' : 'were'} updated, ${count(report.ltp_skipped_unchanged)} unchanged; ${count(report.supersede_candidates_found)} superseded, by a mark or by a newer note that says nearly the same.`,
    ...(state.scan_depth_reached ? ['The limit of one scan was reached; the next one continues from there.'] : []),
    ...(report.candidate_trace ?? []).map((batch) => JSON.stringify(batch)),
  ].join('\n');
};
