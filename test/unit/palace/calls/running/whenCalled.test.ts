import { describe, expect, it } from 'vitest';
import { whenCalled } from '../../../../../extension/palace/calls/running/whenCalled.ts';
import { palaceMethods, type PalaceApi } from '../../../../../extension/palace/contract/palaceApi.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

type Tags = Pick<PalaceApi, 'tags'>;
const tags: Tags = { tags: () => Promise.resolve({ tags: [{ tag: 'harbour', drawers: 2 }] }) };

describe('calls that are loaded when one is made', () => {
  it('are put together once, by the first, also if two are made at once', async () => {
    let made = 0;
    const calls = whenCalled<Tags>({ tags: true }, () => {
      made += 1;
      return Promise.resolve(tags);
    });
    expect(made).toBe(0);
    const answers = await Promise.all([calls.tags({}), calls.tags({})]);
    expect(answers).toEqual([await tags.tags({}), await tags.tags({})]);
    expect(made).toBe(1);
  });

  it('get what the caller gave', async () => {
    const given: unknown[] = [];
    const calls = whenCalled<Tags>({ tags: true }, () =>
      Promise.resolve({
        tags: (...all) => {
          given.push(...all);
          return tags.tags({});
        },
      }),
    );
    await calls.tags({}, { request: 'r' });
    expect(given).toEqual([{}, { request: 'r' }]);
  });

  it('fail with the reason if they can’t be loaded, and the next one tries again', async () => {
    const sources = [Promise.reject(new Error('torn file')), Promise.resolve(tags)];
    const calls = whenCalled<Tags>({ tags: true }, () => sources.shift() ?? Promise.resolve(tags));
    await expect(calls.tags({})).rejects.toThrow('torn file');
    expect(await calls.tags({})).toEqual(await tags.tags({}));
  });
});

it('a palace has every call of its contract', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  for (const method of palaceMethods) expect(palace[method], method).toBeTypeOf('function');
  await palace.close();
});
