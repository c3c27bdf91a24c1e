import { phaseLooks, type PhaseFamily, type StepPhase } from './phaseLook.ts';

/** How a reason to leave the pool is named. */
export interface DropLook {
  readonly family: PhaseFamily;
  readonly label: string;
}

const looks: Readonly<Record<string, DropLook>> = {
  cut: { family: 'base', label: 'below the cut' },
  below_pool: { family: 'base', label: 'below the pool' },
  no_match: { family: 'base', label: 'known to no leg' },
  model_guard: { family: 'base', label: 'model guard' },
  scope: { family: 'base', label: 'filters' },
  merged: { family: 'match', label: 'found by several legs' },
  mmr: { family: 'set', label: 'likeness (mmr)' },
  cross_wing_balancing: { family: 'set', label: 'wing saturation' },
  duplicates: { family: 'set', label: 'the same text' },
  supersede: { family: 'standing', label: 'superseded' },
  consolidation: { family: 'standing', label: 'consolidated' },
};

const isStepPhase = (phase: string): phase is StepPhase => Object.hasOwn(phaseLooks, phase);

/** The look of a drop's phase; a phase unknown here goes by its own name. */
export const dropLook = (phase: string): DropLook => {
  const known = Object.hasOwn(looks, phase) ? looks[phase] : undefined;
  if (known !== undefined) return known;
  const label = phase.replaceAll('_', ' ');
  return isStepPhase(phase) ? { family: phaseLooks[phase].family, label } : { family: 'base', label };
};
