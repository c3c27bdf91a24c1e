import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
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
    clock: () => new Date('2026-03-01T12:00:00Z'),
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
