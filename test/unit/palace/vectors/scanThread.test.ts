import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blockRows, newMemory, scanEngine } from '../../../../extension/palace/vectors/scanEngine.ts';
import { ScanThread } from '../../../../extension/palace/vectors/scanThread.ts';
import { VectorIndex } from '../../../../extension/palace/vectors/vectorIndex.ts';
import { bundledWorker } from '../../../fixtures/bundledWorker.ts';
import { temporaryFolder } from '../../../fixtures/fileTree.ts';
import { randomFrom } from '../../../fixtures/testSize.ts';

const dim = 32;
const rows = 10 * blockRows + 17;

const random = randomFrom(7);
const component = (): number => Math.floor(random() * 255) - 127;
const row = (): Int8Array => Int8Array.from({ length: dim }, component);
const query = (): Float32Array => Float32Array.from({ length: dim }, component);

let scanWorker = '';
beforeAll(async () => {
  scanWorker = await bundledWorker('extension/palace/vectors/scanWorker.ts', 'scan');
});

const opened: VectorIndex[] = [];
afterEach(() => {
  for (const index of opened.splice(0)) index.dispose();
});
/** An index whose scans may be joined by that worker, and one that holds the same and scans alone. */
const pair = (worker: string): readonly [VectorIndex, VectorIndex] => {
  const both = [new VectorIndex(dim, { scanWorker: worker }), new VectorIndex(dim)] as const;
  opened.push(...both);
  for (let slot = 0; slot < rows; slot += 1) setBoth(both, slot);
  return both;
};
const setBoth = (both: readonly VectorIndex[], slot: number): void => {
  const data = row();
  for (const index of both) index.set(slot, 1, data);
};
const expectEqualScans = ([joined, alone]: readonly [VectorIndex, VectorIndex], slots: number): void => {
  const wanted = query();
  expect(Buffer.compare(bytesOf(joined.scan(wanted, slots)), bytesOf(alone.scan(wanted, slots)))).toBe(0);
  expect(Buffer.compare(bytesOf(joined.scanFrom(5, slots)), bytesOf(alone.scanFrom(5, slots)))).toBe(0);
};
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a scan of many vectors on two threads', () => {
  it('gives the same bits as one thread, while vectors come, go and outgrow its memory', async () => {
    const both = pair(scanWorker);
    let slots = rows;
    for (let round = 0; round < 60; round += 1) {
      expectEqualScans(both, slots);
      for (const index of both) index.clear(round * 11);
      for (let more = 0; more < 500; more += 1) setBoth(both, slots++);
      await turn();
    }
  });

  it('has its second thread take blocks, each once, and sum their rows', async () => {
    const stride = dim;
    const [queryAt, ownSums, itsSums, rowsAt] = [0, 1024, 1024 + 4 * blockRows, 65_536];
    const { memory } = newMemory(rowsAt + rows * stride);
    const { scan } = scanEngine(memory);
    new Int16Array(memory.buffer, queryAt, dim).set(Int16Array.from({ length: dim }, component));
    new Int8Array(memory.buffer, rowsAt, rows * stride).set(Int8Array.from({ length: rows * stride }, component));
    const thread = new ScanThread(scanWorker, memory, { rowsAt, stride, queryAt, sumsAt: itsSums }, rows);
    const sums = new Int32Array(memory.buffer, ownSums, blockRows);
    let blocks = 0;
    while (blocks === 0) {
      thread.begin(rows);
      // It wakes up within some turns, once it has started.
      await turn();
      const own: number[] = [];
      for (let block = thread.next(); block * blockRows < rows; block = thread.next()) own.push(block);
      const theirs = thread.end();
      expect([...own, ...(theirs?.blocks ?? [])].sort((a, b) => a - b)).toEqual([...Array(11).keys()]);
      for (const block of theirs?.blocks ?? []) {
        const count = Math.min(blockRows, rows - block * blockRows);
        scan(rowsAt + block * blockRows * stride, stride, count, queryAt, ownSums);
        expect(theirs?.sums.slice(block * blockRows, block * blockRows + count)).toEqual(sums.slice(0, count));
      }
      blocks = theirs?.blocks.length ?? 0;
    }
    thread.dispose();
  });

  it.each([
    ['is not there', undefined],
    ['ends at once', 'process.exit(1)'],
    ['fails as it starts', 'throw new Error("no memory")'],
    [
      'ends after it has joined',
      `const { control } = require('node:worker_threads').workerData;
       while (Atomics.compareExchange(control, 1, 1, 2) !== 1);
       Atomics.add(control, 2, 3);
       process.exit(1);`,
    ],
  ])('is whole when the second thread %s', async (_, program) => {
    const worker = path.join(temporaryFolder(), 'worker.cjs');
    if (program !== undefined) writeFileSync(worker, program);
    const both = pair(worker);
    for (let round = 0; round < 200; round += 1) {
      expectEqualScans(both, rows);
      await turn();
    }
  });
});
