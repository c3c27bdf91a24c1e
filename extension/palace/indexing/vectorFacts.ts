import type { DrawerView } from '../contract/drawerViewSchema.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';

/** What a drawer's view says of its vector. */
export type VectorFacts = Pick<DrawerView, 'has_vector' | 'unembeddable'>;

/** The facts of a slot. `vectors`: null until they are loaded. A zero vector stands for one that the model can't give. */
export const vectorFacts = (vectors: VectorIndex | null, slot: number | undefined): VectorFacts =>
  slot === undefined || vectors?.has(slot) !== true
    ? { has_vector: false }
    : vectors.isZero(slot)
      ? { has_vector: false, unembeddable: true }
      : { has_vector: true };
