import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseStamp, stampKey, type ModelStamp } from '../../../extension/palace/model/embedding/modelStamp.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { quantise, type QuantisedVector } from '../../../extension/palace/vectors/quantise.ts';
import { randomNumbers, syntheticText } from './syntheticWorkspace.ts';

export interface BenchDrawer {
  readonly text: string;
  readonly vector: QuantisedVector;
}

export interface BenchDrawers {
  readonly drawers: IterableIterator<BenchDrawer, unknown>;
  /** Of the vectors. */
  readonly stamp: ModelStamp;
}

/** Up to `limit` drawers that have a vector, of copies of palaces, whose vectors must be of one model; first `spread` from all over. */
export const drawersOfPalaces = async (
  folders: readonly string[],
  scratch: string,
  limit: number,
  spread: number,
): Promise<BenchDrawers> => {
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
  const every = Math.max(1, Math.floor(drawers.length / spread));
  const isFirst = (_: BenchDrawer, index: number): boolean => index % every === 0 && index < every * spread;
  const later = drawers.filter((drawer, index) => !isFirst(drawer, index));
  return { drawers: [...drawers.filter(isFirst), ...later].values(), stamp };
};

/** Drawers of random words, about 800 characters each, with random vectors. */
export const randomDrawers = (count: number): BenchDrawers => {
  const random = randomNumbers(7);
  const { sentence } = syntheticText(42);
  const stamp = { model: 'random', dim: 384, sha256: '0'.repeat(64), engine: 'none' };
  const drawers = function* (): Generator<BenchDrawer, void> {
    for (let i = 0; i < count; i++)
      yield {
        text: Array.from({ length: 8 }, sentence).join(' '),
        vector: quantise(Float32Array.from({ length: stamp.dim }, () => random() - 0.5)),
      };
  };
  return { drawers: drawers(), stamp };
};

/** The next `count` of them; the rest stays. */
export const taken = <T>(from: Iterator<T, unknown>, count: number): T[] => {
  const all: T[] = [];
  for (let next = from.next(); next.done !== true; next = from.next()) if (all.push(next.value) === count) break;
  return all;
};
