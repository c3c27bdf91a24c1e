import { writeSync } from 'node:fs';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { newDrawer } from '../../unit/palace/store/samplePalace.ts';
import { batchesKept, drawersPerBatch, lastBatchKey } from './killedWriterLaw.ts';

/** Writes to a palace until it is killed; says on its output what it begins and what was acknowledged. */
const [folder = '', sqliteWasm = ''] = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);

const store = await openPalaceStore({ folder, sqliteWasm });
say('open');
let next = Number(store.read.meta(lastBatchKey) ?? -1) + 1;

const writeBatch = async (batch: number): Promise<void> => {
  say(`begin ${batch}`);
  await store.write((write) => {
    const rowids = write.insertDrawers(
      Array.from({ length: drawersPerBatch }, (_, i) =>
        newDrawer(`${batch}.${i}`, { text: `${batch} ${i} `.repeat(1 + ((batch * 7 + i * 13) % 900)) }),
      ),
    );
    write.putVectors(
      rowids.map((rowid) => ({ rowid, modelId: 'm', scale: batch, data: new Int8Array(384).fill(batch) })),
    );
    const old = Array.from(
      { length: drawersPerBatch },
      (_, i) => write.read.drawerById(newDrawer(`${batch - batchesKept}.${i}`).id)?.rowid ?? -1,
    );
    write.deleteDrawers(old.filter((rowid) => rowid >= 0));
    write.setMeta(lastBatchKey, String(batch));
  });
  say(`done ${batch}`);
};

for (;;) {
  const together = 1 + (next % 3);
  await Promise.all(Array.from({ length: together }, (_, i) => writeBatch(next + i)));
  next += together;
  if (next % 50 < 3) await store.backup();
}
