import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';

/**
 * Says on standard error, also without a terminal, that the next call waits: a palace files, imports, exports and erases
 * one after the other.
 */
export const sayIfWaiting = async (
  { quiet }: GlobalOptions,
  api: Pick<PalaceApi, 'status'>,
  stream: Pick<NodeJS.WriteStream, 'write'> = process.stderr,
): Promise<void> => {
  if (quiet === true) return;
  const { mining } = await api.status({});
  if (mining === null) return;
  const work = mining.stage === 'importing' ? 'import' : mining.stage === 'exporting' ? 'export' : 'mining';
  stream.write(`Waiting for the ${work} of another process.\n`);
};
