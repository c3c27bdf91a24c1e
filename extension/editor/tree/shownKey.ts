import type { PalaceState } from '../palace/palaceState.ts';

/** Milliseconds after the last change, and at the latest after the first, until views show how many drawers there are now. */
export const drawersSettle = { quietMs: 300, latestMs: 1500 };

/**
 * The part of the state that a view of drawers depends on. While drawers are being embedded, the revision rises several
 * times per second although no drawer comes or goes. Then only the counts matter, and the end of the work.
 */
export const shownKey = (state: PalaceState): string => {
  if (state.kind !== 'open') return state.kind === 'opening' ? 'closed' : state.kind;
  if (state.status === null) return 'open';
  const { palace, embeddings, drawers } = state.status;
  return `open ${embeddings.pending > 0 ? 'filling in' : palace.revision} ${JSON.stringify(drawers)}`;
};
