import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { PlanRequest } from '../planParts.ts';
import { stopPlanIfAborted } from './stopPlanIfAborted.ts';
import type { VectorIndex } from '../../../vectors/vectorIndex.ts';
import { alikeFrom, type Likeness } from './clusters.ts';

/** Scans are rounded: pairs close to the limit are compared exactly. */
const rounding = 0.001;

/**
 * The pairs of these drawers that are more alike than {@link alikeFrom}, by their places in `slots`. `onScan` gets the cosines
 * of the drawer at a place with every slot, which costs one scan of all vectors per drawer; null compares them with each other
 * alone. Other work goes on in between, and callers limit the number of drawers. Throws E_CANCELLED.
 */
export const neighbourhood = async (
  slots: readonly number[],
  catalogue: Catalogue,
  vectors: VectorIndex,
  onScan: ((place: number, cosines: Float64Array) => void) | null,
  { signal, onCompared }: Pick<PlanRequest, 'signal' | 'onCompared'>,
): Promise<Likeness[]> => {
  const found: Likeness[] = [];
  const these = onScan === null ? vectors.subset(slots) : null;
  try {
    for (const [a, slot] of slots.entries()) {
      stopPlanIfAborted(signal);
      const cosines = these?.scanFrom(a, slots.length) ?? vectors.scanFrom(slot, catalogue.slots);
      onScan?.(a, cosines);
      for (let b = a + 1; b < slots.length; b++) {
        const other = slots[b] ?? -1;
        if (!((cosines[these === null ? other : b] ?? NaN) > alikeFrom - rounding)) continue;
        const cosine = vectors.similarity(slot, other);
        if (cosine > alikeFrom) found.push({ a, b, cosine });
      }
      onCompared?.(a + 1, slots.length);
      await nextTurn();
    }
  } finally {
    these?.dispose();
  }
  return found;
};
