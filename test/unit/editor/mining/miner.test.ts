import { setImmediate as nextTurn } from 'node:timers/promises';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Miner } from '../../../../extension/editor/mining/miner.ts';
import { mineRequest } from '../../../../extension/editor/mining/mineRequest.ts';
import { skippedText, summaryText } from '../../../../extension/editor/mining/mineText.ts';
import { PalaceSession } from '../../../../extension/editor/palace/palaceSession.ts';
import type { MineReport } from '../../../../extension/palace/contract/filing/intakeSchemas.ts';
import { connectionOf, statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const report: MineReport = {
  sources: { mined: 1200, unchanged: 3, renamed: 0, archived: 1, skipped: { binary: 3, 'too large': 1 } },
  skipped_files: [
    { path: 'a.png', reason: 'binary' },
    { path: 'b.png', reason: 'binary' },
    { path: 'big.txt', reason: 'too large' },
  ],
  drawers: { added: 2500, kept: 3, archived: 2 },
  embeddings: { done: 0, pending: 2500 },
  elapsed_ms: 10,
};

describe('mining', () => {
  it('runs once at a time, in the order asked for, and goes on after a failure', async () => {
    const events: string[] = [];
    let fail = true;
    const { connection } = connectionOf({
      status: () => Promise.resolve(statusOf(0)),
      mine: async ({ folders }) => {
        const name = folders[0]?.name ?? '';
        events.push(`start ${name}`);
        await nextTurn();
        events.push(`end ${name}`);
        if (fail) {
          fail = false;
          throw new Error('disk');
        }
        return report;
      },
    });
    const session = new PalaceSession({
      connect: () => Promise.resolve(connection),
      exists: () => Promise.resolve(true),
      prepare: () => Promise.resolve(),
      log: () => undefined,
      plan: () => ({
        kind: 'connect',
        options: { folder: '/p', workspace: null, distFolder: '', modelFolder: '' },
      }),
    });
    let ordinal = 0;
    const miner = new Miner(session, () =>
      Promise.resolve({ folders: [{ path: '/w', name: String(++ordinal) }] }),
    );
    const first = miner.mine({});
    const second = miner.mine({});
    expect(miner.busy).toBe(true);
    await expect(first).rejects.toThrow('disk');
    await second;
    await Promise.resolve();
    expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
    expect(miner.busy).toBe(false);
  });

  it('reads no file of a workspace that is not trusted', async () => {
    const workspace = { folders: [{ path: '/w', name: 'w' }], file: null, name: 'w', trusted: false };
    await expect(
      mineRequest({ workspace, place: { kind: 'place', folder: '/p', inWorkspace: null }, exclude: [] }),
    ).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE' });
  });

  it('of a folder that was renamed says so, and makes nothing in its place', async () => {
    const folder = path.join(os.tmpdir(), `gone-${process.pid}`);
    const workspace = { folders: [{ path: folder, name: 'w' }], file: null, name: 'w', trusted: true };
    const place = { kind: 'place', folder: path.join(folder, '.memory'), inWorkspace: '.memory' } as const;
    await expect(mineRequest({ workspace, place, exclude: [] })).rejects.toMatchObject({
      code: 'E_FOLDER_UNREADABLE',
      message: `The folder ${folder} does not exist: it may have been renamed, moved or deleted.`,
    });
    await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('mines the other folders of several, unless the palace itself is in the one that is gone', async () => {
    const gone = path.join(os.tmpdir(), `gone-${process.pid}`);
    const folders = [
      { path: gone, name: 'gone' },
      { path: os.tmpdir(), name: 'there' },
    ];
    const workspace = { folders, file: null, name: 'w', trusted: true };
    const asked = (folder: string, inWorkspace: string | null) =>
      mineRequest({ workspace, place: { kind: 'place', folder, inWorkspace }, exclude: [] });
    expect((await asked('/p', null)).folders).toEqual(folders);
    await expect(asked(path.join(gone, '.memory'), '.memory')).rejects.toThrow(gone);
    await expect(access(gone)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('leaves a palace inside the workspace out, and hides it from git', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'palace-'));
    try {
      const place = path.join(folder, '.memory');
      const workspace = { folders: [{ path: folder, name: 'w' }], file: null, name: 'w', trusted: true };
      const request = await mineRequest({
        workspace,
        place: { kind: 'place', folder: place, inWorkspace: '.memory' },
        exclude: ['*.log'],
      });
      expect(request.exclude).toEqual(['*.log', '/.memory/']);
      expect(await readFile(path.join(place, '.gitignore'), 'utf8')).toBe('*\n');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('ends with a summary that names what was filed, left and still due', () => {
    expect(summaryText(report, english)).toBe(
      'Mined the workspace: 1,200 files filed as 2,500 new drawers, 3 unchanged, 1 gone, their drawers archived, 4 skipped. ' +
        'Search by words works now; the semantic index is built in the background, as the status bar shows.',
    );
  });

  it('names the folders that could not be read', () => {
    const unread = [{ template: 'The folder {0} does not exist.', values: ['/w/b'] }];
    expect(summaryText({ ...report, embeddings: { done: 1, pending: 0 }, unread_folders: unread }, english)).toBe(
      'Mined the workspace: 1,200 files filed as 2,500 new drawers, 3 unchanged, 1 gone, their drawers archived, 4 skipped. ' +
        'The folder /w/b does not exist.',
    );
  });

  it('names the folders of other file systems, which it left out', () => {
    const quiet = { ...report, embeddings: { done: 1, pending: 0 } };
    expect(summaryText(quiet, english, ['docs', 'site'])).toBe(
      'Mined the workspace: 1,200 files filed as 2,500 new drawers, 3 unchanged, 1 gone, their drawers archived, 4 skipped. ' +
        'Left out, because only folders of this machine are mined: docs, site.',
    );
  });

  it('lists the skipped files by reason, and says how many are not listed', () => {
    expect(skippedText(report, english)).toBe(
      'Files that were not filed, by reason\n\nbinary: 3\n  a.png\n  b.png\n  … and 1 more\n\ntoo large: 1\n  big.txt\n',
    );
  });
});
