import type { Candidate, Drop } from './candidate.ts';
import type { Phase, PhaseContext } from './phase.ts';
import { duplicateFolding } from './phases/duplicateFolding.ts';
import { pairEvidence } from './phases/pairEvidence.ts';
import { selectionPhase } from './phases/selectionPhase.ts';
import { sentenceEvidence } from './phases/sentenceEvidence.ts';
import { sourceEvidence } from './phases/sourceEvidence.ts';
import { timeEvidence } from './phases/timeEvidence.ts';

/** What happens to the fused candidates, in order. A new phase is one file and one line here. */
export const phases: readonly Phase[] = [
  pairEvidence,
  sentenceEvidence,
  timeEvidence,
  duplicateFolding,
  sourceEvidence,
  selectionPhase,
];

export interface PhaseRecord {
  readonly name: string;
  readonly ran: boolean;
  readonly ms: number;
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

/** Runs every phase that the profile has on. `timer` gives milliseconds and changes nothing else. */
export const runPhases = (candidates: readonly Candidate[], context: PhaseContext, timer: () => number, list: readonly Phase[] = phases): PipelineOutcome => {
  let current = candidates;
  const dropped: Drop[] = [];
  const records: PhaseRecord[] = [];
  for (const { name, isOn, run } of list) {
    const before = timer();
    const input = current;
    let left: readonly Drop[] = [];
    const ran = isOn(context.flags);
    if (ran) {
      const outcome = run(current, context);
      current = outcome.candidates;
      left = outcome.dropped ?? [];
      dropped.push(...left);
    }
    records.push({ name, ran, ms: timer() - before, candidatesIn: input.length, candidatesOut: current.length, input, dropped: left });
  }
  return { results: current, dropped, records };
};
