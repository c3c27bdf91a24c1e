import type { PalaceApi } from '../../contract/palaceApi.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import { SqlError } from '../../store/realFile/sqlError.ts';
import { eachCall } from './eachCall.ts';

/**
 * The calls; where SQLite ends one because the palace is damaged, the error says which file that is. If nothing in it
 * can be read, `verify` alone answers.
 */
export const namedDamage = (
  calls: PalaceApi,
  store: Pick<PalaceStore, 'health'>,
  isReadable: boolean,
): PalaceApi =>
  eachCall(calls, (call, method) => async (params, options) => {
    const named = (cause?: unknown): PalaceError | undefined =>
      store.health.state === 'damaged'
        ? new PalaceError('E_PALACE_DAMAGED', store.health.reason, { cause })
        : undefined;
    const unreadable = isReadable || method === 'verify' ? undefined : named();
    if (unreadable !== undefined) throw unreadable;
    try {
      return await call(params, options);
    } catch (thrown) {
      const isOfFile = thrown instanceof SqlError && thrown.code === 'E_PALACE_DAMAGED';
      throw (isOfFile ? named(thrown) : undefined) ?? thrown;
    }
  });
