import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import type { HookAnswer } from '../../../../extension/agent/hooks/hookAnswer.ts';
import type { HookEvent } from '../../../../extension/agent/hooks/hookEvent.ts';
import { superviseHook } from '../../../../extension/agent/hooks/superviseHook.ts';

/** Supervises a program that is given as its text; `limit` in milliseconds. */
const supervise = (event: HookEvent, program: string, limit = 60_000): Promise<HookAnswer> =>
  new Promise((resolve) => {
    let given: HookAnswer | undefined;
    superviseHook(event, {
      start: () => spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] }),
      limit,
      elapsed: () => 0,
      answer: (answer) => (given = answer),
      exit: () => given !== undefined && resolve(given),
    });
  });
const hang = 'for (;;);';

it('what the working process answers is handed on, its warning in one line', async () => {
  expect(
    await supervise(
      'session-start',
      `process.stdout.write('{"a": 1}\\n'); process.stderr.write('(node) noise\\nSynapse Palace: it is damaged.\\nmore\\n')`,
    ),
  ).toEqual({ stdout: '{"a": 1}\n', warning: 'Synapse Palace: it is damaged.' });
  expect(await supervise('stop', '')).toEqual({ stdout: '', warning: null });
});

it('where it hangs, fails or says half a document, the answer is that of a hook with nothing to say', async () => {
  expect(await supervise('pre-compact', hang, 50)).toEqual({
    stdout: 'compaction OK\n',
    warning: expect.stringContaining('did not answer within'),
  });
  expect(await supervise('pre-compact', 'throw new Error("broken")')).toEqual({
    stdout: 'compaction OK\n',
    warning: expect.stringMatching(/^Synapse Palace: the hook failed: .*broken/),
  });
  expect(await supervise('session-start', `process.stdout.write('{"hookSpec')`)).toEqual({
    stdout: '',
    warning: null,
  });
});

it('what it answered before it hung counts', async () => {
  expect(
    await supervise('pre-compact', `process.stdout.write('compaction OK\\n', () => { ${hang} })`, 1_000),
  ).toEqual({
    stdout: 'compaction OK\n',
    warning: expect.toSatisfy((warning) => warning === null || /did not answer/.test(String(warning))),
  });
});
