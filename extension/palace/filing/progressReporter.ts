import type { MiningProgress } from './mineReport.ts';

export type ProgressListener = (progress: MiningProgress) => void;

/** Reports of one stage at a time, ten a second at most; the last one of a stage is always delivered by `end`. */
export interface ProgressReporter {
  begin(stage: MiningProgress['stage'], total: number | null): void;
  /** `done` in the unit of the stage's total; `per_second` is in the same unit. */
  step(done: number, message: string): void;
  end(): void;
}

const intervalMs = 100;

export const progressReporter = (listener: ProgressListener | undefined): ProgressReporter => {
  let stage: MiningProgress['stage'] = 'scanning';
  let total: number | null = null;
  let began = 0;
  let reported = -Infinity;
  let last: { done: number; message: string } | undefined;
  const report = (): void => {
    if (last === undefined) return;
    const seconds = (performance.now() - began) / 1000;
    listener?.({
      stage,
      done: last.done,
      total,
      message: last.message,
      per_second: seconds > 0 ? last.done / seconds : null,
    });
    reported = performance.now();
    last = undefined;
  };
  return {
    begin(next, nextTotal) {
      stage = next;
      total = nextTotal;
      began = performance.now();
      reported = -Infinity;
    },
    step(done, message) {
      last = { done, message };
      if (performance.now() - reported >= intervalMs) report();
    },
    end: report,
  };
};
