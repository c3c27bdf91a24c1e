import { closeSync, existsSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookEventNames } from '../../../extension/agent/hooks/hookEvent.ts';
import { lockPalace } from '../../../extension/service/ownership/palaceLock.ts';
import { cli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { hookPayload } from '../../fixtures/agent/hookPayloads.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { openPalace, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../fixtures/testSize.ts';

/** With a palace where there are notes for it. */
const place = async (...notes: readonly string[]) => {
  const palace = path.join(temporaryFolder(), 'palace');
  const workspace = temporaryFolder();
  if (notes.length > 0) {
    const opened = await openPalace({ folder: palace });
    for (const text of notes) await opened.save({ text, type: 'decision', pinned: true });
    await opened.close();
  }
  const hook = (
    event: string,
    input: string,
    options: {
      readonly keepOpen?: boolean;
      /** What it gives in the end is asked for, however slow the machine is. */ readonly isPatient?: boolean;
    } = {},
  ) =>
    runProgram([cli, 'hook', event], {
      cwd: workspace,
      env: {
        SYNAPSE_PALACE_HOME: palace,
        CLAUDE_PROJECT_DIR: workspace,
        ...(options.isPatient === true ? { SYNAPSE_PALACE_HOOK_SECONDS: '300' } : {}),
      },
      input,
      ...options,
    });
  return { palace, workspace, hook };
};
const compaction = hookPayload('PreCompact.manual.real.json');
const goesOn = { code: 0, stdout: 'compaction OK\n' };

describe('the hook before a compaction never blocks it', () => {
  it('with a sound palace', async () => {
    expect(
      await (await place('We keep the write-ahead log.')).hook('pre-compact', compaction, { isPatient: true }),
    ).toEqual({ ...goesOn, stderr: '' });
  });

  it('without a palace, and creates none', async () => {
    const { palace, hook } = await place();
    expect(await hook('pre-compact', compaction, { isPatient: true })).toEqual({
      ...goesOn,
      stderr: expect.stringMatching(/^Synapse Palace: .*has no palace yet; nothing was done\.\n$/),
    });
    expect(existsSync(palace)).toBe(false);
  });

  it('with a palace whose lock another process holds without answering', async () => {
    const { palace, hook } = await place('We keep the write-ahead log.');
    const lock = await lockPalace(palace, () => undefined);
    try {
      expect(await hook('pre-compact', compaction)).toEqual({
        ...goesOn,
        stderr: expect.stringMatching(/^Synapse Palace: [^\n]+\n$/),
      });
    } finally {
      await lock.release();
    }
  });

  it('with a palace whose owner hangs', async () => {
    const { palace, workspace, hook } = await place('We keep the write-ahead log.');
    const owner = startCli(palace, workspace, ['mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      const calls = [
        { id: 1, method: 'initialize', params },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: { name: 'context_status', arguments: {} } },
      ];
      for (const call of calls) owner.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`);
      let said = '';
      for await (const chunk of owner.stdout ?? []) if ((said += String(chunk)).includes('"id":2')) break;
      owner.kill('SIGSTOP');
      expect(await hook('pre-compact', compaction)).toEqual({
        ...goesOn,
        stderr: expect.stringMatching(/^Synapse Palace: [^\n]+\n$/),
      });
    } finally {
      owner.kill('SIGKILL');
    }
  });

  it.each([
    ['the first page', 0, 100],
    ['every page but the first', 4096, 1_000_000],
  ])('with a palace that is damaged in %s, and writes nothing over it', async (_, from, length) => {
    const { palace, hook } = await place('We keep the write-ahead log.');
    const file = path.join(palace, 'palace.sqlite');
    const bytes = Math.min(length, statSync(file).size - from);
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
    closeSync(handle);
    expect(await hook('pre-compact', compaction, { isPatient: true })).toEqual({
      ...goesOn,
      stderr: expect.stringMatching(/^Synapse Palace: [^\n]+\n$/),
    });
    const started = await hook('session-start', hookPayload('SessionStart.startup.real.json'), {
      isPatient: true,
    });
    expect(started.code).toBe(0);
    expect(JSON.parse(started.stdout)).toMatchObject({ systemMessage: started.stderr.trimEnd() });
    expect(readdirSync(palace)).toContain('palace.sqlite');
  });

  it('with standard input that is never closed', async () => {
    expect(await (await place()).hook('pre-compact', '{"session_id":', { keepOpen: true })).toMatchObject(goesOn);
  });

  const big = process.env['SYNAPSE_BIG_PALACE'];
  it.skipIf(big === undefined)('with a palace of 122,686 drawers', async () => {
    const outcome = await runProgram([cli, 'hook', 'pre-compact', '--palace', big ?? ''], {
      cwd: temporaryFolder(),
      env: {},
      input: compaction,
    });
    expect(outcome).toMatchObject(goesOn);
  });
});

describe('an agent’s session hooks', () => {
  it('start the session with pinned drawers, and file each exchange once', async () => {
    const { palace, hook } = await place('We keep the write-ahead log.');
    const started = await hook('session-start', hookPayload('SessionStart.startup.real.json'), {
      isPatient: true,
    });
    expect(started).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('We keep the write-ahead log.'),
    });
    const transcript = path.resolve(
      'test/fixtures/conversations/claude-code/projects/-home-dev-harbor-lights/3268f7a0-dff1-47db-ab0f-071c40e3067c.jsonl',
    );
    expect(existsSync(transcript)).toBe(true);
    const payload = hookPayload('Stop.real.json').replace(
      /"transcript_path": "[^"]*"/,
      `"transcript_path": ${JSON.stringify(transcript)}`,
    );
    const total = async (): Promise<number> => {
      const opened = await openPalace({ folder: palace });
      const { drawers } = await opened.status({});
      await opened.close();
      return drawers.total;
    };
    expect(await hook('stop', payload, { isPatient: true })).toEqual({ code: 0, stdout: '', stderr: '' });
    const filed = await total();
    expect(filed).toBeGreaterThan(1);
    expect(await hook('stop', payload, { isPatient: true })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await total()).toBe(filed);
  });

  it('exit with 1, which blocks nothing, for an unknown event, and ignore unknown options', async () => {
    const { hook } = await place();
    expect(await hook('pre-compat', compaction)).toMatchObject({ code: 1, stdout: '' });
    expect(
      await runProgram([cli, 'hook', 'pre-compact', '--verbose', 'more'], {
        cwd: temporaryFolder(),
        env: { SYNAPSE_PALACE_HOME: '/nowhere' },
        input: compaction,
      }),
    ).toMatchObject(goesOn);
  });

  it('exit with 0 where an option lacks its value, as from an empty variable: 2 would make the agent run again', async () => {
    for (const args of [
      ['hook', 'stop', '--palace'],
      ['hook', 'pre-compact', '--agent'],
      ['--palace', '/nowhere', '--none', 'hook', 'stop'],
    ]) {
      const { code, stdout, stderr } = await runProgram([cli, ...args], {
        cwd: temporaryFolder(),
        env: { SYNAPSE_PALACE_HOME: '/nowhere' },
        input: compaction,
      });
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 0, stdout: '' });
      expect(stderr).toMatch(/^(?:option '--\w+ <\w+>' argument missing|unknown option '--none')\n/);
    }
  });

  it('exit with 0 on any input, and print nothing or one JSON document', async () => {
    const { hook } = await place();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...hookEventNames),
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .string()
            .map((text) => JSON.stringify({ prompt: text, cwd: text, transcript_path: text, session_id: text })),
        ),
        async (event, input) => {
          const { code, stdout } = await hook(event, input);
          expect(code).toBe(0);
          if (event === 'pre-compact') expect(stdout).toBe('compaction OK\n');
          else if (stdout !== '') expect(Object.keys(JSON.parse(stdout) as object)).not.toContain('decision');
        },
      ),
      { numRuns: runs(12) },
    );
  });
});
