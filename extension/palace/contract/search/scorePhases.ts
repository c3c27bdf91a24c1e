import { scorePhaseTable, type ScorePhaseRow } from './scorePhaseTable.ts';

type Row = (typeof scorePhaseTable)[number];
type StepOf<Of> = Of extends { readonly step: infer Step }
  ? Step
  : Of extends { readonly id: infer Id }
    ? Id
    : never;

/** Steps of the pipeline. Each runs one or more phases. */
export type PipelineStep = Exclude<StepOf<Row>, null>;

const stepsOf = (row: Row): readonly PipelineStep[] =>
  'step' in row ? (row.step === null ? [] : [row.step]) : [row.id];

/** Phases that may change a score, in the order in which their events apply. */
export const scorePhases = scorePhaseTable.flatMap((row) => (row.adds === null ? [] : [row.id]));
export type ScorePhase = (typeof scorePhases)[number];

/** The keys of `score_breakdown` between the cosine and the final score, in order. */
export const breakdownKeys = [...new Set(scorePhaseTable.flatMap((row) => (row.adds === null ? [] : [row.adds])))];
type BreakdownKey = (typeof breakdownKeys)[number];

/** The key of `score_breakdown` that each phase's changes are added to. */
export const breakdownKeyOf: ReadonlyMap<string, BreakdownKey> = new Map(
  scorePhaseTable.flatMap((row) => (row.adds === null ? [] : [[row.id, row.adds] as const])),
);

/** Steps of the pipeline in the order in which they run. */
export const pipelineSteps: readonly PipelineStep[] = [...new Set(scorePhaseTable.flatMap(stepsOf))];

const rows: ReadonlyMap<string, ScorePhaseRow> = new Map(scorePhaseTable.map((row) => [row.id, row]));

/** The row of a phase; undefined for other names, such as a leg's. */
export const scorePhaseRow = (id: string): ScorePhaseRow | undefined => rows.get(id);
