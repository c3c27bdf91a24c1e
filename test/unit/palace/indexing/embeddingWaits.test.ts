import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { DrawerEmbedder } from '../../../../extension/palace/indexing/drawerEmbedder.ts';
import { EmbeddingPace } from '../../../../extension/palace/indexing/embeddingPace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { haltingEmbedder } from '../../../fixtures/models/haltingEmbedder.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, sqliteWasm } from '../store/samplePalace.ts';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

it('cancelled waits for a vector are not kept in memory, however long embedding runs', async () => {
  const store = await openPalaceStore({ folder: path.join(temporaryFolder(), 'palace'), sqliteWasm });
  await store.write((transaction) => transaction.insertDrawers([newDrawer('d1')]));
  const [drawer] = store.read.scanDrawers(0, 1);
  const embedder = haltingEmbedder('word-hash', 0);
  const queue = new DrawerEmbedder(store, embedder, {
    onProgress: () => undefined,
    onIdle: () => undefined,
    onProblem: () => undefined,
    prepare: () => Promise.resolve(() => undefined),
    withTextOf: () => [],
    pace: new EmbeddingPace({ isFull: () => true, machine: undefined }),
  });
  const giveUp = async (): Promise<WeakRef<AbortSignal>> => {
    const waiting = new AbortController();
    const first = queue.first([drawer?.rowid ?? 0], waiting.signal);
    await expect.poll(() => embedder.isHalted()).toBe(true);
    waiting.abort();
    await first;
    return new WeakRef(waiting.signal);
  };
  const gone = [await giveUp(), await giveUp(), await giveUp()];
  expect(queue.state).toBe('working');
  await expect
    .poll(() => {
      collectGarbage();
      return gone.every((signal) => signal.deref() === undefined);
    })
    .toBe(true);
  // Who waits on is told when the run ends without a vector for anybody.
  const last = queue.first([drawer?.rowid ?? 0], new AbortController().signal);
  await queue.stop();
  await last;
  await store.close();
});
