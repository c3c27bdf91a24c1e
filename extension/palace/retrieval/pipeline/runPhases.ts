import { pipelineSteps, type PipelineStep } from '../../contract/search/scorePhases.ts';
import type { Candidate, Drop } from '../candidates/candidate.ts';
import type { Phase, PhaseContext } from '../phases/phase.ts';
import { phaseFunctions } from './phaseFunctions.ts';

interface NamedPhase extends Phase {
  readonly name: PipelineStep;
}

/** What happens to the fused candidates, in order. */
export const phases: readonly NamedPhase[] = pipelineSteps.map((name) => ({ name, ...phaseFunctions[name] }));

interface PhaseRecord {
  readonly name: PipelineStep;
  readonly ran: boolean;
  readonly ms: number;
  /** When it began, by the timer. */
  readonly from: number;
  /** `ms` by name: parts that the phase reports separately, and the rest under its own name. */
  readonly timings: Readonly<Record<string, number>>;
  readonly candidatesIn: number;
  readonly candidatesOut: number;
  /** The candidates as they came in. */
  readonly input: readonly Candidate[];
  readonly dropped: readonly Drop[];
}

export interface PipelineOutcome {
  readonly results: readonly Candidate[];
  readonly dropped: readonly Drop[];
  readonly records: readonly PhaseRecord[];
}

/** Runs every phase that the profile has on. `timer` gives milliseconds; it affects the timings alone. */
export const runPhases = (
  candidates: readonly Candidate[],
  context: PhaseContext,
  timer: () => number,
  list: readonly NamedPhase[] = phases,
): PipelineOutcome => {
  let current = candidates;
  const dropped: Drop[] = [];
  const records: PhaseRecord[] = [];
  for (const { name, isOn, run } of list) {
    const before = timer();
    const input = current;
    let left: readonly Drop[] = [];
    const ran = isOn(context.flags, context.snapshot);
    let apart: Readonly<Record<string, number>> = {};
    if (ran) {
      const outcome = run(current, context, timer);
      current = outcome.candidates;
      left = outcome.dropped ?? [];
      dropped.push(...left);
      apart = outcome.timings ?? {};
    }
    const ms = timer() - before;
    const rest = Math.max(0, ms - Object.values(apart).reduce((sum, part) => sum + part, 0));
    records.push({
      name,
      ran,
      ms,
      from: before,
      timings: { [name]: rest, ...apart },
      candidatesIn: input.length,
      candidatesOut: current.length,
      input,
      dropped: left,
    });
  }
  return { results: current, dropped, records };
};
