import { type PhaseFamily } from '../../extension/palace/contract/search/scorePhaseTable.ts';
import { scorePhaseRow } from '../../extension/palace/contract/search/scorePhases.ts';
import { translatable } from '../text/translate.ts';

/** The names of a reason to leave the pool. */
interface DropLook {
  readonly family: PhaseFamily;
  readonly label: string;
}

/** Reasons that are not phases. */
const looks: Readonly<Record<string, DropLook>> = {
  cut: { family: 'base', label: translatable('below the cut') },
  below_pool: { family: 'base', label: translatable('below the pool') },
  no_match: { family: 'base', label: translatable('not matched') },
  model_guard: { family: 'base', label: translatable('model guard') },
  scope: { family: 'base', label: translatable('filters') },
  merged: { family: 'match', label: translatable('found by several legs') },
};

/** The look of a drop's phase; an unknown phase keeps its own name. */
export const dropLook = (phase: string): DropLook => {
  const known = Object.hasOwn(looks, phase) ? looks[phase] : undefined;
  if (known !== undefined) return known;
  const row = scorePhaseRow(phase);
  return { family: row?.family ?? 'base', label: row?.leavesOut ?? phase.replaceAll('_', ' ') };
};
