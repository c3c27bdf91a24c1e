import { describe, expect, it } from 'vitest';
import type { OwnerEvent } from '../../../../extension/palace/contract/ownerEvents.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { plainSentence } from '../../../../extension/palace/indexing/storableVectors.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { brokenEmbedder, failingEmbedder } from '../../../fixtures/models/brokenEmbedder.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { drawerOf, minedPalace, sampleFiles } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const drawers = 37;
const files = { ...sampleFiles, 'docs/vortex.md': '# Vortex\n\nThe vortex swallows the harbour at noon.\n' };
const isVortex = (text: string): boolean => text.includes('vortex');
const breaks = (text: string, kind: 'query' | 'drawer'): boolean => kind === 'drawer' && isVortex(text);
const warning =
  'The model has no vector for the text of 1 drawer. A search finds it by its words and not by its meaning.';

const logged = () => {
  const lines: string[] = [];
  return { lines, onEvent: (event: OwnerEvent) => void (event.kind === 'log' && lines.push(event.message)) };
};
/** The result of a search for the text without a vector. */
const found = async (palace: Palace) => {
  const {
    results,
    pipeline_trace: trace,
    warnings,
  } = await palace.search({ query: 'vortex noon', explain: true });
  return { hit: results.find(({ text }) => isVortex(text)), trace, warnings };
};
/** The same, where the status has all drawers embedded but for that text, and the search compares the others by meaning. */
const foundByWords = async (palace: Palace) => {
  await expect.poll(async () => (await palace.status({})).warnings).toEqual([warning]);
  expect((await palace.status({})).embeddings).toMatchObject({ done: drawers, pending: 0, state: 'ready' });
  const search = await found(palace);
  expect(search.hit?.source_file).toBe('docs/vortex.md');
  expect(search.trace.legs['dense']).toBe(drawers - 1);
  return search;
};
const failure = (call: Promise<unknown>): Promise<PalaceError> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => PalaceError.from(thrown),
  );

describe('a text for which the model gives no usable vector', () => {
  it.each([NaN, Infinity, -Infinity])(
    '(%f) leaves all others embedded; words find it, the status says it',
    async (component) => {
      const { lines, onEvent } = logged();
      const embedder = brokenEmbedder(breaks, { component });
      const { palace, folder } = await minedPalace({ embedder, onEvent }, files);
      const id = await drawerOf(palace, 'docs/vortex.md');
      expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toEqual([expect.stringContaining(id)]);
      for (const each of [palace, null]) {
        const open = each ?? (await openPalace({ folder, embedder, onEvent }));
        const { hit, trace, warnings } = await foundByWords(open);
        expect(warnings).toEqual([]);
        expect(trace.scope).toEqual({ palace: drawers, in_scope: drawers, without_vector: 0 });
        expect(hit?.score_events?.[0]?.reason).toContain('semantic –');
        expect(await open.show({ drawer_id: id })).toMatchObject({
          has_vector: false,
          unembeddable: true,
        });
        await open.close();
      }
      // Only the first opening had to embed it.
      expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toHaveLength(1);
    },
  );

  it('is said to have none by “similar”, and is near to nothing', async () => {
    const { palace } = await minedPalace({ embedder: brokenEmbedder(breaks) }, files);
    const id = await drawerOf(palace, 'docs/vortex.md');
    const { code, message, remedy } = await failure(palace.similar({ drawer_id: id }));
    expect([code, remedy]).toEqual(['E_NO_VECTOR', 'Search for its words instead.']);
    expect(message).toContain('has no vector: the model can’t embed its text');
    const near = await palace.similar({ drawer_id: await drawerOf(palace, 'docs/tokens.md'), k: 100 });
    expect(near.results.map(({ drawer_id: other }) => other)).not.toContain(id);
    expect(near.pipeline_trace.scope.without_vector).toBe(0);
    await palace.close();
  });

  it('is said never to get one: by a search, its replay, and where it is not found', async () => {
    const { palace } = await minedPalace({ embedder: brokenEmbedder(breaks) }, files);
    const id = await drawerOf(palace, 'docs/vortex.md');
    const search = await palace.search({ query: 'vortex noon', explain: true, replay: true });
    const replayed = await palace.replay({ packet: search.replay_packet ?? expect.fail('no packet') });
    for (const { results } of [search, replayed])
      expect(results.find(({ drawer_id: each }) => each === id)).toMatchObject({
        unembeddable: true,
        annotations: ['The model can’t embed its text: found by its words only.'],
      });
    const { reason, fixes } = await palace.whyNot({ drawer_id: id, query: 'zebra', k: 1 });
    expect(reason).toContain('the model can’t embed its text, so it has no vector');
    expect(fixes.join()).not.toContain('Wait until its vector is computed.');
    await palace.close();
  });

  it('does not move what the others score by meaning', async () => {
    const { palace: whole } = await minedPalace({}, sampleFiles);
    const { palace: broken } = await minedPalace(
      { embedder: brokenEmbedder(breaks) },
      { ...sampleFiles, 'docs/vortex.md': 'vortex\n' },
    );
    const semantic = async (palace: Palace) =>
      (await palace.search({ query: 'zebra', explain: true, k: 100 })).results.map(({ source_file, score }) => [
        source_file,
        score,
      ]);
    expect(await semantic(broken)).toEqual(await semantic(whole));
    await whole.close();
    await broken.close();
  });

  it('does not keep a rebuild from ending', async () => {
    const { palace: first, folder } = await minedPalace({ embedder: wordHashEmbedder('first') }, files);
    await first.close();
    const palace = await openPalace({ folder, embedder: brokenEmbedder(breaks, { model: 'second' }) });
    expect(await palace.rebuildEmbeddings({})).toEqual({ done: drawers, pending: 0 });
    const { hit, trace } = await found(palace);
    expect(trace.model_guard).toMatchObject({ result: 'MATCH', ingest_model: 'second' });
    expect(hit?.source_file).toBe('docs/vortex.md');
    await palace.close();
  });

  it('ends the check of a note, which is compared with nothing', async () => {
    const palace = await openPalace({ folder: temporaryFolder(), embedder: brokenEmbedder(breaks) });
    await palace.save({ text: 'The gate of the harbour opens at noon.', type: 'insight' });
    const { drawer_id: id } = await palace.save({ text: 'The vortex opens at noon.', type: 'insight' });
    const { checks, due, unavailable } = await palace.noteChecks({ drawer_ids: [id ?? ''], wait: true });
    expect({ due, unavailable }).toEqual({ due: [], unavailable: null });
    expect(checks).toMatchObject([{ drawer_id: id, duplicates: [] }]);
    const check = await palace.checkDuplicate({ text: 'Another vortex.' });
    expect(check).toEqual({
      duplicates: [],
      near_checked: false,
      warnings: ['Only exact duplicates were looked for: the text could not be embedded.'],
    });
    await palace.close();
  });
});

