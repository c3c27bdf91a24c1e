import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  compactReportSchema,
  makePlanReportSchema,
  plansReportSchema,
} from '../../../extension/palace/contract/memory/planCallSchemas.ts';
import {
  appliedSchema,
  planViewSchema,
  restoredSchema,
} from '../../../extension/palace/contract/memory/planSchemas.ts';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { oldLimits, planDrawers } from '../../fixtures/palaces/planPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../fixtures/treeHash.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));

/** A palace of the sample's notes, the old limits superseded. */
const filled = () => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  writeFileSync(
    path.join(workspace, 'drawers.jsonl'),
    planDrawers.map((drawer) => JSON.stringify(drawer)).join('\n'),
  );
  expect(run('import', 'drawers.jsonl', '--format', 'drawers').code).toBe(0);
  expect(run('mark', ...oldLimits, '--superseded-by', 'limit-now').code).toBe(0);
  return { palace, workspace, run };
};
const storeBytes = (palace: string) =>
  Object.entries(treeHash(palace)).filter(([name]) => name.startsWith('palace.sqlite'));

describe('the command line', () => {
  it('previews a compaction without writing, then saves, applies and undoes a plan', async () => {
    const { palace, workspace, run } = filled();
    await openForAgent(palace, workspace);
    const before = storeBytes(palace);
    const shown = run('compact', '--dry-run');
    expect(shown.code).toBe(0);
    for (const text of ['g1', ...oldLimits, 'superseded_by=limit-now', 'Leaves out', 'Nothing was written'])
      expect(shown.stdout).toContain(text);
    expect(storeBytes(palace)).toEqual(before);
    expect(run('compact', '--context-used', '10', '--context-max', '100').stdout).toContain(
      'No plan was made: the context is 10 % full',
    );

    expect(run('maintain', '--dry-run').stdout).toContain('\n1 group of drawers could be one summary.\n');

    const id = json(compactReportSchema, run('compact', '--json').stdout).plan?.id ?? '';
    run('pin', 'limit-a');
    const kept = run('compact', '--show', id).stdout;
    for (const text of ['3 drawers would go to', 'replaced by 1 summary', 'left out: it is pinned'])
      expect(kept).toContain(text);
    expect(json(planViewSchema, run('compact', '--show', id, '--json').stdout)).toMatchObject({
      would_archive: 3,
      would_create_summaries: 1,
    });
    const unapplied = storeBytes(palace);
    const tried = run('compact', '--apply', id, '--groups', 'g1', '--reject', 'limit-d', '--dry-run');
    expect(tried).toMatchObject({ code: 0, stderr: '' });
    for (const text of ['2 drawers would go to', 'it is pinned', 'it was rejected', 'Nothing was written'])
      expect(tried.stdout).toContain(text);
    expect(run('compact', '--apply', id, '--groups', 'g9', '--dry-run')).toMatchObject({ code: 1, stdout: '' });
    expect(storeBytes(palace)).toEqual(unapplied);
    const applied = json(
      appliedSchema,
      run('compact', '--apply', id, '--groups', 'g1', '--reject', 'limit-d', '--json').stdout,
    );
    expect(applied).toMatchObject({ archived: ['limit-b', 'limit-c'], rejected: ['limit-d'] });
    expect(readFileSync(applied?.backup ?? '').length).toBeGreaterThan(0);
    expect(json(plansReportSchema, run('compact', '--list', '--json').stdout).plans).toMatchObject([
      { id, state: 'applied', groups: 1, archived: 2 },
    ]);
    expect(run('compact', '--apply', id, '--dry-run').stderr).toMatch(/applied already.*E_PLAN/);
    for (const [words, refused] of [
      [['--restore', id, '--dry-run'], '--dry-run'],
      [['--show', id, '--trace'], '--trace'],
      [['--list', '--profile', 'recall'], '--profile'],
      [['--apply', id, '--set', 'mmr=1', '--context-used', '1'], '--context-used and --set'],
    ] as const)
      expect(run('compact', ...words)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`${words[0]} and ${refused} exclude each other`),
      });
    expect(json(restoredSchema, run('compact', '--restore', id, '--json').stdout)).toMatchObject({
      restored: ['limit-b', 'limit-c'],
      left: [],
    });
    expect(json(drawerViewSchema, run('show', 'limit-b', '--json').stdout)).toMatchObject({
      archived: false,
      consolidated_into: null,
    });
    const again = run('compact', '--restore', id);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/E_PLAN/);
  });

  it('consolidates the named drawers into the given text', () => {
    const { run } = filled();
    const { plan } = json(
      makePlanReportSchema,
      run('consolidate', 'race-a', 'race-b', '--summary', 'The race test fails.', '--json').stdout,
    );
    expect(plan?.groups).toMatchObject([
      { drawer_ids: ['race-a', 'race-b'], writer: 'caller', summary: 'The race test fails.' },
    ]);
    expect(run('compact', '--apply', plan?.id ?? '').stdout).toContain('2 drawers archived, 1 summary written');
    expect(run('consolidate', '--summary', 'of nothing').code).toBe(2);
    expect(run('compact', '--groups', 'g1').code).toBe(2);
  });

  it('killed while it applies a plan, has applied all of it or nothing', async () => {
    const { palace, workspace, run } = filled();
    const backups = () =>
      (existsSync(path.join(palace, 'backups')) ? readdirSync(path.join(palace, 'backups')) : []).join();
    for (const afterBackup of [0, 5, 20]) {
      const planned = run('compact', '--json');
      expect(planned.stderr).toBe('');
      expect(run('maintain', '--dry-run').stdout).toContain('\n1 group of drawers could be one summary.\n');

      const id = json(compactReportSchema, planned.stdout).plan?.id ?? '';
      const before = backups();
      const child = startCli(palace, workspace, ['compact', '--apply', id]);
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
      // The backup has just begun: the transaction follows within milliseconds.
      const watch = setInterval(() => {
        if (backups() === before) return;
        clearInterval(watch);
        setTimeout(() => child.kill('SIGKILL'), afterBackup);
      }, 1);
      await ended;
      clearInterval(watch);
      const store = await openPalaceStore({ folder: palace, sqliteWasm });
      const isApplied = store.read.plan(id)?.state === 'applied';
      const drawers = store.read.scanDrawers(0, 100);
      expect(drawers.filter(({ archived }) => archived).map((drawer) => drawer.id)).toEqual(
        isApplied ? oldLimits : [],
      );
      expect(drawers.filter(({ type }) => type === 'summary')).toHaveLength(isApplied ? 1 : 0);
      expect(await store.verify()).toMatchObject({ ok: true });
      await store.close();
      if (isApplied) expect(run('compact', '--restore', id).code).toBe(0);
    }
  });
});
