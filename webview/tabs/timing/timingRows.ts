import { isRecord } from '../../../extension/base/isRecord.ts';
import type { PipelineTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import type { PhaseFamily } from '../../../extension/palace/contract/search/scorePhaseTable.ts';
import type { ChartRows } from '../../export/csvFile.ts';
import { stepLook } from '../../score/stepName.ts';

export interface TimingRow {
  /** Its name in `phase_timing_ms`. */
  readonly phase: string;
  /** For people, in English. */
  readonly name: string;
  readonly milliseconds: number;
  /** When it began, in milliseconds after the search did; null in recordings that don't say. */
  readonly start: number | null;
  readonly family: PhaseFamily;
}

/** A list of like records inside a phase's report, such as its batches. */
interface TimingTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A phase that reports more than one number: its plain values, and its lists as tables. */
export interface TimingDetail {
  readonly phase: string;
  /** For people, in English. */
  readonly name: string;
  readonly entries: readonly { readonly name: string; readonly value: string }[];
  readonly tables: readonly TimingTable[];
}

const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const detailOf = (phase: string, report: Readonly<Record<string, unknown>>): TimingDetail => {
  const tables = Object.entries(report).flatMap(([name, value]): TimingTable[] => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return [];
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return [
      {
        name,
        columns,
        rows: value.map((row) => columns.map((column) => (column in row ? written(row[column]) : ''))),
      },
    ];
  });
  const plain = Object.entries(report).filter(([name]) => !tables.some((table) => table.name === name));
  return {
    phase,
    name: stepLook(phase).name,
    tables,
    entries: plain.map(([name, value]) => ({ name, value: written(value) })),
  };
};

/** A trace's times for drawing: phases with one number as bars, in the order in which they began; the others in full. */
export const timingRows = ({
  phase_timing_ms: timing,
  phase_start_ms: starts = {},
}: Pick<PipelineTrace, 'phase_timing_ms' | 'phase_start_ms'>): {
  readonly rows: readonly TimingRow[];
  readonly details: readonly TimingDetail[];
} => ({
  rows: Object.entries(timing)
    .flatMap(([phase, value]) =>
      typeof value === 'number'
        ? [{ phase, milliseconds: value, start: starts[phase] ?? null, ...stepLook(phase) }]
        : [],
    )
    .sort((a, b) => (a.start ?? 0) - (b.start ?? 0)),
  details: Object.entries(timing).flatMap(([phase, value]) =>
    typeof value === 'number' ? [] : [detailOf(phase, value)],
  ),
});

/** The bars for a spreadsheet, in milliseconds. */
export const timingCells = (rows: readonly TimingRow[]): ChartRows => [
  ['phase', 'start_ms', 'duration_ms'],
  ...rows.map(({ phase, start, milliseconds }) => [phase, start, milliseconds]),
];

/** The total minus the sum of the phases, in milliseconds; negative when phases ran side by side. */
export const unaccounted = (rows: readonly TimingRow[], elapsed: number): number =>
  elapsed - rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
