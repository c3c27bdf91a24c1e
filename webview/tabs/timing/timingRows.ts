import type { PipelineTrace } from '../../../extension/palace/model/searchResult.ts';
import type { PhaseFamily } from '../../score/phaseLook.ts';

export interface TimingRow {
  readonly phase: string;
  readonly milliseconds: number;
  readonly family: PhaseFamily;
}

/** A phase that reports more than one number, flattened: `batches.0.ms` → value. */
export interface TimingDetail {
  readonly phase: string;
  readonly entries: readonly { readonly name: string; readonly value: string }[];
}

const families: readonly (readonly [RegExp, PhaseFamily])[] = [
  [/lexical|dense|embed|closet|graph|fusion|expansion|evidence|pair|sentence|query/u, 'match'],
  [/mmr|cross_wing|selection|fold/u, 'set'],
  [/ltp|association|tagging|pinned/u, 'use'],
  [/scor|decay|importance|tier|supersede|consolidation|lifecycle|cap/u, 'standing'],
];
const familyOf = (phase: string): PhaseFamily => families.find(([pattern]) => pattern.test(phase))?.[1] ?? 'base';

const flatten = (value: unknown, name: string): readonly { readonly name: string; readonly value: string }[] => {
  if (typeof value !== 'object' || value === null) return [{ name, value: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}.${key}`));
};

/** `phase_timing_ms` for drawing: phases with one number as bars, in the order in which they stand; the others in full. */
export const timingRows = (timing: PipelineTrace['phase_timing_ms']): { readonly rows: readonly TimingRow[]; readonly details: readonly TimingDetail[] } => ({
  rows: Object.entries(timing).flatMap(([phase, value]) => (typeof value === 'number' ? [{ phase, milliseconds: value, family: familyOf(phase) }] : [])),
  details: Object.entries(timing).flatMap(([phase, value]) => (typeof value === 'number' ? [] : [{ phase, entries: flatten(value, '') }])),
});

/** How the phases' sum stands to the whole, in milliseconds: negative when phases ran side by side. */
export const unaccounted = (rows: readonly TimingRow[], elapsed: number): number => elapsed - rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
