import { createHash } from 'node:crypto';
import { cpSync, readFileSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openChecked } from '../../../extension/palace/openChecked.ts';
import type { PalaceOptions } from '../../../extension/palace/palaceOptions.ts';
import { damagedRows } from '../../../extension/palace/store/rows/damagedRows.ts';
import { changePalace, enlarge } from '../../fixtures/palaces/largePalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../fixtures/models/wordHashEmbedder.ts';

const palaceOf = async (): Promise<string> => {
  const folder = path.join(temporaryFolder(), 'palace');
  const palace = await openPalace({ folder });
  await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
  await palace.close();
  return folder;
};

/** What opening finds if the rows are looked at as `rowsAreSound` does, and how often that is asked. */
const opened = async (
  folder: string,
  rowsAreSound: () => Promise<boolean>,
  now = '2026-03-01T12:00:00Z',
): Promise<{
  readonly asked: number;
  readonly state: string;
  readonly named: number;
  readonly drawers: number;
}> => {
  let asked = 0;
  const options: PalaceOptions = {
    folder,
    workspace: null,
    sqliteWasm,
    embedder: wordHashEmbedder(),
    profileLayers: null,
    clock: () => new Date(now),
    onEvent: () => undefined,
    rowsAreSound: () => {
      asked += 1;
      return rowsAreSound();
    },
  };
  const { store, indexes } = await openChecked(options);
  const { health } = store;
  const found = {
    asked,
    state: health.state,
    named: health.state === 'damaged' ? health.damaged.length : 0,
    drawers: indexes.catalogue.drawers,
  };
  await store.close();
  return found;
};
const looked = (folder: string) => async (): Promise<boolean> =>
  (await damagedRows(folder, sqliteWasm)).length === 0;
const digest = (folder: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'palace.sqlite')))
    .digest('hex');

it('the rows of a large palace are checked in a worker while it is read, those of a small one by the owner', async () => {
  const folder = await palaceOf();
  expect(await opened(folder, looked(folder))).toEqual({ asked: 0, state: 'ok', named: 0, drawers: 1 });
  await enlarge(folder);
  expect(await opened(folder, looked(folder))).toEqual({ asked: 1, state: 'ok', named: 0, drawers: 1 });
});

it('a large palace with a damaged row opens like a small one, without a change to its file', async () => {
  const folder = await palaceOf();
  await enlarge(folder);
  await changePalace(folder, `UPDATE drawers SET filed_at = 'garbage'`);
  const before = digest(folder);
  expect(await opened(folder, looked(folder))).toEqual({ asked: 1, state: 'damaged', named: 1, drawers: 0 });
  expect(digest(folder)).toBe(before);
});

it('the owner checks the rows itself if there is no worker', async () => {
  const folder = await palaceOf();
  await enlarge(folder);
  await changePalace(folder, `UPDATE drawers SET filed_at = 'garbage'`);
  const failing = (): Promise<boolean> => Promise.reject(new Error('no memory left'));
  expect(await opened(folder, failing)).toMatchObject({ asked: 1, state: 'damaged', named: 1 });
});

describe('a palace that was closed', () => {
  /** Large enough for a worker, checked, and closed. */
  const closedPalace = async (): Promise<string> => {
    const folder = await palaceOf();
    await enlarge(folder);
    await (await openPalace({ folder })).close();
    return folder;
  };
  const file = (folder: string, name = 'palace.sqlite'): string => path.join(folder, name);

  it('is not checked again if nothing has changed its file', async () => {
    const folder = await closedPalace();
    expect(await opened(folder, looked(folder))).toEqual({ asked: 0, state: 'ok', named: 0, drawers: 1 });
    renameSync(folder, `${folder}-moved`);
    expect(await opened(`${folder}-moved`, looked(`${folder}-moved`))).toMatchObject({ asked: 0, drawers: 1 });
  });

  it('is checked again after a day, and if the clock went back', async () => {
    const folder = await closedPalace();
    expect(await opened(folder, looked(folder), '2026-03-02T11:59:59Z')).toMatchObject({ asked: 0 });
    expect(await opened(folder, looked(folder), '2026-03-02T12:00:00Z')).toMatchObject({ asked: 1 });
    expect(await opened(folder, looked(folder), '2026-03-01T11:59:59Z')).toMatchObject({ asked: 1 });
  });

  it('keeps the day of its last check, however often it is opened', async () => {
    const folder = await closedPalace();
    const palace = await openPalace({ folder, clock: () => new Date('2026-03-02T11:00:00Z') });
    await palace.save({ text: 'The crane is painted in April.', type: 'insight' });
    await palace.close();
    expect(await opened(folder, looked(folder), '2026-03-02T11:59:59Z')).toMatchObject({ asked: 0, drawers: 2 });
    expect(await opened(folder, looked(folder), '2026-03-02T12:00:00Z')).toMatchObject({ asked: 1, drawers: 2 });
  });

  it.each<readonly [string, (folder: string) => unknown]>([
    [
      'was written to, even at once, without a change of its size and of the time that programs can set',
      (folder) => {
        const { atime, mtime } = statSync(file(folder));
        writeFileSync(file(folder), readFileSync(file(folder)), { flag: 'r+' });
        utimesSync(file(folder), atime, mtime);
      },
    ],
    [
      'is a copy',
      (folder) => {
        cpSync(file(folder), `${folder}-copy`, { preserveTimestamps: true });
        renameSync(`${folder}-copy`, file(folder));
      },
    ],
    ['has a log that its owner left', (folder) => writeFileSync(file(folder, 'palace.sqlite-wal'), 'x')],
    [
      'has no valid mark',
      (folder) => writeFileSync(file(folder, 'checked.json'), '{"checked_at": 1772366400000}'),
    ],
    [
      'has a link in place of its mark',
      (folder) => {
        renameSync(file(folder, 'checked.json'), file(folder, 'elsewhere.json'));
        symlinkSync(file(folder, 'elsewhere.json'), file(folder, 'checked.json'));
      },
    ],
  ])('is checked again if it %s', async (_, change) => {
    const folder = await closedPalace();
    await change(folder);
    expect(await opened(folder, looked(folder))).toMatchObject({ asked: 1, state: 'ok', drawers: 1 });
  });

  it('is not marked if a row is damaged, and its damage is found each time', async () => {
    const folder = await closedPalace();
    await changePalace(folder, `UPDATE drawers SET filed_at = 'garbage'`);
    await (await openPalace({ folder })).close();
    for (let time = 0; time < 2; time += 1)
      expect(await opened(folder, looked(folder))).toMatchObject({ asked: 1, state: 'damaged', named: 1 });
  });
});
