import { expect, it, onTestFinished } from 'vitest';
import { PalaceEmbeddings } from '../../../../extension/palace/indexing/palaceEmbeddings.ts';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { stampKey } from '../../../../extension/palace/model/embedding/modelStamp.ts';
import { stampIfFirst } from '../../../../extension/palace/store/ingestModel.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore, ReadQueries } from '../../../../extension/palace/store/palaceStore.ts';
import { resultCode, SqlError } from '../../../../extension/palace/store/realFile/sqlError.ts';
import { quantise } from '../../../../extension/palace/vectors/quantise.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, sqliteWasm } from '../store/samplePalace.ts';

/** The embeddings of a palace with one vector, on a disk from which the next attempt to read vectors fails. */
const onFailingDisk = async () => {
  const store = await openPalaceStore({ folder: temporaryFolder(), sqliteWasm });
  const embedder = wordHashEmbedder('word-hash');
  const stamp = await embedder.ready();
  const [vector = new Float32Array(stamp.dim)] = await embedder.embed(['The crane is red.'], 'drawer');
  const rowid = await store.write((transaction) => {
    const [row = 0] = transaction.insertDrawers([newDrawer('a')]);
    stampIfFirst(transaction, stamp);
    transaction.putVectors([{ rowid: row, modelId: stampKey(stamp), ...quantise(vector) }]);
    return row;
  });
  let failures = 1;
  const visitVectors: ReadQueries['visitVectors'] = (...asked) => {
    if (failures-- > 0)
      throw new SqlError('disk I/O error', resultCode.ioError, {
        code: 'EIO',
        operation: 'read',
        path: 'palace.sqlite',
      });
    return store.read.visitVectors(...asked);
  };
  const { folder, health } = store;
  const failing = { folder, health, read: { ...store.read, visitVectors } } as PalaceStore;
  const indexes = await PalaceIndexes.load(failing);
  const embeddings = new PalaceEmbeddings(failing, embedder, indexes, {
    onProgress: () => undefined,
    onIdle: () => undefined,
    onProblem: () => undefined,
    machine: undefined,
  });
  onTestFinished(async () => {
    await embeddings.stop();
    indexes.dispose();
    await store.close();
  });
  return { embeddings, rowid };
};

it('vectors that a disk did not give for a moment are read by the next call that needs them', async () => {
  const { embeddings, rowid } = await onFailingDisk();
  embeddings.open();
  await expect(embeddings.loaded).rejects.toMatchObject({ code: 'E_DISK_ERROR' });
  expect(embeddings.hasVector(rowid)).toBe(false);
  await embeddings.loaded;
  expect(embeddings.hasVector(rowid)).toBe(true);
});

it('a model whose vectors could not be read is there for the next call', async () => {
  const { embeddings, rowid } = await onFailingDisk();
  await expect(embeddings.queryModel()).rejects.toMatchObject({ code: 'E_DISK_ERROR' });
  expect(await embeddings.queryModel()).toMatchObject({ model: 'word-hash' });
  expect(embeddings.hasVector(rowid)).toBe(true);
});
