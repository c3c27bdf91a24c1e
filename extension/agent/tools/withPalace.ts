import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** How a tool's call comes by the palace. */
export interface ToolPalace {
  readonly open: (mayMake: boolean) => Promise<PalaceApi>;
  /** Closes a palace that turned out to be deleted or moved: the next `open` looks for it anew. */
  readonly leave: (palace: PalaceApi) => Promise<unknown>;
}

/** Makes a call that may make a palace once more if the palace was deleted or moved while it was open here. */
export const withPalace = async <T>(
  mayMake: boolean,
  access: ToolPalace,
  call: (palace: () => Promise<PalaceApi>) => Promise<T>,
): Promise<T> => {
  let given: PalaceApi | undefined;
  const open = async (): Promise<PalaceApi> => (given = await access.open(mayMake));
  try {
    return await call(open);
  } catch (thrown) {
    if (!mayMake || given === undefined || PalaceError.from(thrown).code !== 'E_PALACE_NOT_FOUND') throw thrown;
    await access.leave(given);
    return call(open);
  }
};
