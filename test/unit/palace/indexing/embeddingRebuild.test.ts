import { describe, expect, it } from 'vitest';
import { stampKey } from '../../../../extension/palace/model/embedding/modelStamp.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { haltingEmbedder } from '../../../fixtures/models/haltingEmbedder.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, sqliteWasm, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';

const drawers = 36;
/** Texts that are there twice: each is embedded once. */
const equalTexts = 1;

/** Waits until the rebuild has given this many drawers their vector. */
const untilRebuilt = async (palace: Palace, least: number): Promise<void> => {
  for (;;) {
    const { embeddings } = await palace.status({});
    if (embeddings.model === 'second' && embeddings.done >= least) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
const stored = async (folder: string) => {
  const store = await openPalaceStore({ folder, sqliteWasm, clock: () => new Date() });
  const models = store.read.vectorModels();
  const stamp = store.read.meta('embedding_stamp');
  await store.close();
  return { models, stamp };
};
const palaceOfAnother = async () => {
  const { palace, folder, workspace } = await minedPalace({ embedder: wordHashEmbedder('first') });
  await palace.close();
  return { folder, workspace };
};
const guardOf = async (palace: Palace) =>
  (await palace.search({ query: 'token rotate' })).pipeline_trace.model_guard.result;

describe('a rebuild of the embeddings', () => {
  it('gives every drawer a vector of the current model, then switches to them and removes the old ones', async () => {
    const { folder } = await palaceOfAnother();
    const second = wordHashEmbedder('second');
    const palace = await openPalace({ folder, embedder: second });
    expect(await guardOf(palace)).toBe('MISMATCH');
    expect(await palace.rebuildEmbeddings({})).toEqual({ done: drawers, pending: 0 });
    const {
      pipeline_trace: trace,
      warnings,
      results,
    } = await palace.search({ query: 'token rotate', explain: true });
    expect(trace.model_guard).toMatchObject({ result: 'MATCH', ingest_model: 'second' });
    expect(trace.scope.without_vector).toBe(0);
    expect(warnings).toEqual([]);
    expect(results[0]?.cosine_similarity).toBeGreaterThan(0);
    expect((await palace.status({})).warnings).toEqual([]);
    await palace.close();
    expect((await stored(folder)).models).toEqual([stampKey(await second.ready())]);
  });

  it('gives the same answers as a palace that was mined with that model from the start', async () => {
    const { folder } = await palaceOfAnother();
    const rebuilt = await openPalace({ folder, embedder: wordHashEmbedder('second') });
    await rebuilt.rebuildEmbeddings({});
    const { palace: fresh } = await minedPalace({ embedder: wordHashEmbedder('second') });
    const order = async (palace: Palace, query: string) =>
      (await palace.search({ query })).results.map(({ source_file, score }) => ({ source_file, score }));
    for (const query of ['token rotate', 'crash of the log', 'harbour crane'])
      expect(await order(rebuilt, query)).toEqual(await order(fresh, query));
    await rebuilt.close();
    await fresh.close();
  });

  it('searches by words and keeps the old vectors until it is done', async () => {
    const { folder } = await palaceOfAnother();
    const second = haltingEmbedder('second', 1);
    const palace = await openPalace({ folder, embedder: second });
    const rebuild = palace.rebuildEmbeddings({});
    await untilRebuilt(palace, 1);
    const { results, pipeline_trace: trace } = await palace.search({ query: 'crash log replayed' });
    expect(trace.model_guard).toMatchObject({ result: 'MISMATCH', ingest_model: 'first' });
    expect(results[0]?.source_file).toBe('docs/recovery.md');
    expect(
      (await palace.similar({ drawer_id: results[0]?.drawer_id ?? '' })).pipeline_trace.scope.without_vector,
    ).toBe(0);
    expect((await palace.status({})).warnings.join()).toContain('being rebuilt with second');
    second.goOn();
    await rebuild;
    expect(await guardOf(palace)).toBe('MATCH');
    await palace.close();
  });

  it('continues by itself after an interruption, and embeds no drawer twice', async () => {
    const { folder } = await palaceOfAnother();
    const embedders = [haltingEmbedder('second', 1), wordHashEmbedder('second')];
    const cut = await openPalace({ folder, embedder: embedders[0] });
    void cut.rebuildEmbeddings({}).catch(() => undefined);
    await untilRebuilt(cut, 1);
    await cut.close();
    const between = await stored(folder);
    expect(between.stamp).toContain('"first"');
    expect(between.models).toHaveLength(2);
    const again = await openPalace({ folder, embedder: embedders[1] });
    while ((await again.status({})).embeddings.pending > 0 || (await guardOf(again)) !== 'MATCH')
      await new Promise((resolve) => setTimeout(resolve, 5));
    await again.close();
    expect((await stored(folder)).models).toHaveLength(1);
    expect(embedders[1]?.drawers).toHaveLength(drawers - 16 - equalTexts);
  });

  it('includes drawers that are filed meanwhile', async () => {
    const { folder, workspace } = await palaceOfAnother();
    const second = haltingEmbedder('second', 1);
    const palace = await openPalace({ folder, embedder: second });
    const rebuild = palace.rebuildEmbeddings({});
    writeFiles(workspace, { 'later/lighthouse.md': 'The lighthouse keeper rings a bell.\n' });
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    second.goOn();
    expect(await rebuild).toEqual({ done: drawers + 1, pending: 0 });
    const [found] = (await palace.search({ query: 'lighthouse keeper', explain: true })).results;
    expect(found?.source_file).toBe('later/lighthouse.md');
    expect(found?.cosine_similarity).toBeGreaterThan(0);
    await palace.close();
  });

  it('uses the old vectors again if the first model comes back before it is done', async () => {
    const { folder } = await palaceOfAnother();
    const cut = await openPalace({ folder, embedder: haltingEmbedder('second', 1) });
    void cut.rebuildEmbeddings({}).catch(() => undefined);
    await untilRebuilt(cut, 1);
    await cut.close();
    const back = await openPalace({ folder, embedder: wordHashEmbedder('first') });
    expect(await guardOf(back)).toBe('MATCH');
    expect((await back.search({ query: 'token' })).pipeline_trace.scope.without_vector).toBe(0);
    expect(await back.status({})).toMatchObject({ warnings: [], embeddings: { model: 'first', pending: 0 } });
    await back.close();
  });

  it('does nothing if the model is the palace’s own', async () => {
    const embedder = wordHashEmbedder('first');
    const { palace } = await minedPalace({ embedder });
    const before = embedder.drawers.length;
    expect(await palace.rebuildEmbeddings({})).toEqual({ done: drawers, pending: 0 });
    expect(embedder.drawers).toHaveLength(before);
    await palace.close();
  });

  it('is refused without a model, and changes nothing', async () => {
    const { folder } = await palaceOfAnother();
    const palace = await openPalace({ folder, embedder: missingEmbedder() });
    await expect(palace.rebuildEmbeddings({})).rejects.toSatisfy(
      (error) => PalaceError.from(error).code === 'E_MODEL_MISSING',
    );
    await palace.close();
    expect((await stored(folder)).stamp).toContain('"first"');
  });
});
