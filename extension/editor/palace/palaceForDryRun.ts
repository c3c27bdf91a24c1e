import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession, SessionDependencies } from './palaceSession.ts';

export interface DryRunDependencies extends Pick<SessionDependencies, 'connect' | 'plan'> {
  readonly session: Pick<PalaceSession, 'api'>;
}

/** Runs something that writes nothing on this window's palace. */
export type DryRun = <T>(work: (api: PalaceApi) => Promise<T>) => Promise<T>;

/**
 * Where the window has no palace yet, an empty one in a temporary folder is used and removed afterwards: what a person has not agreed to
 * makes no palace.
 */
export const palaceForDryRun =
  ({ session, connect, plan }: DryRunDependencies): DryRun =>
  async (work) => {
    const place = plan();
    let api: PalaceApi;
    try {
      api = await session.api();
    } catch (thrown) {
      if (place.kind === 'nowhere' || PalaceError.from(thrown).code !== 'E_PALACE_NOT_FOUND') throw thrown;
      const folder = await mkdtemp(path.join(os.tmpdir(), 'synapse-palace-dry-'));
      try {
        const connection = await connect({ ...place.options, folder });
        try {
          return await work(connection.api);
        } finally {
          await connection.close();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return work(api);
  };
