import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { statusSchema, type PalaceStatus } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { Analyser } from '../../../extension/palace/lexical/text/analysis.ts';
import { parseIndex, serialiseIndex } from '../../../extension/palace/lexical/indexCache.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { runCli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';
import { chaptersWorkspace, json } from '../../fixtures/palaces/chapters.ts';

/** A process that mines and, for a moment, owns the palace. */
const startOwner = async (palace: string, workspace: string): Promise<ChildProcess> => {
  const holder = startCli(palace, workspace, ['mine']);
  const owner = (): { pid: number; socket: string | null } => {
    try {
      return JSON.parse(readFileSync(path.join(palace, 'owner.json'), 'utf8')) as {
        pid: number;
        socket: string | null;
      };
    } catch {
      return { pid: 0, socket: null };
    }
  };
  await expect.poll(() => owner().pid === holder.pid && owner().socket !== null).toBe(true);
  return holder;
};
/** A saved word index in which the first drawer's text is one word that no file has: whoever finds it has read this copy. */
const withWord = (saved: Buffer, word: string): Buffer => {
  const parsed = parseIndex(saved);
  const drawers = Array.from(parsed?.rowids ?? [], (rowid, slot) => ({
    rowid,
    slot,
    path: null,
    key: parsed?.keyOf(rowid) ?? NaN,
  }));
  const index = parsed?.restore(drawers, new Analyser());
  if (parsed === undefined || index === undefined) throw new Error('The word index was not saved.');
  const key = index.keyOf(0) ?? NaN;
  index.remove(0);
  index.add(0, { text: word, names: '', path: null }, key);
  return Buffer.concat(serialiseIndex(index, (slot) => drawers[slot]?.rowid ?? NaN));
};

describe('the command line, when a process is killed', () => {
  it('takes over a palace at once if its owner was killed, and joins a living owner', async () => {
    const { palace, workspace } = chaptersWorkspace();
    runCli(palace, workspace, 'mine', '--no-wait');
    const holder = await startOwner(palace, workspace);
    expect(json(statusSchema, runCli(palace, workspace, 'status', '--json').stdout).drawers.total).toBe(31);
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    expect(runCli(palace, workspace, 'status')).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(palace).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });

  it('finds a note saved just before its owner was killed, and reads everything else from the saved word index', async () => {
    const { palace, workspace } = chaptersWorkspace();
    runCli(palace, workspace, 'mine', '--no-wait');
    const index = path.join(palace, 'lexical.idx');
    writeFileSync(index, withWord(readFileSync(index), 'zyzzyva'));
    const holder = await startOwner(palace, workspace);
    expect(runCli(palace, workspace, 'save', 'Berth 4 takes twelve metres.').code).toBe(0);
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    const { results } = json(
      searchResultSchema,
      runCli(palace, workspace, 'search', 'zyzzyva metres', '--json').stdout,
    );
    expect(results.slice(0, 2).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Berth 4 takes twelve metres.', expect.stringContaining('# Chapter')]),
    );
  });

  it('loses and duplicates nothing when mining is killed at any moment and run again', async () => {
    const { palace, workspace } = chaptersWorkspace();
    const random = randomFrom(seed);
    for (let kill = 0; kill < size('SYNAPSE_KILLS_CLI', 3, 100); kill++) {
      const run = startCli(palace, workspace, ['mine']);
      await new Promise((resolve) => setTimeout(resolve, 150 + random() * 1500));
      run.kill('SIGKILL');
      await new Promise((resolve) =>
        run.exitCode !== null || run.signalCode !== null ? resolve(null) : run.once('exit', resolve),
      );
    }
    expect(runCli(palace, workspace, 'mine')).toMatchObject({ code: 0, stderr: '' });
    const status = json(statusSchema, runCli(palace, workspace, 'status', '--json').stdout);
    expect(status.drawers).toMatchObject({ total: 31, archived: 0 });
    expect(status.embeddings).toMatchObject({ done: 31, pending: 0 });
    expect(runCli(palace, workspace, 'verify').stdout).toContain('Sound: 31 drawers');
  });

  it('opens a backup that was put beside the log of a killed process, keeps the log and says so until it is deleted', async () => {
    const { palace, workspace } = chaptersWorkspace();
    runCli(palace, workspace, 'mine', '--no-wait');
    runCli(palace, workspace, 'save', 'Berth 4 takes twelve metres.');
    const store = await openPalaceStore({ folder: palace, sqliteWasm });
    const backup = await store.backup();
    await store.close();
    const holder = await startOwner(palace, workspace);
    expect(runCli(palace, workspace, 'save', 'Berth 5 takes thirty metres.').code).toBe(0);
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    const log = readFileSync(path.join(palace, 'palace.sqlite-wal'));
    expect(log.includes('thirty metres')).toBe(true);
    copyFileSync(backup, path.join(palace, 'palace.sqlite'));
    const status = (): PalaceStatus => json(statusSchema, runCli(palace, workspace, 'status', '--json').stdout);
    const { warnings, palace: state } = status();
    expect(state.state).toBe('ok');
    const [kept = ''] = readdirSync(palace).filter((name) => name.startsWith('foreign-log-'));
    expect(warnings).toEqual([
      `${path.join(palace, kept)} is the log of an earlier palace file, and was not applied to the present one. Delete it once you don't need what it holds.`,
    ]);
    expect(readFileSync(path.join(palace, kept)).equals(log)).toBe(true);
    expect(runCli(palace, workspace, 'verify').stdout).toContain('Sound: 32 drawers');
    const found = runCli(palace, workspace, 'search', 'metres', '--json').stdout;
    const texts = json(searchResultSchema, found).results.map(({ text }) => text);
    expect(texts).toContain('Berth 4 takes twelve metres.');
    expect(texts).not.toContain('Berth 5 takes thirty metres.');
    rmSync(path.join(palace, kept));
    expect(status().warnings).toEqual([]);
  });

  it('erases and deletes what a log holds that was set aside', async () => {
    const { palace, workspace } = chaptersWorkspace();
    runCli(palace, workspace, 'save', 'Berth 4 takes twelve metres.');
    const aside = path.join(palace, 'foreign-log-20260101T000000000Z.sqlite-wal');
    writeFileSync(aside, 'Berth 4 takes twelve metres.');
    const [drawer] = json(
      searchResultSchema,
      runCli(palace, workspace, 'search', 'metres', '--json').stdout,
    ).results;
    expect(runCli(palace, workspace, 'erase', drawer?.drawer_id ?? '', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(aside)).toBe(false);
    writeFileSync(aside, 'a log');
    expect(runCli(palace, workspace, 'delete', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(palace)).toBe(false);
  });
});
