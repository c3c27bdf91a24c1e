import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { openPalace, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

type Agent = 'codex' | 'cursor';
interface Handler {
  readonly command: string;
}

/** A workspace with a palace that holds a pinned note, and the lines that `hook install` gives an agent, by its events. */
const installed = async (agent: Agent) => {
  const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  const opened = await openPalace({ folder: palace });
  await opened.save({ text: 'We keep the write-ahead log.', type: 'decision', pinned: true });
  await opened.close();
  const file = path.join(workspace, 'hooks.json');
  const { code, stderr } = runCli(palace, workspace, 'hook', 'install', '--agent', agent, '--file', file, '--yes');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: Record<string, (Handler | { readonly hooks: readonly Handler[] })[]>;
  };
  /** Runs what the agent would, with its input. */
  const fire = async (event: string, input: object) => {
    const [entry] = hooks[event] ?? [];
    const line = entry === undefined ? '' : 'command' in entry ? entry.command : (entry.hooks[0]?.command ?? '');
    expect(line).toContain(`--agent ${agent}`);
    const ran = await runProgram(line.split(' ').slice(1), {
      cwd: workspace,
      env: { SYNAPSE_PALACE_HOME: palace, SYNAPSE_PALACE_HOOK_SECONDS: '300' },
      input: JSON.stringify(input),
    });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return ran.stdout;
  };
  return { workspace, palace, fire };
};

describe('hooks of other agents', () => {
  it('answer Codex with JSON that it accepts, and file its transcript', async () => {
    const { workspace, palace, fire } = await installed('codex');
    const transcript = path.join(temporaryFolder(), 'rollout-2026-11-21T10-00-00-1.jsonl');
    cpSync(
      'test/fixtures/conversations/codex/sessions/2026/11/21/rollout-2026-11-21T22-56-28-01a20053-4aeb-76c2-a349-2f10d35b4735.jsonl',
      transcript,
    );
    const common = {
      session_id: 's1',
      transcript_path: transcript,
      cwd: workspace,
      model: 'gpt',
      permission_mode: 'default',
    };
    const started = JSON.parse(
      await fire('SessionStart', { ...common, hook_event_name: 'SessionStart', source: 'startup' }),
    ) as object;
    // Codex refuses a member that its schema does not name.
    expect(Object.keys(started).filter((key) => key !== 'systemMessage')).toEqual(['hookSpecificOutput']);
    expect(started).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('We keep the write-ahead log.'),
      },
    });
    expect(await fire('PreCompact', { ...common, hook_event_name: 'PreCompact', trigger: 'auto' })).toBe('');
    expect(await fire('Stop', { ...common, hook_event_name: 'Stop', stop_hook_active: false })).toBe('');
    const { stdout } = runCli(palace, workspace, 'list', '--type', 'conversation', '--json');
    expect((JSON.parse(stdout) as { drawers: unknown[] }).drawers.length).toBeGreaterThan(0);
  });

  it('answer Cursor in its own format, for the folder that it has open', async () => {
    const { workspace, fire } = await installed('cursor');
    const common = {
      conversation_id: 'c1',
      generation_id: 'g1',
      workspace_roots: [workspace],
      transcript_path: null,
    };
    expect(
      JSON.parse(await fire('sessionStart', { ...common, hook_event_name: 'sessionStart', session_id: 'c1' })),
    ).toEqual({ additional_context: expect.stringContaining('We keep the write-ahead log.') });
    expect(
      JSON.parse(
        await fire('preCompact', {
          ...common,
          hook_event_name: 'preCompact',
          context_tokens: 10_000,
          context_window_size: 200_000,
        }),
      ),
    ).toEqual({});
  });
});
