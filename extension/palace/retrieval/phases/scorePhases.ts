import type { Candidate, Drop } from '../candidates/candidate.ts';
import type { Phase, PhaseContext } from './phase.ts';
import { association } from './association.ts';
import { consolidation } from './consolidation.ts';
import { decay } from './decay.ts';
import { duplicateFolding } from './duplicateFolding.ts';
import { expansion } from './expansion.ts';
import { importance } from './importance.ts';
import { lifecycleCap } from './lifecycleCap.ts';
import { ltp } from './ltp.ts';
import { pairEvidence } from './pairEvidence.ts';
import { pinned } from './pinned.ts';
import { selectionPhase } from './selectionPhase.ts';
import { sentenceEvidence } from './sentenceEvidence.ts';
import { sourceEvidence } from './sourceEvidence.ts';
import { supersede } from './supersede.ts';
import { tagging } from './tagging.ts';
import { tier } from './tier.ts';
import { timeEvidence } from './timeEvidence.ts';

/** What happens to the fused candidates, in order. A new phase is one file and one line here. */
export const phases: readonly Phase[] = [
  pairEvidence,
  sentenceEvidence,
  timeEvidence,
  duplicateFolding,
  sourceEvidence,
  decay,
  ltp,
  association,
  tagging,
  importance,
  tier,
  lifecycleCap,
  expansion,
  pinned,
  supersede,
  consolidation,
  selectionPhase,
];

export interface PhaseRecord {
  readonly name: string;
  readonly ran: boolean;
  readonly ms: number;
  /** `ms` by name: parts that the phase names apart, the rest under its own name. */
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

/** Runs every phase that the profile has on. `timer` gives milliseconds and changes nothing else. */
export const runPhases = (
  candidates: readonly Candidate[],
  context: PhaseContext,
  timer: () => number,
  list: readonly Phase[] = phases,
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
      timings: { [name]: rest, ...apart },
      candidatesIn: input.length,
      candidatesOut: current.length,
      input,
      dropped: left,
    });
  }
  return { results: current, dropped, records };
};
