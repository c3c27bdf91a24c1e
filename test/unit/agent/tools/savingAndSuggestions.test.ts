import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { contextSave, mempalaceAddDrawer } from '../../../../extension/agent/tools/drawerTools.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

describe('tools for agents', () => {
  it('acknowledge an issue at once and count it each time; what a note resembles is told by the next answer', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const error = { content: 'TypeError: berth is undefined at src/berth.ts:12', type: 'issue' };
    const saves = [];
    for (const tool of ['context_save', 'mempalace_add_drawer', 'context_save', 'context_save'])
      saves.push((await callTool(client, tool, error)).structured);
    expect(saves.map(({ saved }) => saved)).toEqual([true, true, true, true]);
    expect(new Set(saves.map(({ drawer_id: id }) => id)).size).toBe(4);
    expect(saves[3]).toMatchObject({ check: 'due', pattern: { change: 'extended', occurrence_count: 4 } });
    expect((await callTool(client, 'mempalace_session_context')).structured).toMatchObject({
      recurring_issues: [{ occurrence_count: 4 }],
    });

    const first = await callTool(client, 'context_save', { content: 'Cranes rest at night.', type: 'decision' });
    const near = await callTool(client, 'context_save', { content: 'At night, cranes rest.', type: 'decision' });
    expect(near.structured).not.toHaveProperty('note');
    expect(near.structured).toMatchObject({ saved: true, check: 'due', duplicates: [] });
    await palace.noteChecks({ wait: true });
    const next = await callTool(client, 'mempalace_status');
    expect(next.structured['earlier_saves']).toMatchObject([
      {
        drawer_id: near.structured['drawer_id'],
        duplicates: [{ drawer_id: first.structured['drawer_id'], kind: 'near' }],
      },
    ]);
    expect((await callTool(client, 'mempalace_status')).structured).not.toHaveProperty('earlier_saves');
    expect(
      (
        await callTool(client, 'context_save', {
          content: 'Cranes rest, at night.',
          type: 'decision',
          wait: true,
        })
      ).structured,
    ).toMatchObject({ check: 'done', duplicates: [{ kind: 'near' }, { kind: 'near' }] });
  });

  it.each([contextSave, mempalaceAddDrawer])(
    'make no palace for a note that it would refuse: $name',
    async (tool) => {
      const palace = await openPalace({ folder: temporaryFolder() });
      const never = () => Promise.reject(new Error('A palace was made.'));
      const given = { content: 'Go on at the quay.', type: 'handoff', tags: ['sha:of-the-commit'] };
      const session = { id: 's', given: new Set<string>(), saved: new Set<string>(), onProblem: () => undefined };
      const workspace = () => Promise.resolve('.');
      await expect(
        tool.call(never, given, { session, workspace, beforehand: (work) => work(palace) }),
      ).rejects.toMatchObject({ code: 'E_TAG' });
      await palace.close();
    },
  );

  it('say of a pinned note when sessions begin without it', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const save = async (args: Record<string, unknown>) =>
      (await callTool(client, 'context_save', { content: 'Go on at the quay.', pinned: true, ...args })).text;
    expect(await save({ type: 'handoff' })).toContain('sessions begin without it');
    for (const quiet of [
      { type: 'handoff' },
      { type: 'handoff', tier: 'working', content: 'On.' },
      { type: 'decision', content: 'Off.' },
    ])
      expect(await save(quiet)).not.toContain('sessions begin without it');
    await palace.close();
  });

  it('tell what was replaced and not used for long, what to do about it in their own words, and plan it for review', async () => {
    const { palace } = await minedPalace();
    const old = (days: number) => new Date(Date.parse('2026-03-01T12:00:00Z') - days * 86_400_000).toISOString();
    const texts = ['twenty', 'thirty', 'forty'].map((count) => `The gateway allows ${count} requests a minute.`);
    const ids = [];
    for (const [i, text] of texts.entries())
      ids.push((await palace.save({ text, type: 'decision', filed_at: old(90 - i) })).drawer_id ?? '');
    const { drawer_id: living } = await palace.save({
      text: 'The gateway allows sixty requests a minute.',
      type: 'decision',
      filed_at: old(2),
    });
    await palace.noteChecks({ wait: true });
    await palace.update({ drawer_ids: ids, superseded_by: living });
    const { client } = await linkedClient(palace);
    const context = await callTool(client, 'mempalace_session_context');
    const candidates = ids.map(
      (id) => expect.objectContaining({ drawer_id: id, superseded_by: living }) as unknown,
    );
    expect(context.structured['compaction_candidates']).toEqual(expect.arrayContaining(candidates));
    const { close } = z.object({ close: z.string() }).parse(context.structured['quoted']);
    expect(context.text.slice(context.text.lastIndexOf(close))).toContain(
      'Replaced and unused: mempalace_consolidate with mode evaluate',
    );
    const evaluated = await callTool(client, 'mempalace_consolidate', { mode: 'evaluate' });
    expect(evaluated.structured['compaction_candidates']).toEqual(expect.arrayContaining(candidates));
    expect(evaluated.text).toContain('evaluate or plan them with of compaction');
    const planned = await callTool(client, 'mempalace_consolidate', { mode: 'plan', of: 'compaction' });
    expect(planned.structured).toMatchObject({ state: 'proposed', would_archive: 3 });
    expect((await palace.plans({})).plans).toMatchObject([{ kind: 'compaction', state: 'proposed' }]);
    expect((await palace.show({ drawer_id: ids[0] ?? '' })).archived).toBe(false);
  });

  it('find notes that newer ones nearly repeat anywhere in the palace, by thresholds of their own, and mark none', async () => {
    const { palace } = await minedPalace();
    const old = (days: number) => new Date(Date.parse('2026-03-01T12:00:00Z') - days * 86_400_000).toISOString();
    const save = async (text: string, days: number, type: 'decision' | 'issue' = 'decision') =>
      (await palace.save({ text, type, filed_at: old(days) })).drawer_id ?? '';
    const older = await save('Tokens live for ten minutes in the gateway.', 40);
    const newer = await save('Tokens live in the gateway for ten minutes now.', 3);
    for (const days of [20, 10]) await save('The gateway lost its tokens again.', days, 'issue');
    await palace.noteChecks({ wait: true });
    const { client } = await linkedClient(palace);
    const { structured, text } = await callTool(client, 'mempalace_supersede_check');
    expect(structured).toMatchObject({
      checked: true,
      found: 1,
      candidates: [{ superseded_id: older, superseding_id: newer, age_gap_days: 37, confidence: 'high' }],
    });
    // Digits beyond the third only cost tokens.
    expect(text).toMatch(/"similarity":0\.9\d{1,2},/);
    expect(text).toContain('Read both notes');
    expect(text).toContain('context_curate with drawer_id (the newer) and UPDATE for the older');
    expect((await palace.show({ drawer_id: older })).superseded_by).toBeNull();
    expect(
      (await callTool(client, 'mempalace_supersede_check', { min_age_gap_days: 60 })).structured,
    ).toMatchObject({ found: 0 });
    expect((await callTool(client, 'mempalace_supersede_check', { wing: 'none' })).structured).toMatchObject({
      found: 0,
    });
  });
});
