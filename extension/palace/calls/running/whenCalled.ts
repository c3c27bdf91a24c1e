import { recordOf } from '../../../base/recordOf.ts';
import type { PalaceApi } from '../../contract/palaceApi.ts';
import type { AnyCall } from './eachCall.ts';

/**
 * A group of calls whose code is loaded and put together when one of them is first made: most programs that open a palace make a
 * few calls, and the schemas of all others would cost them a tenth of their start. If that fails, the next call tries again.
 * @param names each call of the group
 */
export const whenCalled = <Calls extends Partial<PalaceApi>>(
  names: Readonly<Record<keyof Calls, true>>,
  make: () => Promise<Calls>,
): Calls => {
  let made: Promise<Calls> | undefined;
  const calls = (): Promise<Calls> => {
    made ??= make().catch((thrown: unknown) => {
      made = undefined;
      throw thrown;
    });
    return made;
  };
  return recordOf(
    Object.keys(names),
    (name): AnyCall =>
      async (params, options) =>
        ((await calls())[name as keyof Calls] as unknown as AnyCall)(params, options),
  ) as unknown as Calls;
};
