import { retrievalSteps } from '../../extension/palace/contract/search/retrievalSteps.ts';
import type { PhaseFamily } from '../../extension/palace/contract/search/scorePhaseTable.ts';
import { scorePhaseRow } from '../../extension/palace/contract/search/scorePhases.ts';
import { translatable } from '../text/translate.ts';

/** A step of a search for people, in English. */
interface StepLook {
  readonly name: string;
  readonly family: PhaseFamily;
}

const steps: ReadonlyMap<string, StepLook> = new Map<string, StepLook>([
  ...retrievalSteps.map((step): [string, StepLook] => [step.id, step]),
  // The flow counts all legs as one step.
  ['legs', { name: translatable('Matching'), family: 'match' }],
  ['paginated_scoring', { name: translatable('Scan in batches'), family: 'use' }],
]);

/** Full name and family of a step of the search, be it a phase or not; an unknown one goes by its own name. */
export const stepLook = (step: string): StepLook => {
  const { name, family } = scorePhaseRow(step) ?? steps.get(step) ?? { name: step, family: 'base' };
  return { name, family };
};

/** The name of a step where there is little room. */
export const shortStepName = (step: string): string => scorePhaseRow(step)?.label ?? stepLook(step).name;
