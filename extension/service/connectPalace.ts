import type { ConnectOptions, PalaceConnection } from './palaceConnection.ts';

/** Opens the palace in a worker of this process. Rejects with E_PALACE_IN_USE, E_PALACE_NEWER and the store's errors. */
export const connectPalace = (options: ConnectOptions): Promise<PalaceConnection> => Promise.reject(new Error(`not connected: ${options.folder}`));
