import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { RunningCalls } from '../../../../extension/palace/calls/running/runningCalls.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { sourceId, type SourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { Analyser } from '../../../../extension/palace/lexical/text/analysis.ts';
import { ClosetIndex } from '../../../../extension/palace/retrieval/closets/closetIndex.ts';
import type { PalaceStore, ReadQueries } from '../../../../extension/palace/store/palaceStore.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, newSource, sqliteWasm } from '../store/samplePalace.ts';

/** What an owner keeps in memory of drawers that come and go. */

const drawersOfRound = 400;

const openedIndexes = async () => {
  const store = await openPalaceStore({ folder: path.join(temporaryFolder(), 'palace'), sqliteWasm });
  const indexes = await PalaceIndexes.load(store);
  store.onCommit((change) => indexes.apply(change));
  return { store, indexes };
};

/** Files drawers with words, rooms, paths and sources that nothing else has. */
const file = (store: PalaceStore, round: number): Promise<void> =>
  store.write((transaction) => {
    for (let n = 0; n < drawersOfRound; n++) {
      transaction.putSource(newSource(`s${round}.${n}`, `docs/crane${round}x${n}.md`));
      transaction.insertDrawers([
        newDrawer(`d${round}.${n}`, { text: `gangway${round}x${n} moored`, sourceId: sourceId(`s${round}.${n}`) }),
      ]);
    }
  });

const removeAll = (store: PalaceStore): Promise<void> =>
  store.write((transaction) =>
    transaction.deleteDrawers(transaction.read.scanDrawers(0, drawersOfRound).map(({ rowid }) => rowid)),
  );

const held = ({ catalogue, lexical }: PalaceIndexes) => ({
  slots: catalogue.slots,
  sources: catalogue.entry(catalogue.slots - 1).sourceNumber,
  ...lexical.known,
});

it('memory does not grow as drawers come and go', async () => {
  const { store, indexes } = await openedIndexes();
  const most = { slots: 0, sources: 0, words: 0, names: 0, paths: 0 };
  let early = most;
  for (let round = 0; round < 12; round++) {
    await file(store, round);
    for (const [what, count] of Object.entries(held(indexes)))
      most[what as keyof typeof most] = Math.max(most[what as keyof typeof most], count);
    if (round === 3) early = { ...most };
    await removeAll(store);
    if (indexes.isForgetful) expect(await indexes.forget(() => true)).toBe(true);
  }
  expect(most).toEqual(early);
  expect(most.slots).toBeGreaterThan(0);
  await store.close();
});

it('nothing is released while a call may still use it', async () => {
  const { store, indexes } = await openedIndexes();
  await file(store, 0);
  await file(store, 1);
  await removeAll(store);
  const before = held(indexes);
  expect(await indexes.forget(() => false)).toBe(false);
  const forgetting = indexes.forget(() => true);
  const [last] = store.read.scanDrawers(0, 1);
  indexes.apply({
    revision: store.revision,
    clearedModels: [],
    inserted: [],
    updated: last === undefined ? [] : [last],
    deleted: [],
    vectors: [],
    unembedded: [],
    closets: [],
  });
  expect(await forgetting).toBe(false);
  expect(held(indexes)).toEqual(before);
  const twice = await Promise.all([indexes.forget(() => true), indexes.forget(() => true)]);
  expect(twice.filter(Boolean)).toHaveLength(1);
  expect(indexes.catalogue.slots).toBe(drawersOfRound);
  await store.close();
});

it('a closet index holds at most as many removed lines as live ones, and answers like a new one', async () => {
  let round = 0;
  const sources = Array.from({ length: 40 }, (_, n) => sourceId(`s${n}`));
  const closetOf = (source: SourceId) => ({
    rowid: sources.indexOf(source) + 1,
    sourceId: source,
    text: Array.from({ length: 50 }, (_, line) => `crane${line} gangway${round}|${source}→d${line}`).join('\n'),
  });
  const read = {
    scanClosets: (after: number) => sources.map(closetOf).filter(({ rowid }) => rowid > after),
    closetsOfSource: (source: SourceId) => [closetOf(source)],
  } as unknown as ReadQueries;
  const opened = async (): Promise<ClosetIndex> => {
    const index = new ClosetIndex(read, new Analyser());
    await index.ready();
    return index;
  };
  const kept = await opened();
  let most = 0;
  for (round = 1; round <= 20; round++) {
    for (const source of sources) kept.apply([source]);
    most = Math.max(most, kept.knownLines);
    const fresh = await opened();
    for (const words of ['crane7', `gangway${round}`, `gangway${round - 1}`]) {
      const [found, expected] = [kept, fresh].map((index) => index.search(words, 5000));
      const sorted = (hits = found) => hits?.map(({ line, score }) => `${line} ${score.toFixed(9)}`).sort();
      expect(sorted()).toEqual(sorted(expected));
    }
  }
  expect(most).toBeLessThan(3 * 40 * 50);
});

it('the palace counts as idle once the last running call has ended, however it ends', async () => {
  const quiet = vi.fn();
  const running = new RunningCalls(quiet);
  const ends: (() => void)[] = [];
  const call = () => new Promise<never>((_, reject) => ends.push(() => reject(new Error('no'))));
  const { status } = running.counted({ status: call } as unknown as PalaceApi);
  const calls = [status({}), status({})].map((answer) => expect(answer).rejects.toThrow('no'));
  ends[0]?.();
  await calls[0];
  expect([running.isQuiet, quiet.mock.calls.length]).toEqual([false, 0]);
  ends[1]?.();
  await calls[1];
  expect([running.isQuiet, quiet.mock.calls.length]).toEqual([true, 1]);
});

it('a palace releases old texts between calls, with the same answers', async () => {
  const forget = vi.spyOn(PalaceIndexes.prototype, 'forget');
  const workspace = temporaryFolder();
  writeFiles(workspace, { 'keep.md': 'The crane was inspected.\n' });
  const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
  for (const season of ['spring', 'summer', 'autumn']) {
    writeFiles(
      workspace,
      Object.fromEntries(
        Array.from({ length: 520 }, (_, n) => [`page${n}.md`, `Gangway ${n} was moored in ${season}.\n`]),
      ),
    );
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
  }
  await expect.poll(() => Promise.all(forget.mock.results.map(({ value }) => value))).toContain(true);
  forget.mockRestore();
  const found = await palace.search({ query: 'which crane was inspected', k: 5 });
  expect(found.results[0]?.source_file).toBe('keep.md');
  await palace.close();
});
