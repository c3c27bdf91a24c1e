import { inject } from 'vitest';
import type { SharedServer } from './sharedServer.ts';

/** The VS Code server that this worker's files share. */
export const serverOfWorker = (): SharedServer => {
  const servers = inject('sharedServers');
  const server = servers[(Number(process.env['VITEST_POOL_ID']) - 1) % servers.length];
  if (server === undefined) throw new Error('Vitest did not number this worker.');
  return server;
};
