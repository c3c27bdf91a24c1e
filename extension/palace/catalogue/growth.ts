import { dayMs } from '../../base/time.ts';
import { growthUnits, type GrowthUnit } from '../model/drawer/vocabulary.ts';
import type { CatalogueEntry } from './catalogue.ts';

/** A wing's drawers by the time when they were written. */
interface WingGrowth {
  readonly wing: string;
  readonly drawers: number;
  /** When its newest drawer was written, in milliseconds since 1970. */
  readonly newestMs: number;
  /** Drawers of each step; parallel to `starts`. */
  readonly filed: readonly number[];
  /** Drawers dated later than the last step, which no step counts. */
  readonly future: number;
}

interface Growth {
  readonly unit: GrowthUnit;
  /** When each step begins, in milliseconds since 1970, without a gap; the last one holds the present. */
  readonly starts: readonly number[];
  /** The largest first. */
  readonly wings: readonly WingGrowth[];
}

/** Steps that a chart of usual width can still tell apart. */
const mostSteps = 60;

/** The start of the step that holds a time. */
const startOf = (unit: GrowthUnit, ms: number): number => {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'day':
      return Math.floor(ms / dayMs) * dayMs;
    case 'week':
      // 1 January 1970 was a Thursday.
      return (Math.floor((ms / dayMs + 3) / 7) * 7 - 3) * dayMs;
    case 'month':
      return Date.UTC(year, month);
    case 'quarter':
      return Date.UTC(year, month - (month % 3));
    case 'year':
      return Date.UTC(year, 0);
  }
};

/** Longer than the step and shorter than two of them. */
const overOne: Readonly<Record<GrowthUnit, number>> = {
  day: 1.5 * dayMs,
  week: 10 * dayMs,
  month: 45 * dayMs,
  quarter: 130 * dayMs,
  year: 500 * dayMs,
};

const stepsFrom = (unit: GrowthUnit, first: number, last: number): number[] => {
  const starts: number[] = [];
  for (let start = startOf(unit, first); start <= last; start = startOf(unit, start + overOne[unit]))
    starts.push(start);
  return starts;
};

/** The finest steps that all fit into a chart. */
const axisOf = (first: number, last: number): Pick<Growth, 'unit' | 'starts'> => {
  for (const unit of growthUnits) {
    if (unit !== 'year' && (last - first) / overOne[unit] > mostSteps) continue;
    const starts = stepsFrom(unit, first, last);
    if (unit === 'year' || starts.length <= mostSteps) return { unit, starts: starts.slice(-10 * mostSteps) };
  }
  return { unit: 'year', starts: [] };
};

/**
 * How each wing has grown until `now`, by when its drawers were written. Drawers older than the axis count in its first step. Those of
 * the future are counted apart: one with the year 9999 would leave no step for the present.
 */
export const growthOf = (entries: readonly Pick<CatalogueEntry, 'wing' | 'filedAtMs'>[], now: number): Growth => {
  if (entries.length === 0) return { unit: 'day', starts: [], wings: [] };
  let first = now;
  for (const { filedAtMs } of entries) first = Math.min(first, filedAtMs);
  const { unit, starts } = axisOf(first, now);
  const present = starts.at(-1) ?? 0;
  const placeOf = new Map(starts.map((start, place) => [start, place]));
  const wings = new Map<string, { drawers: number; newestMs: number; filed: number[]; future: number }>();
  for (const { wing, filedAtMs } of entries) {
    const growth = wings.get(wing) ?? {
      drawers: 0,
      newestMs: -Infinity,
      filed: starts.map(() => 0),
      future: 0,
    };
    wings.set(wing, growth);
    const start = startOf(unit, filedAtMs);
    const place = placeOf.get(start) ?? 0;
    if (start > present) growth.future += 1;
    else growth.filed[place] = (growth.filed[place] ?? 0) + 1;
    growth.drawers += 1;
    growth.newestMs = Math.max(growth.newestMs, filedAtMs);
  }
  return {
    unit,
    starts,
    wings: [...wings]
      .map(([wing, growth]) => ({ wing, ...growth }))
      .sort((a, b) => b.drawers - a.drawers || (a.wing < b.wing ? -1 : 1)),
  };
};
