import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusSchema } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { cli, runCli } from '../../fixtures/palaces/builtPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** What agents and maintenance move is said and can be undone, and no plan of an agent is applied without a person. */

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const races = ['40', '88121', '9f3e1c7'].map((run, i) => ({
  id: `race-${i}`,
  type: 'issue',
  text: `The rotation race test of the session store fails in the build because the clock is mocked, run ${run}.`,
  filed_at: ago(10 - i),
}));
const parser = {
  id: 'parser',
  type: 'progress',
  tier: 'ephemeral',
  text: 'Half of the parser is done.',
  filed_at: ago(20),
};

const place = (drawers: readonly object[]) => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  writeFileSync(
    path.join(workspace, 'drawers.jsonl'),
    drawers
      .map((drawer) => JSON.stringify({ wing: 'gateway', room: 'notes', source_file: null, ...drawer }))
      .join('\n'),
  );
  expect(run('import', 'drawers.jsonl', '--format', 'drawers').code).toBe(0);
  const status = () => statusSchema.parse(JSON.parse(run('status', '--json').stdout));
  const isArchived = (id: string) => drawerViewSchema.parse(JSON.parse(run('show', id, '--json').stdout)).archived;
  return { palace, workspace, run, status, isArchived };
};

const hookAnswer = z.object({
  systemMessage: z.string().optional(),
  hookSpecificOutput: z.object({ additionalContext: z.string() }).optional(),
});

