import type { PalaceState } from '../palace/palaceState.ts';

/** The model is being loaded: nothing can be embedded yet. */
export const isLoading = (state: PalaceState): boolean =>
  state.kind === 'open' && state.status?.embeddings.state === 'loading';

export const isLoaded = (state: PalaceState): boolean => !isLoading(state);

/** Every drawer has its vector. */
export const isReady = (state: PalaceState): boolean =>
  state.kind === 'open' && state.status?.embeddings.state === 'ready';
