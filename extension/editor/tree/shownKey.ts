import type { PalaceState } from '../palace/palaceState.ts';

/**
 * What of the state a view of drawers depends on. While vectors are filled in, the revision rises several times a second
 * without a drawer coming or going: then only the counts matter, and the end of the work.
 */
export const shownKey = (state: PalaceState): string => {
  if (state.kind !== 'open') return state.kind === 'opening' ? 'closed' : state.kind;
  if (state.status === null) return 'open';
  const { palace, embeddings, drawers } = state.status;
  return `open ${embeddings.pending > 0 ? 'filling in' : palace.revision} ${JSON.stringify(drawers)}`;
};
