import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { commitIndexReportSchema } from '../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { noteChecksReportSchema, saveReportSchema } from '../../../extension/palace/contract/noteSchemas.ts';
import { statusSchema } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { plansReportSchema } from '../../../extension/palace/contract/memory/planCallSchemas.ts';
import { cli, runCli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { oldLimits, planDrawers } from '../../fixtures/palaces/planPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';

const isPosix = process.platform !== 'win32';
const hasGit = spawnSync('git', ['--version']).status === 0;

/** A repository with as many commits as take far longer to embed than a test waits. */
const longHistory = (folder: string): void => {
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder, env });
  const commits = Array.from({ length: 2000 }, (_, at) => {
    const message = `Berth ${at} is dredged again`;
    return `commit refs/heads/main\ncommitter Ilse <ilse@example.invalid> ${1_577_934_245 + at} +0100\ndata ${message.length}\n${message}\nM 100644 inline berth.md\ndata 5\n${String(at).padStart(5, '0')}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, env, input: commits.join('') });
};

const longWorkspace = (folder: string): void =>
  writeFiles(
    folder,
    Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [
        `quay${at}.md`,
        `# Quay ${at}\n\n${`Berth ${at} of the harbour is dredged again. `.repeat(60)}\n`,
      ]),
    ),
  );

