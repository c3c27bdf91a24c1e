import type { PipelineStep } from '../../contract/scorePhases.ts';
import type { Phase } from './phase.ts';
import { association } from './association.ts';
import { consolidation } from './consolidation.ts';
import { decay } from './decay.ts';
import { duplicateFolding } from './duplicateFolding.ts';
import { expansion } from './expansion.ts';
import { importance } from './importance.ts';
import { kindOfSource } from './kindOfSource.ts';
import { lifecycleCap } from './lifecycleCap.ts';
import { ltp } from './ltp.ts';
import { pairEvidence } from './pairEvidence.ts';
import { pinned } from './pinned.ts';
import { rerank } from './rerank.ts';
import { selectionPhase } from './selectionPhase.ts';
import { sentenceEvidence } from './sentenceEvidence.ts';
import { sourceEvidence } from './sourceEvidence.ts';
import { supersede } from './supersede.ts';
import { tagging } from './tagging.ts';
import { tier } from './tier.ts';
import { timeEvidence } from './timeEvidence.ts';

export type PhaseFunctions = Readonly<Record<PipelineStep, Phase>>;

/** The function of each step in scorePhaseTable.ts. The types fail if a step has none, or a function has no step. */
export const phaseFunctions: PhaseFunctions = {
  pair: pairEvidence,
  sentence: sentenceEvidence,
  time: timeEvidence,
  kind: kindOfSource,
  duplicates: duplicateFolding,
  source: sourceEvidence,
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
