import type { MaintainReport, PatternView } from '../../palace/contract/memorySchemas.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, printable, progressLine } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';

export interface MaintainOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** False: leave commits alone. */
  readonly git?: boolean;
  readonly now?: string;
}

export interface RestoreOptions extends GlobalOptions {
  readonly batch?: string;
  readonly reason?: string;
  readonly list?: boolean;
}

/** Changes that are listed one by one; `--json` has them all. */
const listed = 50;

/** Lets the palace's memory age, or says what that would do. */
export const maintainCommand = async (options: MaintainOptions): Promise<void> => {
  const place = existingPalace(palaceLocation(options, '.'));
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const report = await withPalace(place, ({ api }) =>
    api.maintain(
      {
        dry_run: options.dryRun === true,
        ...(options.git === false ? {} : { repo_path: place.workspace }),
        ...(options.now === undefined ? {} : { now: timeOf(options.now) }),
      },
      { onProgress: (progress) => line.show(progressText(progress)) },
    ),
  ).finally(() => line.clear());
  write(options, report, maintainText(report));
};

export const maintainText = ({
  dry_run: isDry,
  changes,
  counts,
  batch,
  patterns_aged: patterns,
  consolidation_candidates: candidates,
  git,
  warnings,
}: MaintainReport): string =>
  [
    ...warnings.map((warning) => `! ${warning}`),
    `${plural(counts.looked_at, 'drawer')} looked at: ${count(counts.archived)} ${isDry ? 'would be ' : ''}archived, ${count(counts.demoted)} demoted, ${count(counts.promoted)} promoted.`,
    ...changes
      .slice(0, listed)
      .map(({ drawer_id: id, from, to, reason }) => `  ${id}  ${from} → ${to}  ${reason}`),
    ...(changes.length > listed ? [`  … and ${count(changes.length - listed)} more; --json lists them all.`] : []),
    ...patterns.map(({ pattern_id: id, label, reason }) => `  ${id}  resolved  ${label}: ${reason}`),
    ...(candidates.length === 0
      ? []
      : [`${plural(candidates.length, 'group')} of drawers could be one summary each.`]),
    ...(git === null || git.indexed === 0 ? [] : [`${plural(git.indexed, 'commit')} of the last day indexed.`]),
    ...(batch === null || isDry
      ? []
      : [`To bring back what was archived: synapse-palace restore --batch ${batch}`]),
  ].join('\n');

/** Brings drawers back from the archive. Exit code 1 where an ID is of no drawer. */
export const restoreCommand = async (ids: readonly string[], options: RestoreOptions): Promise<void> => {
  if (
    [ids.length > 0, options.batch !== undefined, options.reason !== undefined, options.list === true].filter(
      Boolean,
    ).length !== 1
  )
    throw new PalaceError('E_USAGE', 'restore: give IDs, or --batch, or --reason, or --list.');
  const place = existingPalace(palaceLocation(options, '.'));
  if (options.list === true) {
    const { batches } = await withPalace(place, ({ api }) => api.archiveBatches({}));
    show(
      options,
      { batches },
      batches.map(({ batch, drawers }) => `${String(drawers).padStart(6)}  ${batch}`).join('\n') ||
        'The archive is empty.',
    );
    return;
  }
  const report = await withPalace(place, ({ api }) =>
    api.restore(
      options.batch !== undefined
        ? { batch: options.batch }
        : options.reason !== undefined
          ? { reason: options.reason }
          : { drawer_ids: [...ids] },
    ),
  );
  write(
    options,
    report,
    `${plural(report.restored.length, 'drawer')} restored${report.unchanged === 0 ? '' : `, ${plural(report.unchanged, 'was', 'were')} not in the archive`}.`,
  );
  if (report.missing.length === 0) return;
  if (options.json !== true)
    process.stderr.write(`There is no drawer ${report.missing.join(', ')} in this palace.\n`);
  process.exitCode = 1;
};

export const patternsCommand = async (options: GlobalOptions & { readonly all?: boolean }): Promise<void> => {
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.patterns({ include_resolved: options.all === true }),
  );
  show(options, report, report.patterns.map(patternText).join('\n') || 'No recurring issues.');
};

/** Marks a recurring issue as resolved, or as open again. */
export const resolvePatternCommand = async (
  id: string,
  options: GlobalOptions & { readonly reopen?: boolean },
): Promise<void> => {
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.resolvePattern({ pattern_id: id, resolved: options.reopen !== true }),
  );
  write(
    options,
    report,
    `${report.changed ? (report.pattern.resolved ? 'Resolved' : 'Open again') : 'It was so already'}: ${patternText(report.pattern)}`,
  );
};

const patternText = ({
  pattern_id: id,
  label,
  occurrence_count: times,
  first_seen: first,
  last_seen: last,
  resolved,
}: PatternView): string =>
  `${id}  seen ${plural(times, 'time')} since ${first.slice(0, 10)}, last ${last.slice(0, 10)}${resolved ? ', resolved' : ''}  ${label}`;

/** What a session should begin with. */
export const sessionContextCommand = async (
  options: GlobalOptions & { readonly tokens?: number; readonly session?: string },
): Promise<void> => {
  const context = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.sessionContext({
      ...(options.tokens === undefined ? {} : { tokens: options.tokens }),
      ...(options.session === undefined ? {} : { session_id: options.session }),
    }),
  );
  show(options, context, context.text.trimEnd());
};

const timeOf = (given: string): string => {
  const time = Date.parse(given);
  if (Number.isNaN(time))
    throw new PalaceError('E_USAGE', `--now: “${given}” is no time.`, {
      remedy: 'Write it as 2026-01-31T12:00:00Z.',
    });
  return new Date(time).toISOString();
};

/** What was asked for, which is no summary. */
const show = (options: GlobalOptions, document: unknown, text: string): void =>
  write({ ...options, quiet: false }, document, text);

const write = ({ json, quiet }: GlobalOptions, document: unknown, text: string): void => {
  if (json === true) process.stdout.write(`${JSON.stringify(document)}\n`);
  else if (quiet !== true) process.stdout.write(`${printable(text)}\n`);
};
