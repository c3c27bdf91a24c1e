import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { haltingEmbedder } from '../../../fixtures/models/haltingEmbedder.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';

type Files = Readonly<Record<string, string>>;

/** A palace of these files and a note without any vector, as one that was closed before the model was loaded. */
const withoutVectors = async (files: Files, note = '') => {
  const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFiles(workspace, files);
  const palace = await openPalace({ folder, embedder: missingEmbedder() });
  const mine = { folders: [{ path: workspace, name: 'harbor' }] };
  await palace.mine(mine);
  if (note !== '') await palace.save({ type: 'insight', text: note });
  await palace.close();
  return { folder, mine };
};

const cranes = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`src/crane${n}.ts`, `export const crane${n} = 'harbour';\n`]),
  );

/** Files of which two batches (of 16) are embedded or under way, and no more until the embedder is let go on. */
const halfEmbedded = async (files: Files) => {
  const { folder, mine } = await withoutVectors(files);
  const embedder = haltingEmbedder('word-hash', 1);
  const palace = await openPalace({ folder, embedder });
  await palace.mine(mine);
  await expect.poll(() => embedder.isHalted()).toBe(true);
  return { palace, embedder };
};

describe('the order of embedding', () => {
  it('is notes, conversations and commits first, then sources and docs, tests and data last', async () => {
    const files = {
      'test/crane.test.ts': 'expect(crane).toBe(1);\n',
      'data/cranes.csv': 'crane,1\n',
      'CHANGELOG.md': 'The crane was mended.\n',
      'docs/crane.md': 'The crane lifts crates.\n',
    };
    const { folder, mine } = await withoutVectors(files, 'The crane is rented.');
    const embedder = wordHashEmbedder();
    const palace = await openPalace({ folder, embedder });
    await palace.mine({ ...mine, wait_for_embeddings: true });
    const [note, docs, changelog, ...last] = embedder.drawers;
    expect([note, docs, changelog]).toEqual([
      'The crane is rented.',
      files['docs/crane.md'],
      files['CHANGELOG.md'],
    ]);
    expect(last.toSorted()).toEqual([files['data/cranes.csv'], files['test/crane.test.ts']].toSorted());
    await palace.close();
  });

  it('keeps no other work waiting while one waits for the vectors', async () => {
    const { palace, embedder } = await halfEmbedded(cranes(80));
    onTestFinished(() => embedder.goOn());
    const file = path.join(temporaryFolder(), 'drawers.jsonl');
    writeFiles(path.dirname(file), { 'drawers.jsonl': '{"text": "The quay.", "wing": "harbor", "room": "docs"}' });
    const wait_for_embeddings = true;
    const waiting = [
      palace.mine({ folders: [], wait_for_embeddings }),
      palace.importDrawers({ file, wait_for_embeddings }),
      palace.importConversations({ files: [], format: 'auto', wait_for_embeddings }),
    ];
    const folder = path.join(temporaryFolder(), 'out');
    expect(await palace.exportPalace({ folder, format: 'jsonl' })).toMatchObject({ drawers: 81 });
    embedder.goOn();
    await Promise.all(waiting);
    expect((await palace.status({})).embeddings.pending).toBe(0);
    await palace.close();
  });

  it('puts the results of a search before everything else', async () => {
    const files = cranes(80);
    const { palace, embedder } = await halfEmbedded({ ...files, 'test/lighthouse.test.ts': 'The lighthouse.\n' });
    const { results } = await palace.search({ query: 'lighthouse', k: 1 });
    expect(results[0]?.text).toBe('The lighthouse.\n');
    embedder.goOn();
    await expect.poll(async () => (await palace.status({})).embeddings.pending).toBe(0);
    expect(embedder.drawers.indexOf('The lighthouse.\n')).toBe(32);
    await palace.close();
  });

  it('a complete search waits for the vectors of its results, and ranks by them', async () => {
    const { palace, embedder } = await halfEmbedded({
      ...cranes(80),
      'test/lighthouse.test.ts': 'The lighthouse.\n',
    });
    const early = await palace.search({ query: 'lighthouse', k: 1, explain: true });
    expect(early.results[0]?.cosine_similarity).toBe(0);
    const complete = palace.search({ query: 'lighthouse', k: 1, explain: true, complete: true });
    embedder.goOn();
    const { results, pipeline_trace: trace } = await complete;
    expect(results[0]?.cosine_similarity).toBeGreaterThan(0.3);
    expect(trace.scope.without_vector).toBeGreaterThan(0);
    await palace.close();
  });

  it('embeds equal texts once, even if one was embedded earlier', async () => {
    const same = 'Refresh tokens rotate on every use.\n';
    const { folder, mine } = await withoutVectors({
      'a/tokens.md': same,
      'b/tokens.md': same,
      'c/other.md': 'Else.\n',
    });
    const embedder = wordHashEmbedder();
    const palace = await openPalace({ folder, embedder });
    await palace.mine({ ...mine, wait_for_embeddings: true });
    expect(embedder.drawers.toSorted()).toEqual(['Else.\n', same]);
    writeFiles(mine.folders[0]?.path ?? '', { 'd/tokens.md': same });
    const { embeddings } = await palace.mine({ ...mine, wait_for_embeddings: true });
    expect(embeddings).toEqual({ done: 4, pending: 0 });
    expect(embedder.drawers).toHaveLength(2);
    await palace.close();
  });
});
