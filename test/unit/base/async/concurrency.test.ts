import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inFlight, mapAhead } from '../../../../extension/base/async/concurrency.ts';

const collect = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
};

describe('working ahead', () => {
  it('keeps the order and never runs more than it may', async () => {
    let running = 0;
    let most = 0;
    const items = Array.from({ length: 40 }, (_, index) => index);
    const results = await collect(
      mapAhead(items, 5, async (item) => {
        most = Math.max(most, ++running);
        for (let turns = (item * 7) % 5; turns >= 0; turns--) await nextTurn();
        running--;
        return item * 2;
      }),
    );
    expect(results).toEqual(items.map((item) => item * 2));
    expect(most).toBe(5);
  });

  it('throws a failure in its turn, after the results before it', async () => {
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      for await (const value of mapAhead([1, 2, 3], 3, (item) =>
        item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
      ))
        seen.push(value);
    };
    await expect(run()).rejects.toThrow('two');
    expect(seen).toEqual([1]);
  });

  it('waits while what is under way weighs too much, and rethrows what failed', async () => {
    const flights = inFlight(10);
    let land = (): void => undefined;
    await flights.add(8, new Promise<void>((resolve) => (land = resolve)));
    let waited = false;
    const second = flights.add(8, new Promise(() => undefined)).then(() => (waited = true));
    await nextTurn();
    expect(waited).toBe(false);
    land();
    await second;
  });

  it('rethrows what failed once, and settles whatever failed', async () => {
    const flights = inFlight(10);
    await flights.add(1, Promise.reject(new Error('disk'))).catch(() => undefined);
    await expect(flights.drain()).rejects.toThrow('disk');
    await expect(flights.settle()).resolves.toBeUndefined();
  });
});
