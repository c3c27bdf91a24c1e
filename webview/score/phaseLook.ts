import {
  cosineStep,
  selectionSteps,
  type ScorePhaseRow,
} from '../../extension/palace/contract/search/scorePhaseTable.ts';
import type { SelectionEvent } from '../../extension/palace/contract/search/searchResult.ts';
import { scorePhaseRow, type ScorePhase } from '../../extension/palace/contract/search/scorePhases.ts';

export type StepPhase = 'cosine' | ScorePhase;
export type SelectionTerm = SelectionEvent['phase'];

/** How a step is named (in full, on a bar, on a narrow bar; English) and coloured. */
export type PhaseLook = Pick<ScorePhaseRow, 'family' | 'name' | 'label' | 'short'>;

/** The look of a step of a score; an unknown phase keeps its own name. */
export const phaseLook = (phase: StepPhase): PhaseLook =>
  phase === 'cosine'
    ? cosineStep
    : (scorePhaseRow(phase) ?? { family: 'base', name: phase, label: phase, short: phase });

/** The look of a term of the selection score. */
export const selectionLook = (term: SelectionTerm): PhaseLook =>
  term === 'relevance' || term === 'held_back' ? selectionSteps[term] : phaseLook(term);
