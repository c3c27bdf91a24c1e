import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { alikeFrom, type Likeness } from './clusters.ts';

/** A scan rounds: what is nearly enough alike is compared exactly. */
const rounding = 0.001;

/**
 * Which of the drawers (by slot) are more alike than {@link alikeFrom}: one scan of the vectors a drawer, other work in
 * between; places are those in `slots`. Sooner or later every scan goes over the whole palace: callers bound their number.
 * Throws E_CANCELLED.
 */
export const neighbourhood = async (
  slots: readonly number[],
  catalogue: Catalogue,
  vectors: VectorIndex,
  signal?: AbortSignal,
): Promise<Likeness[]> => {
  const found: Likeness[] = [];
  for (const [a, slot] of slots.entries()) {
    if (signal?.aborted === true)
      throw new PalaceError('E_CANCELLED', 'Making the plan was cancelled; nothing was written.');
    const cosines = vectors.scanFrom(slot, catalogue.slots);
    for (let b = a + 1; b < slots.length; b++) {
      const other = slots[b] ?? -1;
      if (!((cosines[other] ?? NaN) > alikeFrom - rounding)) continue;
      const cosine = vectors.similarity(slot, other);
      if (cosine > alikeFrom) found.push({ a, b, cosine });
    }
    await nextTurn();
  }
  return found;
};
