import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runGit, type GitRun } from '../../../extension/palace/mining/git/runGit.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const programOf = (folder: string, script: string): string => {
  const file = path.join(folder, 'git');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
};
const run = (file: string, options: Partial<GitRun> = {}) =>
  runGit({
    file,
    args: [],
    folder: path.dirname(file),
    env: { PATH: process.env['PATH'] },
    silenceMs: 600_000,
    mostBytes: 1 << 20,
    mostMemory: 1 << 28,
    onOutput: () => undefined,
    ...options,
  });
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie that nobody waits for is dead.
    return !/^State:\s+Z/m.test(
      existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
    );
  } catch {
    return false;
  }
};
const dies = (pid: number): Promise<void> => expect.poll(() => isAlive(pid)).toBe(false);
/** Starts a helper that would outlive its parent, notes its number and waits for it. */
const withHelper = 'sleep 600 & echo $! > helper; echo begun; wait';
const helperOf = (file: string): number => Number(readFileSync(path.join(path.dirname(file), 'helper'), 'utf8'));

describe.skipIf(process.platform === 'win32')(
  'running git (skipped on Windows: the programs here are shell scripts)',
  () => {
    it('returns its output in order, its exit code and the start of its error output', async () => {
      const file = programOf(temporaryFolder(), 'echo one; echo two; echo "fatal: no" >&2; exit 3');
      const pieces: Uint8Array[] = [];
      const end = await run(file, { onOutput: (bytes) => void pieces.push(bytes) });
      expect(end).toEqual({ kind: 'ended', code: 3, message: 'fatal: no\n' });
      expect(Buffer.concat(pieces).toString()).toBe('one\ntwo\n');
    });

    it('kills it with all its helpers when it is silent for too long', async () => {
      const file = programOf(temporaryFolder(), withHelper);
      expect(await run(file, { silenceMs: 5000 })).toEqual({ kind: 'timed_out' });
      await dies(helperOf(file));
    });

    it('kills it with all its helpers when the signal aborts, and rejects', async () => {
      const file = programOf(temporaryFolder(), withHelper);
      const abort = new AbortController();
      await expect(run(file, { signal: abort.signal, onOutput: () => abort.abort() })).rejects.toMatchObject({
        code: 'E_CANCELLED',
      });
      await dies(helperOf(file));
      await expect(run(file, { signal: abort.signal })).rejects.toMatchObject({ code: 'E_CANCELLED' });
    });

    it('kills it when its output never ends or can’t be filed', async () => {
      const file = programOf(temporaryFolder(), 'echo $$ > helper; exec yes');
      let taken = 0;
      expect(await run(file, { mostBytes: 200_000, onOutput: (bytes) => void (taken += bytes.length) })).toEqual({
        kind: 'too_much',
      });
      expect(taken).toBeLessThanOrEqual(200_000);
      await dies(helperOf(file));
      await expect(run(file, { onOutput: () => Promise.reject(new Error('the disk is full')) })).rejects.toThrow(
        'the disk is full',
      );
      await dies(helperOf(file));
    });

    it('does not count the time in which its output is being filed', async () => {
      const file = programOf(temporaryFolder(), 'echo one; echo two');
      expect(await run(file, { silenceMs: 3000, onOutput: () => pause(3500) })).toMatchObject({
        kind: 'ended',
        code: 0,
      });
    });

    it('keeps only the start of endless error output', async () => {
      const file = programOf(temporaryFolder(), 'yes complaint 2>/dev/null | head -c 2000000 >&2; exit 1');
      const end = await run(file);
      expect(end).toMatchObject({ kind: 'ended', code: 1 });
      expect(end.kind === 'ended' && end.message.length).toBeLessThanOrEqual(4096);
    });

    it.skipIf(process.platform !== 'linux')(
      'limits its memory (skipped: this system has no such limit)',
      async () => {
        const file = programOf(temporaryFolder(), 'ulimit -d; exec tail /dev/zero');
        let limit = '';
        const end = await run(file, { onOutput: (bytes) => void (limit += Buffer.from(bytes).toString()) });
        expect(limit).toBe(`${(1 << 28) / 1024}\n`);
        expect(end).toMatchObject({ kind: 'ended', message: expect.stringContaining('memory exhausted') });
      },
    );

    it('reports that git could not be started', async () => {
      expect(await run(path.join(temporaryFolder(), 'git'))).toMatchObject({ kind: 'not_started' });
    });
  },
);