describe.skipIf(!isPosix)('Ctrl+C', () => {
  it.each([
    ['mine', longWorkspace, true],
    ['git-index --all', longHistory, hasGit],
  ] as const)(
    'ends %s with exit code 130, keeps what was filed, and the next run goes on',
    async (words, fill, canRun) => {
      if (!canRun) return;
      const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
      fill(workspace);
      const total = (): number =>
        statusSchema.parse(JSON.parse(runCli(palace, workspace, 'status', '--json').stdout)).drawers.total;
      const child = startCli(palace, workspace, words.split(' '), { stdio: ['ignore', 'pipe', 'pipe'] });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      const ended = new Promise<unknown>((resolve) =>
        child.once('close', (code, signal) => resolve(code ?? signal)),
      );
      await expect.poll(() => existsSync(path.join(palace, 'owner.json')) && total() > 0).toBe(true);
      const known = total();
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      expect(said.join('')).toMatch(
        /^[^\n]* was cancelled[^\n]*everything committed so far is kept\. \(E_CANCELLED\)\n$/,
      );
      expect(readdirSync(palace).filter((name) => name.endsWith('.sock') || name === 'owner.json')).toEqual([]);
      const kept = total();
      expect(kept).toBeGreaterThanOrEqual(known);
      const again = runCli(palace, workspace, ...words.split(' '), '--no-wait', '--json');
      expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
      const all = total();
      if (words === 'mine') expect(all).toBeGreaterThanOrEqual(500);
      else
        expect(commitIndexReportSchema.parse(JSON.parse(again.stdout))).toMatchObject({
          indexed: all - kept,
          duplicates: kept,
        });
      expect(runCli(palace, workspace, 'verify').code).toBe(0);
    },
  );

  it('ends the making of vectors with exit code 130 as well, and says how many there are', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    longWorkspace(workspace);
    expect(runCli(palace, workspace, 'mine', '--no-wait').code).toBe(0);
    const vectors = () =>
      statusSchema.parse(JSON.parse(runCli(palace, workspace, 'status', '--json').stdout)).embeddings;
    const child = startCli(palace, workspace, ['rebuild-embeddings', '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    const ended = new Promise<unknown>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    );
    await expect.poll(() => existsSync(path.join(palace, 'owner.json')) && vectors().done > 0).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const { done, pending } = z.object({ done: z.number(), pending: z.number() }).parse(JSON.parse(stdout));
    expect(done).toBeGreaterThan(0);
    expect(pending).toBeGreaterThan(0);
  });

  it('ends a save that waits for its vector with exit code 130; the note is saved, and its document is printed', async () => {
    const workspace = temporaryFolder();
    const [palace, preload] = [path.join(workspace, 'palace'), path.join(workspace, 'preload.cjs')];
    // Ctrl+C once the command listens for it, when the note is saved. A signal proper may come after the vector, on a slow machine.
    writeFileSync(
      preload,
      `const { once } = process;
       process.once = function (event, ...rest) {
         once.call(this, event, ...rest);
         if (event === 'SIGINT') process.emit(event, event);
         return this;
       };`,
    );
    const saved = (text: string, ...words: string[]) =>
      runProgram(['--require', preload, cli, 'save', text, '--wait', ...words, '--palace', palace], {
        cwd: workspace,
        env: {},
        input: '',
      });
    const { code, stdout, stderr } = await saved('The crane is red.', '--json');
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringMatching(/^[^\n]* was cancelled\.[^\n]* \(E_CANCELLED\)\n$/),
    });
    const report = saveReportSchema.and(noteChecksReportSchema).parse(JSON.parse(stdout));
    expect(report).toMatchObject({ saved: true, checks: [], due: [report.drawer_id] });
    expect(await saved('The winch is green.')).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/^Saved as drawer_\S+\.\n$/),
    });
    const listed = runCli(palace, workspace, 'list').stdout;
    for (const text of ['The crane is red.', 'The winch is green.']) expect(listed).toContain(text);
  });

  it('ends the making and the application of a plan with exit code 130, and says that nothing was changed', async () => {
    const workspace = temporaryFolder();
    const [palace, preload] = [path.join(workspace, 'palace'), path.join(workspace, 'preload.cjs')];
    writeFileSync(
      path.join(workspace, 'drawers.jsonl'),
      planDrawers.map((drawer) => JSON.stringify(drawer)).join('\n'),
    );
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    expect(run('import', 'drawers.jsonl', '--format', 'drawers').code).toBe(0);
    expect(run('mark', ...oldLimits, '--superseded-by', 'limit-now').code).toBe(0);
    // On a terminal, with Ctrl+C once the command listens for it, or once it shows how many groups it has applied.
    writeFileSync(
      preload,
      `const { once, stderr } = process;
       const { write } = stderr;
       stderr.isTTY = true;
       const interruptedAt = (place) => place === process.env.CTRL_C && process.emit('SIGINT', 'SIGINT');
       process.once = function (event, ...rest) {
         once.call(this, event, ...rest);
         if (event === 'SIGINT') interruptedAt('start');
         return this;
       };
       stderr.write = function (text, ...rest) {
         if (String(text).includes('applying 1/1')) interruptedAt('end');
         return write.call(this, text, ...rest);
       };`,
    );
    const interruptedAt = (place: string, ...words: string[]) =>
      runProgram(['--require', preload, cli, ...words, '--palace', palace], {
        cwd: workspace,
        env: { CTRL_C: place },
        input: '',
      });
    const plans = () => plansReportSchema.parse(JSON.parse(run('compact', '--list', '--json').stdout)).plans;
    const cancelled = {
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('Cancelled before it began; nothing was changed. '),
    };
    for (const words of [['compact'], ['consolidate'], ['consolidate', 'race-a', 'race-b', 'race-c']])
      expect(await interruptedAt('start', ...words)).toEqual(cancelled);
    expect(plans()).toEqual([]);
    const made = await interruptedAt('never', 'compact', '--json');
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
    const [plan] = plans();
    const apply = (place: string) => interruptedAt(place, 'compact', '--apply', plan?.id ?? '');
    expect(await apply('start')).toEqual(cancelled);
    expect(plans()).toMatchObject([{ state: 'proposed' }]);
    const applied = await apply('end');
    expect(applied).toMatchObject({ code: 0, stderr: expect.stringMatching(/copying .*applying 1\/1/s) });
    expect(applied.stderr).toContain('Ctrl+C came too late: everything was done before.\n');
    expect(plans()).toMatchObject([{ state: 'applied' }]);
    expect((await interruptedAt('never', 'consolidate', '--dry-run')).stderr).toContain('matching 1/');
  });

  it('and an ended input are answers to a question: nothing is done, and nothing is reported as a defect', async () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    expect(runCli(palace, workspace, 'save', 'The crane is red.').code).toBe(0);
    const preload = path.join(workspace, 'preload.cjs');
    writeFileSync(preload, 'for (const s of [process.stdin, process.stdout, process.stderr]) s.isTTY = true;');
    const typed = (input: string, ...words: string[]) =>
      runProgram(['--require', preload, cli, ...words, '--palace', palace], { cwd: workspace, env: {}, input });
    const file = path.join(workspace, 'settings.json');
    for (const [words, refused] of [
      [['delete'], 'Nothing was deleted.'],
      [['hook', 'install', '--file', file], 'Nothing was written.'],
    ] as const) {
      const interrupted = await typed('\u0003', ...words);
      expect({ words, ...interrupted, stdout: '' }).toEqual({
        words,
        code: 130,
        stdout: '',
        stderr: expect.stringMatching(/Interrupted at a question\.[^\n]*\(E_CANCELLED\)\n$/),
      });
      const { code, stdout, stderr } = await typed('\u0004', ...words);
      expect({ words, code }).toEqual({ words, code: words[0] === 'delete' ? 1 : 0 });
      expect(stdout + stderr).toContain(refused);
      expect(stderr).not.toContain('E_');
    }
    expect(existsSync(path.join(palace, 'palace.sqlite'))).toBe(true);
    expect(existsSync(file)).toBe(false);
  });
});
