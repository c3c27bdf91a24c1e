import { describe, expect, it } from 'vitest';
import path from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  closetsMeta,
  rebuildClosets,
  upsertClosetLines,
  purgeFileClosets,
} from '../../../../extension/palace/filing/closets/fileClosets.ts';
import { extractDrawerIdsFromCloset } from '../../../../extension/palace/model/drawer/closetLine.ts';
import { drawerId, sourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { ClosetKeeper } from '../../../../extension/palace/indexing/closetKeeper.ts';
import type { PalaceStore, WriteTransaction } from '../../../../extension/palace/store/palaceStore.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { minedPalace, sampleFiles } from '../../../fixtures/palaces/minedPalace.ts';
import { sqliteWasm, temporaryFolder, openPalace } from '../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, newSource } from '../store/samplePalace.ts';
import { first, withClosets, ask } from '../../../fixtures/palaces/closetPalace.ts';

const withStore = async <T>(
  folder: string,
  work: (store: Awaited<ReturnType<typeof openPalaceStore>>) => T | Promise<T>,
): Promise<T> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

const closetsOf = (folder: string, file: string): Promise<string[]> =>
  withStore(folder, ({ read }) => {
    const source = read.sourceByPath('file', file);
    return source === undefined ? [] : read.closetsOfSource(source.id).map(({ text }) => text);
  });

const keep = (transaction: WriteTransaction): void => transaction.setMeta(closetsMeta, 'kept');

describe('closets of a source', () => {
  it('are replaced by number, never appended', async () => {
    await withStore(temporaryFolder(), async (store) => {
      const source = sourceId('one');
      await store.write((transaction) => {
        transaction.putSource(newSource('one', 'one.md'));
        upsertClosetLines(transaction, source, [{ topic: 'old', entities: [], drawerIds: [drawerId('a')] }]);
        upsertClosetLines(transaction, source, [{ topic: 'new', entities: [], drawerIds: [drawerId('a')] }]);
      });
      expect(store.read.closetsOfSource(source).map(({ text }) => text)).toEqual(['new||→a']);
    });
  });

  it('are deleted without touching those of other sources', async () => {
    await withStore(temporaryFolder(), async (store) => {
      await store.write((transaction) => {
        for (const name of ['one', 'two']) {
          transaction.putSource(newSource(name, `${name}.md`));
          upsertClosetLines(transaction, sourceId(name), [
            { topic: name, entities: [], drawerIds: [drawerId('a')] },
          ]);
        }
        purgeFileClosets(transaction, sourceId('one'));
      });
      expect(store.read.scanClosets(0, 10).map(({ text }) => text)).toEqual(['two||→a']);
    });
  });

  it('never mention sensitive or archived drawers', async () => {
    await withStore(temporaryFolder(), async (store) => {
      const [one] = [sourceId('one')];
      await store.write((transaction) => {
        keep(transaction);
        transaction.putSource(newSource('one', 'one.md'));
        const [, hidden = 0] = transaction.insertDrawers([
          newDrawer('a', { sourceId: one, text: '# Open matter\n', chunkIndex: 0 }),
          newDrawer('b', { sourceId: one, text: '# Gone matter\n', chunkIndex: 1 }),
          newDrawer('c', {
            sourceId: one,
            text: '# Hidden matter secretHandshake\n',
            chunkIndex: 2,
            sensitive: true,
          }),
        ]);
        transaction.updateDrawers([
          { rowid: hidden, archived: { at: newSource('x', 'x').minedAt, reason: 'test' } },
        ]);
        rebuildClosets(transaction, one);
      });
      const text = store.read
        .closetsOfSource(one)
        .map((closet) => closet.text)
        .join('\n');
      expect(text).toContain('Open matter');
      expect(text).not.toMatch(/Hidden|Handshake|Gone/u);
    });
  });

  it('describe the file as it is: topics that are gone leave nothing behind, and a removed file has no closets', async () => {
    const big = Array.from(
      { length: 60 },
      (_, i) =>
        `## Berth number${i}\n\nThe crane of berth ${i} was greased by Igor, who wrote so in the ledger.\n`,
    ).join('\n');
    const { palace, folder, workspace } = await withClosets({}, { ...sampleFiles, 'docs/berths.md': big });
    await palace.close();
    expect((await closetsOf(folder, 'docs/berths.md')).length).toBeGreaterThan(1);
    writeFileSync(path.join(workspace, 'docs/berths.md'), '# Only one\n');
    const again = await openPalace({ folder });
    await again.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    await again.close();
    const closets = await closetsOf(folder, 'docs/berths.md');
    expect(closets).toHaveLength(1);
    expect(closets[0]).toContain('Only one');
    expect(closets[0]).not.toContain('Berth');
    rmSync(path.join(workspace, 'docs/berths.md'));
    const last = await openPalace({ folder });
    await last.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    await last.close();
    expect(await closetsOf(folder, 'docs/berths.md')).toEqual([]);
  });

  it('point to existing drawers only', async () => {
    const { palace, folder } = await withClosets();
    await palace.close();
    await withStore(folder, ({ read }) => {
      const closets = read.scanClosets(0, 1000);
      expect(closets.length).toBeGreaterThan(30);
      for (const { text, sourceId: source } of closets) {
        const ids = extractDrawerIdsFromCloset(text);
        expect(ids.length).toBeGreaterThan(0);
        for (const id of ids) expect(read.drawerById(id)?.sourceId).toBe(source);
      }
    });
  });
});

describe('keeping closets', () => {
  it('a build that fails is told to who began it, and not to who stops it or drops the closets', async () => {
    await withStore(temporaryFolder(), async (store) => {
      let failures = 1;
      const told: string[] = [];
      const write: PalaceStore['write'] = (work) =>
        failures-- > 0 ? Promise.reject(new PalaceError('E_DISK_FULL', 'No room.')) : store.write(work);
      const keeper = new ClosetKeeper({ read: store.read, health: store.health, write } as PalaceStore, (error) =>
        told.push(error.code),
      );
      keeper.wanted(true);
      await keeper.drop();
      expect(keeper.state).toBe('none');
      failures = 1;
      keeper.wanted(true);
      await keeper.stop();
      expect(told).toEqual(['E_DISK_FULL', 'E_DISK_FULL']);
    });
  });

  it('costs nothing until a search uses them: neither mining nor a dry run builds any', async () => {
    const { palace } = await minedPalace();
    expect(await palace.closets({})).toMatchObject({ state: 'none', closets: 0 });
    const dry = await palace.search({ query: 'Recovery', overrides: first, dry_run: true });
    expect(dry.warnings.join()).toContain('keeps no closets');
    expect(await palace.closets({})).toMatchObject({ state: 'none', closets: 0 });
    const early = await ask(palace, 'Recovery', first);
    expect(early.results[0]?.source_file).toBe('docs/recovery.md');
    expect(early.warnings.join()).toContain('being built');
    const built = await palace.closets({ build: true });
    expect(built.state).toBe('kept');
    expect(built.closets).toBeGreaterThan(30);
    expect((await ask(palace, 'Recovery', first)).results[0]?.matched_via).toBe('closet');
    expect(await palace.closets({ drop: true })).toMatchObject({ state: 'none', closets: 0 });
    await palace.close();
  });

  it('continues after an interruption, with the same closets as an uninterrupted build', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`n${i}.md`, `# Matter ${i}\n\nText number ${i}.\n`]),
    );
    const { palace, folder } = await minedPalace({}, files);
    const stop = new AbortController();
    const stopped = palace.closets({ build: true }, { signal: stop.signal });
    while ((await palace.closets({})).closets === 0) await nextTurn();
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect((await palace.closets({})).closets).toBeLessThan(60);
    await palace.close();
    const again = await openPalace({ folder });
    expect((await again.closets({ build: true })).closets).toBe(60);
    await again.close();
  });
});

