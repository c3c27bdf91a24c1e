import type { PipelineStep } from '../../contract/search/scorePhases.ts';
import type { Phase } from '../phases/phase.ts';
import { association } from '../phases/lifecycle/association.ts';
import { consolidation } from '../phases/consolidation.ts';
import { decay } from '../phases/lifecycle/decay.ts';
import { duplicateFolding } from '../phases/duplicateFolding.ts';
import { expansion } from '../phases/expansion.ts';
import { historyEvidence } from '../phases/evidence/historyEvidence.ts';
import { importance } from '../phases/lifecycle/importance.ts';
import { kindOfSource } from '../phases/kindOfSource.ts';
import { lifecycleCap } from '../phases/lifecycle/lifecycleCap.ts';
import { ltp } from '../phases/lifecycle/ltp.ts';
import { neighbourEvidence } from '../phases/evidence/neighbourEvidence.ts';
import { pairEvidence } from '../phases/evidence/pairEvidence.ts';
import { pinned } from '../phases/pinned.ts';
import { rerank } from '../phases/rerank.ts';
import { selectionPhase } from '../phases/selectionPhase.ts';
import { sentenceEvidence } from '../phases/evidence/sentenceEvidence.ts';
import { seriesEvidence } from '../phases/evidence/seriesEvidence.ts';
import { sourceEvidence } from '../phases/evidence/sourceEvidence.ts';
import { supersede } from '../phases/supersede.ts';
import { tagging } from '../phases/lifecycle/tagging.ts';
import { testEvidence } from '../phases/evidence/testEvidence.ts';
import { tier } from '../phases/lifecycle/tier.ts';
import { timeEvidence } from '../phases/evidence/timeEvidence.ts';

export type PhaseFunctions = Readonly<Record<PipelineStep, Phase>>;

/** The function of each step in scorePhaseTable.ts. The types fail if a step has none, or a function has no step. */
export const phaseFunctions: PhaseFunctions = {
  pair: pairEvidence,
  sentence: sentenceEvidence,
  time: timeEvidence,
  kind: kindOfSource,
  duplicates: duplicateFolding,
  source: sourceEvidence,
  neighbour: neighbourEvidence,
  series: seriesEvidence,
  history: historyEvidence,
  tests: testEvidence,
  rerank,
  decay,
  ltp,
  association,
  tagging,
  importance,
  tier,
  lifecycle_cap: lifecycleCap,
  query_expansion: expansion,
  pinned,
  supersede,
  consolidation,
  selection: selectionPhase,
};
