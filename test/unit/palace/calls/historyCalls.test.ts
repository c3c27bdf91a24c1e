import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId } from '../../../../extension/palace/model/drawer/ids.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { openPalace, sqliteWasm, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;

/** A repository whose `src/dock.ts` became `src/berth.ts`; another `dock.ts` came later. */
const repository = (): string => {
  const folder = temporaryFolder();
  let day = 0;
  const git = (...words: string[]): void => {
    const date = `2026-02-0${++day}T12:00:00Z`;
    execFileSync('git', ['-c', 'user.name=Ilse', '-c', 'user.email=i@example.invalid', ...words], {
      cwd: folder,
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: folder, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  };
  const commit = (message: string): void => {
    execFileSync('git', ['add', '-A'], { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } });
    git('commit', '-q', '-m', message);
  };
  git('init', '-q', '-b', 'main');
  writeFiles(folder, { 'src/dock.ts': 'export const depth = 12;\n'.repeat(9), 'tide.md': 'Low at six.\n' });
  commit('Docks have a depth');
  renameSync(path.join(folder, 'src', 'dock.ts'), path.join(folder, 'src', 'berth.ts'));
  commit('A dock is a berth');
  writeFiles(folder, { 'src/dock.ts': 'export const crane = 1;\n' });
  commit('Cranes stand on docks');
  return folder;
};

describe.skipIf(!hasGit)('the history of a file', () => {
  it('has its commits under every name, its drawers, and the notes that mention it or were taken from it, newest first', async () => {
    const folder = repository();
    const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
    const save = (text: string, filed_at: string, file?: string) =>
      palace.save({ text, filed_at, type: 'insight', ...(file === undefined ? {} : { source: { file } }) });
    await palace.indexCommits({ repo_path: folder, all: true });
    await palace.mine({ folders: [{ path: folder, name: 'harbor' }] });
    await save('src/dock.ts counts in feet', '2026-02-02T18:00:00Z');
    await save('src/dock.ts holds the crane', '2026-02-20T12:00:00Z');
    await save('berth.ts rounds down', '2026-02-21T12:00:00Z');
    await save('Depth is in metres', '2026-02-22T12:00:00Z', 'src/berth.ts');
    await save('The tide is low at six', '2026-02-23T12:00:00Z');

    const said = await palace.fileHistory({ path: path.join(folder, 'src', 'berth.ts') });
    expect(said.names).toEqual([
      { path: 'src/berth.ts', until: null },
      { path: 'src/dock.ts', until: '2026-02-03T12:00:00.000Z' },
    ]);
    expect(said.events.map((event) => [event.path, event.drawer.text.split('\n')[0]])).toEqual([
      ['src/berth.ts', 'export const depth = 12;'],
      ['src/berth.ts', 'Depth is in metres'],
      ['src/berth.ts', 'berth.ts rounds down'],
      ['src/berth.ts', '[main] A dock is a berth'],
      ['src/dock.ts', 'src/dock.ts counts in feet'],
      ['src/dock.ts', '[main] Docks have a depth'],
    ]);
    const newest = await palace.fileHistory({ path: path.join(folder, 'src', 'berth.ts'), limit: 2 });
    expect(newest).toEqual({ ...said, events: said.events.slice(0, 2) });
    const other = await palace.fileHistory({ path: path.join(folder, 'src', 'dock.ts') });
    expect(other.events.map(({ drawer }) => drawer.text.split('\n')[0])).toContain('[main] Cranes stand on docks');
    expect((await palace.fileHistory({ path: path.join(folder, 'gone.ts') })).events).toEqual([]);
  });

  it('has a commit before its ancestors of the same second, also behind commits of other files, however they came in', async () => {
    const folder = temporaryFolder();
    const date = '2026-02-01T12:00:00Z';
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const git = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=Ilse', '-c', 'user.email=i@example.invalid', ...words], {
        cwd: folder,
        stdio: 'pipe',
        env,
      });
    const commit = (file: string, message: string): void => {
      writeFiles(folder, { [file]: `${message}\n` });
      git('add', '-A');
      git('commit', '-q', '-m', message);
    };
    git('init', '-q', '-b', 'main');
    const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
    const messages = ['one', 'two', 'three', 'four', 'five'];
    for (const message of messages) {
      commit('src/berth.ts', `Berth ${message}`);
      commit('tide.md', `Tide ${message}`);
      // Three at once, then two by two: what is filed last is not the newest in each case.
      if (message === 'three' || message === 'five') await palace.indexCommits({ repo_path: folder, all: true });
    }
    const { events } = await palace.fileHistory({ path: path.join(folder, 'src', 'berth.ts') });
    expect(events.map(({ drawer }) => drawer.text.split('\n')[0])).toEqual(
      messages.map((message) => `[main] Berth ${message}`).reverse(),
    );
    await palace.close();
  });

  it('knows renames of commits that were indexed before renames were kept, once they are indexed again', async () => {
    const folder = repository();
    const at = path.join(temporaryFolder(), 'palace');
    const namesIn = async (palace: Palace) =>
      (await palace.fileHistory({ path: path.join(folder, 'src', 'berth.ts') })).names.map((name) =>
        path.relative(folder, name.path),
      );
    const first = await openPalace({ folder: at });
    await first.indexCommits({ repo_path: folder, all: true });
    const { drawers } = await first.list({});
    await first.close();
    const store = await openPalaceStore({ folder: at, sqliteWasm, clock: () => new Date() });
    await store.write((write) => {
      for (const drawer of drawers) write.putProperties(drawerId(drawer.drawer_id), { renames: 'no list' });
    });
    await store.close();

    const palace = await openPalace({ folder: at });
    expect(await namesIn(palace)).toEqual(['src/berth.ts']);
    expect(await palace.indexCommits({ repo_path: folder, all: true })).toMatchObject({
      indexed: 0,
      duplicates: 3,
    });
    expect(await namesIn(palace)).toEqual(['src/berth.ts', 'src/dock.ts']);
  });
});
