import { hookNames } from '../palace/contract/hookNames.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import type { PalaceConnection } from '../service/palaceConnection.ts';
import type { SynapsePalaceApi } from './publicApi.ts';

interface ApiParts {
  /** The palace's calls; rejects if there is no palace. */
  readonly palace: () => Promise<Pick<PalaceApi, 'search' | 'replay'>>;
  readonly registerHook: PalaceConnection['registerHook'];
}

/**
 * The API that other extensions and programs get of a palace. Schemas are loaded with the first call, because the
 * editor's start does not need them.
 */
export const apiOf = ({ palace, registerHook }: ApiParts): SynapsePalaceApi => ({
  version: 1,
  registerHook: (name, hook) => {
    // Its callers need not be compiled against these types.
    if (!hookNames.includes(name))
      throw new PalaceError('E_USAGE', errorText`There is no hook ${name}.`, {
        remedy: errorText`Use one of: ${hookNames.join(', ')}.`,
      });
    return registerHook(name, hook);
  },
  search: async (query, options) => (await import('./publicCalls.ts')).publicSearch(query, options, palace),
  replay: async (packet) => (await import('./publicCalls.ts')).publicReplay(packet, palace),
});
