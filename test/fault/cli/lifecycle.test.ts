import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { maintainReportSchema } from '../../../extension/palace/contract/memory/ageingSchemas.ts';
import {
  compactReportSchema,
  makePlanReportSchema,
} from '../../../extension/palace/contract/memory/planCallSchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { drawerId, isoTime } from '../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** The memory's lifecycle as a person meets it on the command line, with default settings and the real model. */

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const limit = (count: number): string => `The API rate limit is ${count} requests per minute.`;

const placeOf = (drawers: readonly Record<string, unknown>[]) => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFileSync(
    path.join(workspace, 'drawers.jsonl'),
    drawers
      .map((drawer) =>
        JSON.stringify({ wing: 'gateway', room: 'notes', type: 'decision', source_file: null, ...drawer }),
      )
      .join('\n'),
  );
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  expect(run('import', 'drawers.jsonl', '--format', 'drawers').code).toBe(0);
  return { run, palace, workspace };
};
/** The same, open in another process meanwhile. */
const palaceOf = async (drawers: readonly Record<string, unknown>[]) => {
  const { run, palace, workspace } = placeOf(drawers);
  await openForAgent(palace, workspace);
  return run;
};

/** Opens a drawer in so many sessions, the last one so many days ago. */
const use = async (folder: string, id: string, sessions: number, days: number): Promise<void> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  const rowid = store.read.drawerById(drawerId(id))?.rowid ?? 0;
  await store.write((transaction) =>
    transaction.recordAccess(
      Array.from({ length: sessions }, (_, i) => ({
        rowid,
        sessionId: `${id} ${i}`,
        kind: 'opened',
        at: isoTime(ago(days + sessions - 1 - i)),
      })),
    ),
  );
  await store.close();
};

const old = [100, 140, 160, 300];
const limits = [
  ...old.map((count, i) => ({ id: `limit-${count}`, text: limit(count), filed_at: ago(120 - 10 * i) })),
  { id: 'limit-500', text: limit(500), filed_at: ago(20) },
];
const query = 'what is the API rate limit';
const names = old.map((count) => `limit-${count}`);

