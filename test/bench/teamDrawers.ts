import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseStamp, stampKey, type ModelStamp } from '../../extension/palace/model/modelStamp.ts';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import { quantise, type QuantisedVector } from '../../extension/palace/vectors/quantise.ts';
import { randomNumbers, syntheticText } from './syntheticWorkspace.ts';

export interface BenchDrawer {
  readonly text: string;
  readonly vector: QuantisedVector;
}

/** Up to `limit` drawers that have a vector, of copies of palaces, and the stamp of the vectors, which must be one. */
export const drawersOfPalaces = async (
  folders: readonly string[],
  scratch: string,
  limit: number,
): Promise<{ readonly drawers: readonly BenchDrawer[]; readonly stamp: ModelStamp }> => {
  const drawers: BenchDrawer[] = [];
  let stamp: ModelStamp | null = null;
  for (const [index, folder] of folders.entries()) {
    const copy = path.join(scratch, `source-${index}`);
    mkdirSync(copy);
    for (const name of ['palace.sqlite', 'palace.sqlite-wal'])
      if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(copy, name));
    const store = await openPalaceStore({ folder: copy, sqliteWasm: path.resolve('dist/sql-wasm-debug.wasm') });
    const own = parseStamp(store.read.meta('embedding_stamp'));
    if (own === null || (stamp !== null && stampKey(own) !== stampKey(stamp)))
      throw new Error(`${folder}: no vectors, or those of another model`);
    stamp = own;
    for (let after = 0; drawers.length < limit;) {
      const page = store.read.scanDrawers(after, 2000);
      if (page.length === 0) break;
      after = page.at(-1)?.rowid ?? after;
      for (const { rowid, text, sensitive } of page) {
        const vector = sensitive ? undefined : store.read.team.vectorOf(rowid, stampKey(own));
        if (vector !== undefined && drawers.length < limit)
          drawers.push({ text, vector: { scale: vector.scale, data: vector.data.slice() } });
      }
    }
    await store.close();
  }
  if (stamp === null) throw new Error('No palace was given.');
  return { drawers, stamp };
};

/** Drawers of random words, about 800 characters each, with random vectors. */
export const randomDrawers = (
  count: number,
): { readonly drawers: readonly BenchDrawer[]; readonly stamp: ModelStamp } => {
  const random = randomNumbers(7);
  const { sentence } = syntheticText(42);
  const stamp = { model: 'random', dim: 384, sha256: '0'.repeat(64), engine: 'none' };
  const drawers = Array.from({ length: count }, () => ({
    text: Array.from({ length: 8 }, sentence).join(' '),
    vector: quantise(Float32Array.from({ length: stamp.dim }, () => random() - 0.5)),
  }));
  return { drawers, stamp };
};
