import { describe, expect, it } from 'vitest';
import { isAwaitingVectors } from '../../../../extension/palace/contract/search/awaitingVectors.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const secret = ['Xw9LpB4n', 'T8rQz', 'Vk2'].join('');
const notes = ['The gate of the harbour opens at noon.', `The login.\nDB_PASSWORD=${secret}\n`];

describe('drawers that never get a vector', () => {
  it('are not counted as waiting for one: secrets and the archive', async () => {
    const palace = await openPalace({ folder: temporaryFolder(), embedder: wordHashEmbedder() });
    for (const text of notes) await palace.save({ text, type: 'insight' });
    const { drawer_id: id } = await palace.save({ text: 'An old matter of the gate.', type: 'insight' });
    await palace.update({ drawer_ids: [id ?? ''], archived: true, archive_reason: 'old' });
    await expect.poll(async () => (await palace.status({})).embeddings).toMatchObject({ pending: 0 });
    const found = await palace.search({ query: 'gate', filter: { include_archived: true } });
    expect(found.pipeline_trace.scope).toEqual({ palace: 3, in_scope: 3, without_vector: 0 });
    expect(isAwaitingVectors(found)).toBe(false);
    const hit = found.results[0]?.drawer_id ?? '';
    expect((await palace.similar({ drawer_id: hit })).pipeline_trace.scope.without_vector).toBe(0);
    await palace.close();
  });

  it('are not due in the status of a palace that has no model yet', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (const text of notes) await palace.save({ text, type: 'insight' });
    expect((await palace.status({})).embeddings).toMatchObject({ done: 0, pending: 1 });
    await palace.close();
  });
});