describe('the command line', () => {
  it('ranks a summary of outdated limits below the current limit', async () => {
    const run = await palaceOf(limits);
    expect(run('mark', ...names, '--superseded-by', 'limit-500').code).toBe(0);
    const search = (...words: string[]) =>
      json(searchResultSchema, run('search', query, '--explain', '--json', ...words).stdout).results;
    const before = search().find(({ drawer_id: id }) => id === 'limit-500')?.score ?? NaN;
    const { plan } = json(compactReportSchema, run('compact', '--json').stdout);
    const [group] = plan?.groups ?? [];
    expect(group).toMatchObject({ drawer_ids: names, superseded_by: 'limit-500' });
    // Among the replaced ones, too, the newest leads, and the plan says that they contradict each other.
    expect(group?.summary).toMatch(
      /^\[Replaced by limit-500 of \d{4}-\d\d-\d\d: The API rate limit is 500 requests per minute\.\]\nThe API rate limit is 300 /,
    );
    expect(run('compact', '--show', plan?.id ?? '').stdout).toContain(
      'These notes contradict each other; the newest leads:\n      300 (limit-300), not 100 (limit-100)',
    );
    expect(run('compact', '--apply', plan?.id ?? '').code).toBe(0);

    const [living, summary] = search();
    expect(living).toMatchObject({ drawer_id: 'limit-500', score_breakdown: { supersede_penalty: 0 } });
    expect(living?.score).toBeGreaterThanOrEqual(before);
    expect(summary?.drawer_id).toBe(group?.summary_drawer_id);
    expect(summary?.annotations.join()).toContain('[SUPERSEDED] replaced by limit-500');
    for (const profile of ['orient', 'evaluate', 'decide'])
      expect(search('--profile', profile)[0]?.drawer_id).toBe('limit-500');
    expect(json(drawerViewSchema, run('show', group?.summary_drawer_id ?? '', '--json').stdout)).toMatchObject({
      type: 'summary',
      tier: 'working',
      superseded_by: 'limit-500',
      text: group?.summary,
    });
  });

  it('finds by an old note’s words what replaced it, however that is worded, and says so', async () => {
    const pier = ['seals', 'gulls', 'nets'].map((what) => ({
      id: `pier-${what}`,
      text: `The pier has ${what}; nothing was measured there.`,
      filed_at: ago(5),
    }));
    const run = await palaceOf([
      { id: 'limit-old', text: limit(100), filed_at: ago(90) },
      { id: 'handbook', text: 'Whatever was decided before Easter: see the handbook.', filed_at: ago(10) },
      ...pier,
    ]);
    expect(run('mark', 'limit-old', '--superseded-by', 'handbook').code).toBe(0);
    const [first, second, third] = json(searchResultSchema, run('search', query, '--json').stdout).results;
    const title = 'The API rate limit is 100 requests per minute.';
    expect(first).toMatchObject({ drawer_id: 'handbook', in_place_of: { drawer_id: 'limit-old', title } });
    expect(second).toMatchObject({ drawer_id: 'limit-old', replaced_by: { drawer_id: 'handbook' } });
    expect(second?.score ?? NaN).toBeGreaterThan(third?.score ?? NaN);
    expect(run('search', query).stdout).toContain(`In place of “${title}” (limit-old)`);
  });

  it('never consolidates a current drawer with those that it replaces', async () => {
    const run = await palaceOf([
      ...limits,
      ...['night', 'noon', 'dawn'].map((time, i) => ({
        id: `backup-${time}`,
        text: `A backup of the harbour's palace is copied to the second disk at ${3 + i} o'clock.`,
        filed_at: ago(6 - i),
      })),
    ]);
    const groups = () =>
      json(makePlanReportSchema, run('consolidate', '--dry-run', '--json').stdout).plan.groups.map(
        ({ drawer_ids: ids }) => ids,
      );
    const backups = ['backup-night', 'backup-noon', 'backup-dawn'];
    expect(groups()).toEqual([backups]);
    const refused = run('consolidate', 'limit-300', 'limit-500');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('limit-500 replaces limit-300, but not limit-500');
    expect(run('mark', ...names, '--superseded-by', 'limit-500').code).toBe(0);
    expect(groups()).toEqual([backups]);
    expect(run('consolidate', 'limit-100', 'limit-500').code).toBe(1);
    // Replaced ones alone may be summarised, and their summary is as replaced as they are.
    const { plan } = json(makePlanReportSchema, run('consolidate', 'limit-100', 'limit-140', '--json').stdout);
    expect(plan.groups).toMatchObject([{ superseded_by: 'limit-500' }]);
    // Where valid notes contradict each other, the newest leads and the plan says so.
    const shown = run('consolidate', '--dry-run').stdout;
    expect(shown).toContain('5 (backup-dawn), not 3 (backup-night)');
    expect(shown).toMatch(/\| A backup of the harbour's palace is copied to the second disk at 5 o'clock\./);
  });

  it('with the default settings keeps much used drawers until their strength has faded', async () => {
    const { run, palace } = placeOf([
      ...['forty', 'later', 'little'].map((id) => ({ id, text: `${limit(100)} Case ${id}.`, filed_at: ago(400) })),
      { id: 'now', text: 'The handbook of the harbour was rewritten.', filed_at: ago(20) },
    ]);
    await use(palace, 'forty', 20, 40);
    await use(palace, 'later', 20, 113);
    await use(palace, 'little', 1, 40);
    expect(run('mark', 'forty', 'later', 'little', '--superseded-by', 'now').code).toBe(0);
    const candidates = (...words: string[]) =>
      json(compactReportSchema, run('compact', '--dry-run', '--json', ...words).stdout).plan?.candidates ?? [];
    expect(candidates().map(({ drawer_id: id }) => id)).toEqual(['little']);
    const decayed = candidates('--set', 'decay_enabled=true');
    expect(decayed.map(({ drawer_id: id }) => id).sort()).toEqual(['later', 'little']);
    const later = decayed.find(({ drawer_id: id }) => id === 'later');
    expect(later?.ltp_score).toBeCloseTo(0.3 * Math.log(21), 10);
    expect(later?.decayed_ltp).toBeCloseTo(0.3 * Math.log(21) * Math.exp(-1.13), 10);
    expect(later?.reason).toMatch(/^decayed_ltp=0\.29/);
  });

  it('demotes unused working drawers of every type after a month', () => {
    const types = ['handoff', 'progress', 'reference', 'summary', 'issue'];
    const { run } = placeOf(
      types.map((type) => ({
        id: `a-${type}`,
        type,
        tier: 'working',
        text: `Of the mast: ${type}.`,
        filed_at: ago(31),
      })),
    );
    expect(
      json(maintainReportSchema, run('maintain', '--no-git', '--json').stdout).changes.map(
        ({ drawer_id: id, change }) => `${change} ${id}`,
      ),
    ).toEqual(types.map((type) => `demoted a-${type}`).sort());
  });
});
