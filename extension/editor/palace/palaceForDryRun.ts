import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { onEmptyPalace } from '../../service/onEmptyPalace.ts';
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
      const { options } = place;
      return onEmptyPalace((folder) => connect({ ...options, folder }), work);
    }
    return work(api);
  };
