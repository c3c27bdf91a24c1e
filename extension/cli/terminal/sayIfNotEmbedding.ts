import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { warn } from './output.ts';

/** Says on standard error why vectors stay due, if the model can't be used: waiting for them again would not help. */
export const sayIfNotEmbedding = async (
  { quiet }: GlobalOptions,
  api: Pick<PalaceApi, 'status'>,
  tell: (text: string) => void = warn,
): Promise<void> => {
  if (quiet === true) return;
  const { embeddings, warnings } = await api.status({});
  if (embeddings.pending === 0 || (embeddings.state !== 'unavailable' && embeddings.state !== 'mismatch')) return;
  tell(warnings.map((warning) => `warn: ${warning}\n`).join(''));
};