describe('closets of a conversation', () => {
  it('point to its exchanges, and grow with it', async () => {
    const { palace, workspace } = await withClosets();
    const file = path.join(workspace, 'talk.md');
    writeFileSync(
      file,
      'User: Where is the Xylophone kept, Igor?\n\nAssistant: The Xylophone is in the mess of the Quillfeather.\n',
    );
    await palace.importConversations({ files: [file], format: 'markdown', wait_for_embeddings: true });
    expect((await ask(palace, 'Xylophone', first)).results[0]).toMatchObject({
      matched_via: 'closet',
      type: 'conversation',
    });
    writeFileSync(
      file,
      'User: Where is the Xylophone kept, Igor?\n\nAssistant: The Xylophone is in the mess of the Quillfeather.\n\nUser: And the Glockenspiel?\n\nAssistant: The Glockenspiel was sold to Milla.\n',
    );
    await palace.importConversations({ files: [file], format: 'markdown', wait_for_embeddings: true });
    expect((await ask(palace, 'Glockenspiel', first)).results[0]).toMatchObject({
      matched_via: 'closet',
      type: 'conversation',
    });
    await palace.close();
  });
});

describe('a build of closets that several wait for', () => {
  it('goes on until the last one has gone, who is told', async () => {
    const { palace } = await minedPalace();
    const build = (signal?: AbortSignal) =>
      palace.closets({ build: true }, signal === undefined ? {} : { signal }).then(
        ({ state }) => state,
        (thrown: unknown) => PalaceError.from(thrown).code,
      );
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = [build(first.signal), build(second.signal)];
    const staying = build();
    await nextTurn();
    first.abort();
    expect(await leaving[0]).toBe('E_CANCELLED');
    second.abort();
    expect(await leaving[1]).toBe('E_CANCELLED');
    expect(await staying).toBe('kept');
    await palace.close();
  });

  it('ends if all leave at once', async () => {
    const { palace } = await minedPalace();
    const abort = new AbortController();
    const build = () => palace.closets({ build: true }, { signal: abort.signal });
    const building = Promise.allSettled([build(), build()]);
    await nextTurn();
    abort.abort();
    for (const { status } of await building) expect(status).toBe('rejected');
    expect((await palace.closets({})).state).toBe('building');
    await palace.close();
  });

  it('ends with its only caller, and is resumed by the next', async () => {
    const { palace } = await minedPalace();
    const abort = new AbortController();
    const building = palace.closets({ build: true }, { signal: abort.signal });
    await nextTurn();
    abort.abort();
    await expect(building).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect((await palace.closets({})).state).toBe('building');
    expect((await palace.closets({ build: true })).state).toBe('kept');
    await palace.close();
  });
});
