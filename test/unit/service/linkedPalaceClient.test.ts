import { expect, it } from 'vitest';
import { LinkedPalaceClient, type Way } from '../../../extension/service/links/linkedPalaceClient.ts';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';

/** A call under way. */
interface Flight {
  readonly way: number;
  readonly land: () => void;
}

it('calls under way at a linked palace that changes do not close each other’s new way into it', async () => {
  const flights: Flight[] = [];
  const ways: { isGood: boolean; isClosed: boolean }[] = [];
  const find = (): Promise<Way> => {
    const way = { isGood: true, isClosed: false };
    const number = ways.push(way);
    return Promise.resolve({
      call: () =>
        new Promise((resolve, reject) =>
          flights.push({
            way: number,
            land: () =>
              way.isClosed ? reject(new PalaceError('E_OWNER_GONE', 'closed')) : resolve({ from: number }),
          }),
        ),
      isGood: () => Promise.resolve(way.isGood),
      close: () => {
        way.isClosed = true;
        return Promise.resolve();
      },
    });
  };
  const client = new LinkedPalaceClient('/palace', '/dist', find);
  const answers = [client.call('linkedStatus', {}), client.call('linkedStatus', {})];
  await expect.poll(() => flights.length).toBe(2);
  // Somebody writes to that palace: what was read before does not count.
  for (const way of ways) way.isGood = false;
  flights[0]?.land();
  await expect.poll(() => flights.length).toBe(3);
  flights[1]?.land();
  await expect.poll(() => flights.length).toBe(4);
  expect(flights.map(({ way }) => way)).toEqual([1, 1, 2, 2]);
  for (const { land } of flights) land();
  expect(await Promise.all(answers)).toEqual([{ from: 2 }, { from: 2 }]);
  expect(ways.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  await client.close();
  expect(ways.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
