import { printableName } from '../../base/text/printable.ts';
import { plural } from '../../base/text/plural.ts';
import { leftOutReason } from '../../palace/model/source/leftOutReasons.ts';
import { count } from '../terminal/terminal.ts';

/** What every import reports. `--json` prints it with any other fields of the importer. */
export interface ImportOutcome {
  readonly added: number;
  readonly duplicates: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly elapsed_ms: number;
  /** The format that an import of another memory recognised. */
  readonly format?: string;
  readonly warnings?: readonly string[];
  /** Only from imports of conversations. */
  readonly conversations?: number;
  readonly updated?: number;
  readonly problems?: readonly { readonly file: string; readonly where: string; readonly reason: string }[];
}

/** Adds up several outcomes; a single one is returned unchanged. */
export const sumOfOutcomes = (outcomes: readonly ImportOutcome[]): ImportOutcome => {
  const [first] = outcomes;
  if (first !== undefined && outcomes.length === 1) return first;
  const skipped: Record<string, number> = {};
  for (const outcome of outcomes)
    for (const [reason, times] of Object.entries(outcome.skipped))
      skipped[reason] = (skipped[reason] ?? 0) + times;
  const sum = (value: (outcome: ImportOutcome) => number | undefined): number =>
    outcomes.reduce((total, outcome) => total + (value(outcome) ?? 0), 0);
  return {
    added: sum(({ added }) => added),
    duplicates: sum(({ duplicates }) => duplicates),
    skipped,
    elapsed_ms: sum(({ elapsed_ms: ms }) => ms),
    warnings: outcomes.flatMap(({ warnings }) => warnings ?? []),
    conversations: sum(({ conversations }) => conversations),
    updated: sum(({ updated }) => updated),
    problems: outcomes.flatMap(({ problems }) => problems ?? []),
  };
};

/** Whether nothing of what was to be imported is in the palace, for reasons that the summary tells. */
export const importedNothing = ({
  added,
  duplicates,
  updated = 0,
  skipped,
  warnings = [],
  problems = [],
}: ImportOutcome): boolean =>
  added + duplicates + updated === 0 &&
  // A folder's files that are no conversations, and conversations in which nobody spoke, are only counted.
  warnings.length + problems.length + (skipped['not_a_conversation'] ?? 0) + (skipped['no_exchanges'] ?? 0) > 0;

const listed = 20;

export const importSummary = (
  { format, added, duplicates, skipped, warnings = [], conversations, updated = 0, problems = [] }: ImportOutcome,
  isDryRun: boolean,
): string => {
  const told = [
    ...warnings,
    ...problems.map(
      ({ file, where, reason }) => `${file}${where === '' ? '' : `, ${where}`}: ${leftOutReason(reason)}`,
    ),
  ];
  const of = [
    ...(format === undefined ? [] : [`(${format})`]),
    ...(conversations === undefined ? [] : [`of ${plural(conversations, 'conversation')}`]),
  ];
  return [
    ...told.slice(0, listed).map((warning) => `! ${printableName(warning)}`),
    ...(told.length > listed ? [`! … and ${count(told.length - listed)} more; --json lists them.`] : []),
    `${[`${isDryRun ? 'Would import' : 'Imported'} ${plural(added, 'drawer')}`, ...of].join(' ')}; ${plural(duplicates, 'duplicate')}; ${
      updated === 0 ? '' : `${plural(updated, 'exchange')} brought up to date; `
    }skipped: ${
      Object.entries(skipped)
        .map(([reason, n]) => `${leftOutReason(reason)} ${count(n)}`)
        .join(', ') || 'none'
    }.`,
  ].join('\n');
};
