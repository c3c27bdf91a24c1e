import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { onEmptyPalace } from '../../service/onEmptyPalace.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import type { PalaceSession, SessionDependencies } from './palaceSession.ts';

interface DryRunDependencies extends Pick<SessionDependencies, 'connect' | 'plan'> {
  readonly session: Pick<PalaceSession, 'api'>;
}

/** Runs something that writes nothing on this window's palace. */
export type DryRun = <T>(work: (api: PalaceApi) => Promise<T>) => Promise<T>;

/** Where the window has no palace yet, runs something on an empty one and gives its result; undefined where there is a palace. */
export type Beforehand = <T>(work: (empty: PalaceApi) => Promise<T>) => Promise<T | undefined>;

/**
 * Where the window has no palace yet, an empty one in a temporary folder is used and removed afterwards: what a person has not agreed to
 * makes no palace.
 */
export const palaceForDryRun =
  (dependencies: DryRunDependencies): DryRun =>
  async (work) => {
    const own = await ownPalace(dependencies);
    return own.api === undefined ? onEmptyPalace(own.connect, work) : work(own.api);
  };

/** What the palace would refuse is refused before one is made for it. */
export const triedBeforehand =
  (dependencies: DryRunDependencies): Beforehand =>
  async (work) => {
    const own = await ownPalace(dependencies);
    return own.api === undefined ? onEmptyPalace(own.connect, work) : undefined;
  };

/** The window's palace, or how one of another folder is opened where it has none. Rejects where it can have none. */
const ownPalace = async ({
  session,
  connect,
  plan,
}: DryRunDependencies): Promise<
  | { readonly api: PalaceApi }
  | { readonly api: undefined; readonly connect: (folder: string) => Promise<PalaceConnection> }
> => {
  const place = plan();
  try {
    return { api: await session.api() };
  } catch (thrown) {
    if (place.kind === 'nowhere' || PalaceError.from(thrown).code !== 'E_PALACE_NOT_FOUND') throw thrown;
    return { api: undefined, connect: (folder) => connect({ ...place.options, folder }) };
  }
};