describe('a model that gives no usable vector for any text', () => {
  it('is named as broken; nothing is stored, and a sound model continues', async () => {
    const { lines, onEvent } = logged();
    const { palace, folder } = await minedPalace({ embedder: brokenEmbedder(() => true), onEvent });
    const { embeddings, warnings } = await palace.status({});
    expect(embeddings).toMatchObject({ done: 0, pending: drawers - 1, state: 'unavailable' });
    expect(warnings.join()).toContain('The model gives no usable vector, even for a plain sentence.');
    expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toHaveLength(1);
    await palace.close();
    const sound = await openPalace({ folder });
    await sound.rebuildEmbeddings({});
    expect((await sound.status({})).embeddings).toMatchObject({ done: drawers - 1, pending: 0, state: 'ready' });
    await sound.close();
  });
});

describe('a text on which the model fails again and again', () => {
  const lackOfMemory =
    'An embedding worker failed: Worker terminated due to reaching memory limit: JS heap out of memory';
  const crash = 'In two attempts: memory access out of bounds';

  it.each([crash, lackOfMemory])(
    '(%s) counts as one without a usable vector, and all others are embedded',
    async (message) => {
      const { lines, onEvent } = logged();
      const embedder = failingEmbedder(breaks, new PalaceError('E_EMBEDDING', message));
      const { palace, folder } = await minedPalace({ embedder, onEvent }, files);
      const id = await drawerOf(palace, 'docs/vortex.md');
      expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toEqual([expect.stringContaining(id)]);
      for (const each of [palace, null]) {
        const open = each ?? (await openPalace({ folder, embedder, onEvent }));
        await foundByWords(open);
        await open.close();
      }
      expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toHaveLength(1);
    },
  );

  it('is embedded later if memory ran out', async () => {
    const lacks = (text: string, kind: 'query' | 'drawer'): boolean =>
      breaks(text, kind) || text.startsWith(plainSentence);
    const embedder = failingEmbedder(lacks, new PalaceError('E_EMBEDDING', lackOfMemory));
    const { palace, folder } = await minedPalace({ embedder }, files);
    const { embeddings, warnings } = await palace.status({});
    expect(embeddings.state).toBe('unavailable');
    expect(warnings.join()).toContain(lackOfMemory);
    await palace.close();
    const sound = await openPalace({ folder });
    await sound.rebuildEmbeddings({});
    expect((await sound.status({})).warnings).toEqual([]);
    expect(await sound.show({ drawer_id: await drawerOf(sound, 'docs/vortex.md') })).toMatchObject({
      has_vector: true,
    });
    await sound.close();
  });

  it('is no excuse for a model that fails on a plain sentence as well', async () => {
    const { lines, onEvent } = logged();
    const failing = failingEmbedder(() => true);
    let fail = (): void => undefined;
    // A commit after a failure has the model tried again: it fails once everything is filed.
    const filed = new Promise<void>((resolve) => (fail = resolve));
    const embedder = {
      ...failing,
      embed: (...given: Parameters<typeof failing.embed>) => filed.then(() => failing.embed(...given)),
    };
    const workspace = temporaryFolder();
    writeFiles(workspace, sampleFiles);
    const palace = await openPalace({ folder: temporaryFolder(), embedder, onEvent });
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    fail();
    await expect.poll(async () => (await palace.status({})).embeddings.state).toBe('unavailable');
    const { embeddings, warnings } = await palace.status({});
    expect(embeddings).toMatchObject({ done: 0, pending: drawers - 1, state: 'unavailable' });
    expect(warnings.join()).toContain('The worker has ended.');
    expect(lines.filter((line) => line.includes('E_EMBEDDING'))).toHaveLength(1);
    await palace.close();
  });
});