describe('an agent’s plan', () => {
  it('waits for a person’s approval, and says where to give it', async () => {
    const { palace, workspace, run, status, isArchived } = place(races);
    const { client } = await spawnedServer(palace, workspace);
    const { structured } = await callTool(client, 'mempalace_consolidate', { mode: 'plan' });
    const id = z.string().parse(structured['plan_id']);
    const refused = await callTool(client, 'mempalace_consolidate', { mode: 'apply', plan_id: id });
    expect(refused).toMatchObject({ isError: true, code: 'E_APPROVAL' });
    expect(refused.text).toContain(`synapse-palace compact --show ${id}`);
    expect(refused.text).toContain('Review Compaction');
    // The approval itself is the person's: an agent is not handed the switch.
    expect(refused.text).not.toMatch(/agents.?may.?apply/i);
    expect(isArchived('race-0')).toBe(false);
    expect(status().waiting).toMatchObject([{ plan_id: id, would_archive: 3 }]);
    expect(run('status').stdout).toContain(`review: synapse-palace compact --show ${id}`);

    // What its notes say contradicts itself: the whole plan leaves that out, a person names it.
    expect(run('compact', '--apply', id).stdout).toContain('g1 was skipped: its notes contradict each other');
    expect(isArchived('race-0')).toBe(false);
    expect(run('compact', '--apply', id, '--groups', 'g1').code).toBe(0);
    expect(isArchived('race-0')).toBe(true);
    // A person did that: nothing waits, and nothing was moved behind anybody's back.
    expect(status()).toMatchObject({ waiting: [], moved: [] });
    expect(await callTool(client, 'mempalace_consolidate', { mode: 'apply', plan_id: id })).toMatchObject({
      code: 'E_PLAN',
      text: expect.stringContaining('was applied already'),
    });
  });

  it('may be applied by the agent if the settings allow it; this is reported and can be undone', async () => {
    const { palace, workspace, run, status, isArchived } = place(races);
    expect(run('config', '--set', 'agents_may_apply=always').code).toBe(0);
    const { client } = await spawnedServer(palace, workspace);
    const { structured } = await callTool(client, 'mempalace_consolidate', { mode: 'plan' });
    const id = z.string().parse(structured['plan_id']);
    const apply = { mode: 'apply', plan_id: id };
    expect((await callTool(client, 'mempalace_consolidate', apply)).text).toContain('g1 was left out');
    expect(isArchived('race-0')).toBe(false);
    expect(await callTool(client, 'mempalace_consolidate', { ...apply, groups: ['g1'] })).toMatchObject({
      isError: false,
    });
    expect(isArchived('race-0')).toBe(true);
    expect(status().moved).toMatchObject([{ batch: id, by: 'agent', archived: 3, plan_id: id }]);
    expect(run('status').stdout).toContain(
      `an agent archived 3 drawers on ${new Date().toISOString().slice(0, 10)}; undo: synapse-palace compact --restore ${id}`,
    );
    expect(run('restore', '--batch', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--restore ${id}`),
    });
    expect(run('compact', '--restore', id).code).toBe(0);
    expect(isArchived('race-0')).toBe(false);
    expect(status().moved).toEqual([]);
    // What is taken back counts at once.
    expect(run('config', '--unset', 'agents_may_apply').code).toBe(0);
    const again = await callTool(client, 'mempalace_consolidate', {
      mode: 'plan',
      drawer_ids: ['race-0', 'race-1'],
    });
    expect(
      await callTool(client, 'mempalace_consolidate', { mode: 'apply', plan_id: again.structured['plan_id'] }),
    ).toMatchObject({ code: 'E_APPROVAL' });
  });
});

describe('moved drawers', () => {
  it('moved by an agent, are reported with the reason and can be restored together', async () => {
    const { palace, workspace, run, status, isArchived } = place(races);
    const { client } = await spawnedServer(palace, workspace);
    await callTool(client, 'context_archive', { ids: ['race-0', 'race-1'], reason: 'moved to the wiki' });
    const [batch] = status().moved;
    expect(batch).toMatchObject({ by: 'agent', archived: 2, reason: 'moved to the wiki' });
    expect(run('status').stdout).toContain('Moved     an agent archived 2 drawers (“moved to the wiki”)');
    const seen = await callTool(client, 'mempalace_status');
    expect(seen.structured['moved']).toMatchObject([{ batch: batch?.batch, by: 'agent' }]);
    expect(run('restore', '--batch', batch?.batch ?? '').stdout).toBe('2 drawers restored.\n');
    expect(isArchived('race-0')).toBe(false);
    expect(status().moved).toEqual([]);
  });

  it('are reported once at the next session’s start, to the person and the agent, with the command to undo it', async () => {
    const old = {
      ...parser,
      id: 'old',
      type: 'reference',
      tier: 'working',
      text: 'The crane is green.',
      filed_at: ago(40),
    };
    const pinned = {
      ...parser,
      id: 'pin',
      type: 'insight',
      tier: 'working',
      text: 'Deploys on Tuesdays.',
      filed_at: ago(1),
    };
    const { palace, workspace, run, status } = place([parser, old, pinned]);
    const start = async () => {
      const { code, stdout } = await runProgram([cli, 'hook', 'session-start'], {
        cwd: workspace,
        env: { SYNAPSE_PALACE_HOME: palace, CLAUDE_PROJECT_DIR: workspace, SYNAPSE_PALACE_HOOK_SECONDS: '300' },
        input: JSON.stringify({
          hook_event_name: 'SessionStart',
          source: 'startup',
          session_id: 's',
          cwd: workspace,
        }),
      });
      expect(code).toBe(0);
      return hookAnswer.parse(JSON.parse(stdout));
    };
    const first = await start();
    const [batch] = status().moved;
    expect(batch).toMatchObject({ by: 'maintenance', archived: 1, demoted: 1 });
    const said = `maintenance archived 1 drawer, demoted 1. Undo: synapse-palace restore --batch ${batch?.batch ?? ''}`;
    expect(first.systemMessage).toBe(`Synapse Palace: ${said}`);
    expect(first.hookSpecificOutput?.additionalContext.startsWith(`Synapse Palace: ${said}\n`)).toBe(true);
    expect((await start()).systemMessage).toBeUndefined();
    // One Undo for what was archived and what was demoted.
    expect(run('restore', '--batch', batch?.batch ?? '').stdout).toBe(
      '1 drawer restored, 1 back in their tier.\n',
    );
    const shown = (id: string) => drawerViewSchema.parse(JSON.parse(run('show', id, '--json').stdout));
    expect(shown('parser')).toMatchObject({ archived: false, tier: 'ephemeral' });
    expect(shown('old')).toMatchObject({ archived: false, tier: 'working' });
    // What was taken back is not moved again at once.
    expect((await start()).systemMessage).toBeUndefined();
    expect(status().moved).toEqual([]);
  });
});
