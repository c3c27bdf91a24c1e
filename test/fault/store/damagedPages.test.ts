import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import type { Palace } from '../../../extension/palace/palace.ts';
import { firstPage, overwritePage, pagesOf } from '../../fixtures/palaces/damagedPage.ts';
import { openPalace, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { isTried, seed } from '../../fixtures/testSize.ts';

let workshop: string;
let base: string;
/** ID → text of every drawer. */
let filed: ReadonlyMap<string, string>;

const listed = async (palace: Palace): Promise<ReadonlyMap<string, string>> =>
  new Map((await palace.list({ limit: 1000 })).drawers.map(({ drawer_id: id, text }) => [id, text]));
const digest = (folder: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'palace.sqlite')))
    .digest('hex');

/** Runs `work` on the palace with one page overwritten; its file must stay as it is. */
const withDamaged = async <T>(page: number, byte: number, work: (palace: Palace) => Promise<T>): Promise<T> => {
  const folder = path.join(workshop, `page-${page}-${byte}`);
  cpSync(base, folder, { recursive: true });
  overwritePage(folder, page, byte);
  const before = digest(folder);
  const palace = await openPalace({ folder });
  try {
    const done = await work(palace);
    expect((await palace.verify({})).ok, `page ${page}`).toBe(false);
    return done;
  } finally {
    await palace.close();
    expect(digest(folder)).toBe(before);
    rmSync(folder, { recursive: true, force: true });
  }
};

beforeAll(async () => {
  workshop = mkdtempSync(path.join(tmpdir(), 'synapse-pages-'));
  base = path.join(workshop, 'base');
  const files = path.join(workshop, 'files');
  const long = 'a-folder-with-a-long-name/'.repeat(4);
  writeFiles(
    files,
    Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [
        `${long}day${n}.md`,
        `# Day ${n}\n\nThe crane of berth ${n} was inspected.\n${`A line about day ${n}.\n`.repeat(30)}`,
      ]),
    ),
  );
  const palace = await openPalace({ folder: base });
  await palace.mine({ folders: [{ path: files, name: 'w' }], wait_for_embeddings: true });
  await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
  filed = await listed(palace);
  await palace.close();
});
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

describe(`a page that is damaged (seed ${seed})`, () => {
  it('whichever it is, leaves a palace that opens, shows what is left and says what is wrong', async () => {
    const pages = Array.from({ length: pagesOf(base) }, (_, i) => i + 1);
    const tried = pages.filter((page) => isTried(page, 4));
    let [whole, unreadable] = [0, 0];
    for (const page of tried)
      await withDamaged(page, page % 2 === 0 ? 0 : 0x41, async (palace) => {
        const status = await palace.status({}).catch((thrown: unknown) => PalaceError.from(thrown));
        if (status instanceof PalaceError) {
          unreadable += 1;
          expect(status.code).toBe('E_PALACE_DAMAGED');
          expect(`${status.message} ${status.remedy}`).toMatch(/palace\.sqlite.*repair --dry-run/);
          return;
        }
        const drawers = await listed(palace);
        for (const [id, text] of drawers) expect(text, `page ${page}`).toBe(filed.get(id));
        if (drawers.size === filed.size) whole += 1;
        const { results, warnings } = await palace.search({ query: 'crane berth' });
        expect(results.length, `page ${page}`).toBe(Math.min(10, drawers.size));
        if (drawers.size < filed.size) {
          expect(status.palace.state, `page ${page}`).toBe('damaged');
          expect(status.warnings.join()).toContain('palace.sqlite');
          expect(warnings.join()).toContain('repair --dry-run');
        }
      });
    expect(unreadable).toBeLessThan(4);
    // A page holds a dozen drawers, or none.
    expect(whole).toBeGreaterThan(tried.length / 3);
  });

  it.each([
    'sources',
    'sources_by_path',
    'drawers_by_source',
    'drawers_by_place',
    'sqlite_autoindex_drawers_1',
    'vectors',
    'models',
    'meta',
    'tags',
    'drawer_properties',
    'team_drawers',
    'plans',
    'moves',
    'patterns',
  ])('of %s hides no drawer', async (name) => {
    await withDamaged(await firstPage(base, name), 0, async (palace) => {
      expect(await listed(palace)).toEqual(filed);
      const [id = ''] = filed.keys();
      expect((await palace.show({ drawer_id: id })).text).toBe(filed.get(id));
      expect((await palace.search({ query: 'crane berth' })).results.length).toBe(10);
      expect((await palace.status({})).drawers.total).toBe(filed.size);
    });
  });

  it('of the tables’ list leaves nothing to read, which verify says', async () => {
    await withDamaged(1, 0x41, async (palace) => {
      await expect(palace.list({})).rejects.toMatchObject({ code: 'E_PALACE_DAMAGED' });
      expect((await palace.verify({})).damaged.map(({ problem }) => problem).join()).toContain('palace.sqlite');
    });
  });

  it('an export that would be incomplete names the file and what to do', async () => {
    await withDamaged(await firstPage(base, 'drawers'), 0, async (palace) => {
      await expect(
        palace.exportPalace({ folder: path.join(workshop, 'export'), format: 'jsonl' }),
      ).rejects.toMatchObject({
        code: 'E_PALACE_DAMAGED',
        message: expect.stringContaining('palace.sqlite') as string,
        remedy: expect.stringContaining('repair --dry-run') as string,
      });
    });
  });
});
