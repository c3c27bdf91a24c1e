import { expect, it } from 'vitest';
import { sayIfNotEmbedding } from '../../../../extension/cli/terminal/sayIfNotEmbedding.ts';
import type { PalaceStatus } from '../../../../extension/palace/contract/maintenanceSchemas.ts';

const told = async (
  { state, pending }: Pick<PalaceStatus['embeddings'], 'state' | 'pending'>,
  quiet = false,
): Promise<string> => {
  let all = '';
  const status = { embeddings: { state, pending }, warnings: ['The model file can’t be read.'] };
  await sayIfNotEmbedding({ quiet }, { status: async () => status as unknown as PalaceStatus }, (text) => {
    all += text;
  });
  return all;
};

it('says why vectors stay due where the model can’t be used, and nothing where they come or none is due', async () => {
  expect(await told({ state: 'unavailable', pending: 1 })).toBe('warn: The model file can’t be read.\n');
  expect(await told({ state: 'mismatch', pending: 1 })).toBe('warn: The model file can’t be read.\n');
  expect(await told({ state: 'unavailable', pending: 0 })).toBe('');
  expect(await told({ state: 'working', pending: 1 })).toBe('');
  expect(await told({ state: 'unavailable', pending: 1 }, true)).toBe('');
});
