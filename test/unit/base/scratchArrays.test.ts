import { expect, it } from 'vitest';
import { ScratchPool, type ScratchArrays } from '../../../extension/base/scratchArrays.ts';

const take = (arrays: ScratchArrays): readonly ArrayBufferLike[] => [
  arrays.float64(100).buffer,
  arrays.int32(40).buffer,
  arrays.uint32(40).buffer,
  arrays.uint8(7).buffer,
];

it('a task gets the memory of the one before it', async () => {
  const pool = new ScratchPool();
  const first = await pool.lend((arrays) => Promise.resolve(take(arrays)));
  const second = await pool.lend((arrays) => Promise.resolve(take(arrays)));
  expect(second.map((buffer, i) => buffer === first[i])).toEqual([true, true, true, true]);
  expect(new Set(first).size).toBe(4);
});

it('tasks that overlap share no memory', async () => {
  const pool = new ScratchPool();
  await pool.lend((arrays) => Promise.resolve(take(arrays)));
  const [outer, inner] = await pool.lend(async (arrays) => [
    take(arrays),
    await pool.lend((others) => Promise.resolve(take(others))),
  ]);
  expect(outer?.some((buffer) => inner?.includes(buffer))).toBe(false);
});

it('memory of a task that failed is used again', async () => {
  const pool = new ScratchPool();
  let first: readonly ArrayBufferLike[] = [];
  await expect(
    pool.lend((arrays) => {
      first = take(arrays);
      return Promise.reject(new Error('The scan failed.'));
    }),
  ).rejects.toThrow('The scan failed.');
  expect(await pool.lend((arrays) => Promise.resolve(take(arrays)[0] === first[0]))).toBe(true);
});

it('an array has the length that was asked for, whatever the task before needed', async () => {
  const pool = new ScratchPool();
  const lengths: number[][] = [];
  for (const length of [3, 200, 0, 5])
    lengths.push(
      await pool.lend((arrays) =>
        Promise.resolve([
          arrays.float64(length).length,
          arrays.int32(length).length,
          arrays.uint32(length).length,
          arrays.uint8(length).length,
        ]),
      ),
    );
  expect(lengths).toEqual([3, 200, 0, 5].map((length) => [length, length, length, length]));
});
