import { type PhaseFamily } from '../../extension/palace/contract/search/scorePhaseTable.ts';
import { scorePhaseRow } from '../../extension/palace/contract/search/scorePhases.ts';

/** How a reason to leave the pool is named. */
export interface DropLook {
  readonly family: PhaseFamily;
  readonly label: string;
}

/** Reasons that are no phase. */
const looks: Readonly<Record<string, DropLook>> = {
  cut: { family: 'base', label: 'below the cut' },
  below_pool: { family: 'base', label: 'below the pool' },
  no_match: { family: 'base', label: 'not matched' },
  model_guard: { family: 'base', label: 'model guard' },
  scope: { family: 'base', label: 'filters' },
  merged: { family: 'match', label: 'found by several legs' },
};

/** The look of a drop's phase; a phase unknown here goes by its own name. */
export const dropLook = (phase: string): DropLook => {
  const known = Object.hasOwn(looks, phase) ? looks[phase] : undefined;
  if (known !== undefined) return known;
  const row = scorePhaseRow(phase);
  return { family: row?.family ?? 'base', label: row?.leavesOut ?? phase.replaceAll('_', ' ') };
};
