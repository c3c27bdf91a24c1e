import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import { callTool, linkedClient, type AgentAnswer } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { oldLimits, planPalace, races3 } from '../../../fixtures/palaces/planPalace.ts';

const entriesSchema = z.array(z.object({ drawer_id: z.string(), text: z.string() }));
const entries = ({ structured }: AgentAnswer, list = 'results') => entriesSchema.parse(structured[list]);
/** What stands between the delimiters of a text of the structured form. */
const inside = (text: string): string => text.split('\n').slice(1, -1).join('\n');

describe('the agents’ tools', () => {
  it('are those of the specification, each with schemas, hints and a short description', () => {
    expect(agentTools.map(({ name }) => name)).toEqual([
      'mempalace_search',
      'mempalace_status',
      'mempalace_session_context',
      'mempalace_consolidate',
      'mempalace_supersede_check',
      'mempalace_list_wings',
      'mempalace_list_rooms',
      'mempalace_get_taxonomy',
      'mempalace_add_drawer',
      'mempalace_get_drawer',
      'mempalace_check_duplicate',
      'context_save',
      'context_curate',
      'context_search',
      'context_list',
      'context_status',
      'context_archive',
      'context_git_index',
      'context_resolve_pattern',
    ]);
    for (const { description, inputSchema, outputSchema, annotations } of agentTools) {
      expect(description.length).toBeLessThan(300);
      expect(inputSchema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: { token_budget: { type: 'integer' } },
      });
      expect(outputSchema).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['left_out', 'quoted']),
      });
      expect(annotations.openWorldHint).toBe(false);
      expect(annotations.readOnlyHint === true && annotations.idempotentHint === true).toBe(false);
    }
  });

  it('list the newest entries of all, which they ask for once', async () => {
    const { palace } = await minedPalace();
    for (const day of [3, 7, 1, 6, 2, 5, 4])
      await palace.save({ text: `Tide of day ${day}.`, type: 'progress', filed_at: `2026-02-0${day}` });
    let calls = 0;
    const { client } = await linkedClient({
      ...palace,
      list: (request, options) => {
        calls += 1;
        return palace.list(request, options);
      },
    });
    const listed = await callTool(client, 'context_list', { days: 36_500, type: 'progress', limit: 3 });
    expect(entries(listed, 'entries').map(({ text }) => inside(text))).toEqual(
      [7, 6, 5].map((day) => `Tide of day ${day}.`),
    );
    expect(listed.structured['left_out']).toMatchObject([{ list: 'entries', count: 4 }]);
    expect(calls).toBe(1);
  });

  it('take a note of several parts as one: they list it once, archive and restore all of it', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const content = 'A long rule about moorings.\n'.repeat(500);
    const { structured } = await callTool(client, 'context_save', { content, type: 'decision' });
    const id = String(structured['drawer_id']);
    const parts = (await palace.noteText({ drawer_id: id })).drawer_ids.length;
    await callTool(client, 'context_save', { content: 'Moorings are checked.', type: 'decision' });
    const list = async (limit: number) =>
      (await callTool(client, 'context_list', { type: 'decision', days: 36_500, limit })).structured;
    const all = await list(50);
    expect(entries({ structured: all } as AgentAnswer, 'entries').map(({ drawer_id: one }) => one)[1]).toBe(id);
    expect(all).toMatchObject({ entries: { length: 2 }, left_out: [] });
    for (const limit of [2, 3])
      expect(await list(limit), `limit ${limit}`).toMatchObject({
        entries: [{ text: expect.stringContaining('are checked') }, { drawer_id: id }],
        left_out: [],
      });
    const how =
      'Drawers are counted: a long note has several. Raise limit or token_budget, or ask for fewer days.';
    expect(await list(1)).toMatchObject({ left_out: [{ list: 'entries', count: parts, how }] });
    const archive = async (restore: boolean) =>
      (await callTool(client, 'context_archive', { ids: [id], restore })).structured;
    expect(await archive(false)).toMatchObject({ archived: parts, unchanged: 0 });
    expect((await palace.list({ filter: { type: ['decision'] } })).drawers).toHaveLength(1);
    expect(await archive(true)).toMatchObject({ restored: parts, unchanged: 0 });
    await palace.close();
  });

  it('archive nothing that is pinned, also of a note of which one part is', async () => {
    const { palace } = await minedPalace();
    // As the server's connection calls it.
    const caller = { workspace: 'w', profileLayers: null, agent: true };
    const { client } = await linkedClient({
      ...palace,
      update: (request, options) => palace.update(request, { ...options, caller }),
    });
    const save = async (text: string, pinned: boolean) =>
      (await palace.save({ text, type: 'decision', pinned })).drawer_id ?? '';
    const [kept, loose] = [await save('Moorings are checked.', true), await save('Lamps are lit.', false)];
    const long = await save('A long rule about moorings.\n'.repeat(500), false);
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: long });
    await palace.update({ drawer_ids: parts.slice(1, 2), pinned: true });
    const { structured, text } = await callTool(client, 'context_archive', { ids: [kept, loose, long] });
    expect(structured).toMatchObject({
      archived: 1,
      unchanged: 1 + parts.length,
      missing: [],
      pinned: [kept, ...parts].map((id) => ({ drawer_id: id })),
    });
    expect(text).toContain('only the user archives or unpins it');
    const states = await Promise.all([kept, loose, ...parts].map((id) => palace.show({ drawer_id: id })));
    expect(states.map(({ archived }) => archived)).toEqual([false, true, ...parts.map(() => false)]);
    expect((await palace.status({})).moved).toMatchObject([{ by: 'agent', archived: 1 }]);
    expect(await palace.update({ drawer_ids: [kept], archived: true })).toEqual({
      updated: 1,
      unchanged: 0,
      missing: [],
    });
    await palace.close();
  });

  it('ask for the wing or room that was probably meant, and name no tag', async () => {
    const { palace } = await minedPalace();
    await palace.save({ text: 'The vault opens.', type: 'decision', tags: ['vaults'], sensitive: true });
    const { client } = await linkedClient(palace);
    for (const [name, request] of [
      ['mempalace_search', { query: 'token', wing: 'harbour' }],
      ['context_search', { query: 'token wing:harbour' }],
    ] as const) {
      const { structured, text } = await callTool(client, name, request);
      expect(entries({ structured } as AgentAnswer)).toEqual([]);
      expect(text).toContain('Did you mean wing:harbor?');
    }
    const found = await callTool(client, 'mempalace_search', { query: 'token wing:harbor' });
    const tagged = await callTool(client, 'mempalace_search', { query: 'token tag:vault' });
    for (const { text } of [found, tagged]) expect(text).not.toContain('Did you mean');
    await palace.close();
  });

  it('say that there is no such wing, and which was probably meant', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    for (const name of ['mempalace_list_rooms', 'mempalace_supersede_check', 'context_list']) {
      const ask = async (wing: string) => (await callTool(client, name, { wing })).text;
      expect(await ask('harbour'), name).toContain('There is no wing “harbour”. Did you mean wing:harbor?');
      expect(await ask('nope'), name).toContain('There is no wing “nope”. mempalace_list_wings lists');
      expect(await ask('harbor'), name).not.toContain('There is no wing');
    }
    await palace.close();
  });

  it('search with the scores’ exact explanation, and count what they gave once a session, but for a dry run', async () => {
    const { palace } = await minedPalace();
    const { client, session } = await linkedClient(palace);
    const dry = await callTool(client, 'mempalace_search', { query: 'rotate a token', limit: 3, dry_run: true });
    expect(entries(dry)).toHaveLength(3);
    expect(session.given.size).toBe(0);
    const explained = await callTool(client, 'mempalace_search', {
      query: 'rotate a token',
      limit: 3,
      explain: true,
      candidate_trace: true,
      token_budget: 20_000,
    });
    const hits = z
      .array(
        z.object({
          score: z.number(),
          cosine_similarity: z.number(),
          score_events: z.array(z.object({ delta: z.number() })),
        }),
      )
      .parse(explained.structured['results']);
    for (const { score, cosine_similarity: cosine, score_events: events } of hits)
      expect(events.reduce((sum, { delta }) => sum + delta, cosine)).toBe(score);
    expect(z.array(z.unknown()).parse(explained.structured['candidate_trace']).length).toBeGreaterThan(0);
    await callTool(client, 'context_search', { query: 'rotate a token', limit: 3 });
    const [first] = entries(explained);
    const drawer = await palace.show({ drawer_id: first?.drawer_id ?? '' });
    expect(drawer.access_count).toBe(1);
    expect(inside(first?.text ?? '')).toBe(drawer.text);
  });

  it('save, find again, list, refuse what is there already, archive and bring back', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const note = {
      content: 'Berths are locked before a booking is written.',
      type: 'decision',
      tags: ['berth'],
      pinned: true,
    };
    const { structured: saved } = await callTool(client, 'context_save', note);
    expect(saved).toMatchObject({ saved: true, duplicates: [] });
    const id = z.string().parse(saved['drawer_id']);
    const twice = await callTool(client, 'mempalace_add_drawer', {
      content: note.content,
      wing: 'other',
      room: 'decisions',
      added_by: 'me',
    });
    expect(twice.structured).toMatchObject({ saved: false, duplicates: [{ drawer_id: id, kind: 'exact' }] });
    expect(twice.text).toContain('Not saved');
    expect(
      (await callTool(client, 'mempalace_check_duplicate', { content: note.content })).structured,
    ).toMatchObject({ is_duplicate: true });
    expect(
      entries(await callTool(client, 'context_search', { query: 'berths locked', type: 'decision' })).map(
        ({ drawer_id: found }) => found,
      ),
    ).toEqual([id]);
    expect(
      inside(
        entries(await callTool(client, 'mempalace_get_drawer', { drawer_id: id, offset: 7 }), 'drawer')[0]?.text ??
          '',
      ),
    ).toBe(note.content.slice(7));
    expect(entries(await callTool(client, 'mempalace_session_context'), 'memories')[0]?.drawer_id).toBe(id);
    expect((await callTool(client, 'context_archive', { ids: [id, 'nobody'] })).structured).toMatchObject({
      archived: 1,
      missing: [{ drawer_id: 'nobody' }],
    });
    expect(
      entries(await callTool(client, 'context_search', { query: 'berths locked', type: 'decision' })),
    ).toEqual([]);
    expect((await callTool(client, 'context_archive', { ids: [id], restore: true })).structured).toMatchObject({
      restored: 1,
    });
  });

  it('advise tools, not commands, where a drawer, an issue or a plan is not there', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const plan = { mode: 'restore', plan_id: 'none' };
    for (const [name, args, code, remedy] of [
      ['mempalace_get_drawer', { drawer_id: 'none' }, 'E_DRAWER_NOT_FOUND', 'Search again'],
      [
        'context_curate',
        { drawer_id: 'none', decisions: [{ drawer_id: 'a', action: 'ADD' }] },
        'E_DRAWER_NOT_FOUND',
        'Search again',
      ],
      [
        'context_resolve_pattern',
        { pattern_id: 'none' },
        'E_PATTERN_NOT_FOUND',
        'mempalace_session_context lists',
      ],
      ['mempalace_consolidate', plan, 'E_PLAN', 'mempalace_status lists'],
      ['mempalace_consolidate', { mode: 'restore' }, 'E_PLAN', 'Make one with mode plan'],
    ] as const) {
      const { text, ...answer } = await callTool(client, name, args);
      expect([answer.code, text.includes(remedy), text.includes('`')], text).toEqual([code, true, false]);
    }
    await palace.close();
  });

  it('keep to a small budget where the memory holds one endless line, and say so', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const endless = 'The crane stopped in the storm because its brake was wet and nobody had dried it. '.repeat(
      60,
    );
    for (const end of ['one', 'two', 'three']) {
      const { text, structured } = await callTool(client, 'context_save', {
        content: `${endless}${end}`,
        type: 'issue',
        allow_duplicate: true,
        token_budget: 500,
      });
      expect(structured).toMatchObject({ saved: true });
      expect(Math.ceil(Math.max(text.length, JSON.stringify(structured).length) / 4)).toBeLessThanOrEqual(500);
    }
    const { text, structured } = await callTool(client, 'mempalace_search', {
      query: 'crane brake',
      explain: true,
      candidate_trace: true,
      token_budget: 500,
    });
    expect(text).toMatch(/Left out of results: \d+\./);
    expect(Math.ceil(Math.max(text.length, JSON.stringify(structured).length) / 4)).toBeLessThanOrEqual(500);
  });

  it('tell wings, rooms and counts as the status has them', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const { drawers } = await palace.status({});
    for (const tool of ['mempalace_status', 'context_status'])
      expect((await callTool(client, tool)).structured).toMatchObject({ drawers: drawers.total, left_out: [] });
    const rooms = Object.entries(drawers.by_room).flatMap(([wing, byRoom]) =>
      Object.entries(byRoom).map(([room, n]) => ({ wing, room, drawers: n })),
    );
    expect((await callTool(client, 'mempalace_get_taxonomy')).structured['rooms']).toEqual(
      expect.arrayContaining(rooms),
    );
    expect((await callTool(client, 'mempalace_list_rooms', { wing: 'nowhere' })).structured['rooms']).toEqual([]);
    expect((await callTool(client, 'mempalace_list_wings')).structured['wings']).toEqual(
      Object.entries(drawers.by_wing).map(([name, n]) => ({ name, drawers: n })),
    );
  });

  it('plan a summary, apply it with the agent’s own text, and undo it', async () => {
    const { palace } = await planPalace();
    const { client } = await linkedClient(palace);
    const evaluated = await callTool(client, 'mempalace_consolidate', { mode: 'evaluate', drawer_ids: races3 });
    expect(evaluated.structured).toMatchObject({
      state: 'transient',
      groups: [{ group_id: 'g1', drawer_ids: races3 }],
    });
    const planned = await callTool(client, 'mempalace_consolidate', {
      mode: 'plan',
      drawer_ids: oldLimits,
      summaries: { g1: 'The limit rose from 20 to 50 a minute.' },
    });
    expect(
      inside(z.array(z.object({ summary: z.string() })).parse(planned.structured['groups'])[0]?.summary ?? ''),
    ).toContain('from 20 to 50');
    const plan = { plan_id: planned.structured['plan_id'] };
    expect((await callTool(client, 'mempalace_consolidate', { mode: 'apply', ...plan })).structured).toMatchObject(
      { archived: 4 },
    );
    expect((await palace.show({ drawer_id: 'limit-a' })).archived).toBe(true);
    expect(
      (await callTool(client, 'mempalace_consolidate', { mode: 'restore', ...plan })).structured,
    ).toMatchObject({ restored: 4 });
    expect((await palace.show({ drawer_id: 'limit-a' })).archived).toBe(false);
    expect((await callTool(client, 'mempalace_consolidate', { mode: 'apply' })).text).toBe(
      'E_PLAN: consolidate apply needs the plan_id of a plan that was kept. Make one with mode plan; mempalace_status lists those that wait.',
    );
  });
});
