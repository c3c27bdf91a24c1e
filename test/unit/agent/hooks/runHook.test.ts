import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { quietAnswer } from '../../../../extension/agent/hooks/hookAnswer.ts';
import { hookEventNames, hookEvents } from '../../../../extension/agent/hooks/hookEvent.ts';
import type { Hook } from '../../../../extension/agent/hooks/runHook.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { hookPayload, hookPayloads } from '../../../fixtures/agent/hookPayloads.ts';
import { runHookOn, scriptedConnection } from '../../../fixtures/agent/hookSurroundings.ts';

const never = <T>(): Promise<T> => new Promise(() => undefined);
const hook = (event: Hook['event'], run: Hook['run'] = async () => ({ stdout: 'done', warning: null })): Hook => ({
  event,
  run,
});
const soon = { work: 10, process: 30 };

describe('a hook', () => {
  it.each(hookEventNames.flatMap((event) => [...hookPayloads.keys()].map((name) => [event, name] as const)))(
    '%s answers once and ends once on %s',
    async (event, name) => {
      const { answers, exits } = await runHookOn(hook(event), hookPayload(name), { folder: '/workspace' });
      expect(answers).toHaveLength(1);
      expect(exits).toBe(1);
      const named = /"hook_event_name": "(\w+)"/.exec(hookPayload(name))?.[1];
      const isOfAnother = named !== undefined && named !== hookEvents[event];
      if (isOfAnother || hookPayload(name).includes('"agent_id"')) expect(answers[0]).toEqual(quietAnswer(event));
    },
  );

  it.each(hookEventNames)('%s does nothing inside a sub-agent, and opens no palace for it', async (event) => {
    const payload = JSON.stringify({ hook_event_name: hookEvents[event], agent_id: 'a1', cwd: '/workspace' });
    expect(await runHookOn(hook(event), payload)).toMatchObject({
      opened: 0,
      exits: 1,
      answers: [{ warning: null }],
    });
  });

  const hanging = {
    'its palace never opens': { parts: { open: () => never<never>() }, run: undefined },
    'its work never ends': { parts: {}, run: () => never<never>() },
    'its palace never closes': {
      parts: { open: () => Promise.resolve(scriptedConnection({}, () => never())) },
      run: undefined,
    },
    'its input never ends': { parts: {}, run: undefined },
  } as const;
  it.each(Object.entries(hanging))('answers once and ends though %s', async (what, { parts, run }) => {
    const input = what.includes('input') ? new Readable({ read: () => undefined }) : '{}';
    const { answers, exits } = await runHookOn(hook('pre-compact', run), input, parts, soon);
    expect(exits).toBe(1);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.stdout).toMatch(what.includes('closes') ? /^done$/ : /^compaction OK\n$/);
    if (!what.includes('closes'))
      expect(answers[0]?.warning).toMatch(/^Synapse Palace: the palace did not answer/);
  });

  it('asks its work to end before the process does', async () => {
    const { answers } = await runHookOn(
      hook(
        'stop',
        ({ signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve({ stdout: '', warning: 'asked' })),
          ),
      ),
      '{}',
      {},
      { work: 10, process: 60_000 },
    );
    expect(answers).toEqual([{ stdout: '', warning: 'asked' }]);
  });

  it('says that it took too long where its work was cancelled for that', async () => {
    const cancelled = () => new PalaceError('E_CANCELLED', 'sessionContext was cancelled.');
    const { answers } = await runHookOn(
      hook(
        'pre-compact',
        ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(cancelled()))),
      ),
      '{}',
      {},
      { work: 10, process: 60_000 },
    );
    expect(answers).toEqual([
      {
        stdout: 'compaction OK\n',
        warning: 'Synapse Palace: the palace did not answer within 0.01 s; the session goes on without it.',
      },
    ]);
  });

  it.each(hookEventNames)('%s turns a failure into one line, with what to do', async (event) => {
    const failing = {
      open: () =>
        Promise.reject(new PalaceError('E_PALACE_IN_USE', 'The palace\n is in use\u001b[2J by another.')),
    };
    const {
      answers: [answer],
    } = await runHookOn(hook(event), '{}', failing);
    expect(answer?.warning).toBe(
      'Synapse Palace: The palace is in use [2J by another. Close the other window or program that uses this palace, then try again. (E_PALACE_IN_USE)',
    );
    expect(answer?.stdout).toBe(
      event === 'pre-compact'
        ? 'compaction OK\n'
        : event === 'session-start'
          ? `${JSON.stringify({ systemMessage: answer?.warning })}\n`
          : '',
    );
  });

  it('leaves a folder without a palace as it is, and says so on standard error only', async () => {
    const run = await runHookOn(hook('session-start'), '{}', {
      place: (folder) => ({ workspace: folder, folder: '/nowhere' }),
    });
    expect(run).toEqual({
      opened: 0,
      exits: 1,
      answers: [{ stdout: '', warning: 'Synapse Palace: /workspace has no palace yet; nothing was done.' }],
    });
  });

  it('takes the agent’s project for the session’s folder, else where the agent is, else where it is itself', async () => {
    const asked: string[] = [];
    const place = (folder: string) => {
      asked.push(folder);
      return { workspace: folder, folder: '/nowhere' };
    };
    await runHookOn(hook('stop'), '{"cwd": "/elsewhere"}', { place, env: { CLAUDE_PROJECT_DIR: '/project' } });
    await runHookOn(hook('stop'), '{"cwd": "/elsewhere"}', { place });
    await runHookOn(hook('stop'), '{"cwd": "/elsewhere"}', { place, env: { CLAUDE_PROJECT_DIR: '' } });
    await runHookOn(hook('stop'), '{"cwd": 7}', { place });
    const foreign = await runHookOn(hook('stop'), '{"cwd": "nowhere/on/this/machine"}', { place });
    expect(asked).toEqual(['/project', '/elsewhere', '/elsewhere', '/workspace']);
    expect(foreign.answers[0]?.warning).toContain('names a folder that does not exist on this machine');
  });
});
