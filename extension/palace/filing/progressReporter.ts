import type { MiningProgress } from './mineReport.ts';

export type ProgressListener = (progress: MiningProgress) => void;

/**
 * Reports one stage at a time, at most ten times a second. `end` delivers the last report of a stage if it is still
 * pending.
 */
export interface ProgressReporter {
  begin(stage: MiningProgress['stage'], total: number | null): void;
  /** `done` is in the unit of the stage's total, and so is `per_second`. */
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
