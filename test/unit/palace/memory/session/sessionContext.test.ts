import { describe, expect, it } from 'vitest';
import { cutTo, TokenBudget, tokensOf } from '../../../../../extension/palace/model/text/tokenBudget.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { daysAgo } from '../../../../fixtures/agedDrawers.ts';
import { drawerOf, minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { truthHash } from '../../../../fixtures/treeHash.ts';

const note = async (
  palace: Palace,
  text: string,
  rest: Partial<Parameters<Palace['save']>[0]> = {},
): Promise<string> =>
  (await palace.save({ text, type: 'insight', allow_duplicate: true, ...rest })).drawer_id ?? '';

describe('a session’s context', () => {
  it('begins with what is pinned, has no ephemeral and no sensitive drawer, and names a pin that is ephemeral', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const pinned = await note(palace, 'Deploys happen on Tuesdays.', { pinned: true });
    const ephemeral = await note(palace, 'Half way through the parser.', { type: 'progress' });
    const held = await note(palace, 'Hand over the parser.', { type: 'handoff', pinned: true });
    await note(palace, 'The vault code is on the blue card.', { sensitive: true, pinned: true });
    const old = await note(palace, 'We use Postgres.', { type: 'decision' });
    const archived = await note(palace, 'We used MySQL.', { type: 'decision' });
    await palace.update({ drawer_ids: [archived], archived: true });
    const gone = await note(palace, 'We tried Oracle.', { type: 'decision', pinned: true });
    await palace.update({ drawer_ids: [gone], superseded_by: old });
    const context = await palace.sessionContext({});
    expect(context.pinned.map(({ drawer_id: id }) => id)).toEqual([pinned]);
    expect(context.memories.map(({ drawer_id: id }) => id)).toEqual([old]);
    expect(context.left_out).toEqual([
      expect.objectContaining({ drawer_id: held, reason: expect.stringContaining('ephemeral') }),
    ]);
    expect(context.text).not.toMatch(/vault|parser|MySQL|Oracle/);
    expect(context.text).toContain(
      `## Pinned\n- [insight, 2026-03-01, test/notes, ${pinned}]\n  Deploys happen on Tuesdays.\n`,
    );
    expect(context.text).not.toContain(ephemeral);
    await palace.close();
  });

  it('has what is marked as replaced only where no drawer of the chain of replacements is alive', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const oracle = await note(palace, 'We use Oracle.', { type: 'decision', pinned: true });
    const mysql = await note(palace, 'We use MySQL.', { type: 'decision' });
    const postgres = await note(palace, 'We use Postgres.', { type: 'decision' });
    const begins = async (): Promise<string[]> => {
      const { pinned, memories } = await palace.sessionContext({});
      return [...pinned, ...memories].map(({ drawer_id: id }) => id);
    };
    await palace.update({ drawer_ids: [oracle], superseded_by: mysql });
    await palace.update({ drawer_ids: [mysql], superseded_by: postgres });
    expect(await begins()).toEqual([postgres]);
    await palace.update({ drawer_ids: [mysql], archived: true });
    expect(await begins()).toEqual([postgres]);
    await palace.update({ drawer_ids: [postgres], archived: true });
    expect(await begins()).toEqual([oracle]);
    await palace.restore({ drawer_ids: [postgres] });
    expect(await begins()).toEqual([postgres]);
    await palace.close();
  });

  it('tells a text once that several drawers hold, but has every pinned one', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const first = await note(palace, 'We use Postgres.', { type: 'decision' });
    const again = await note(palace, 'We use Postgres.', { type: 'decision' });
    const { memories, left_out_total: left } = await palace.sessionContext({});
    expect(memories).toHaveLength(1);
    expect(left).toBe(0);
    await palace.update({ drawer_ids: [first], pinned: true });
    expect(await palace.sessionContext({})).toMatchObject({ pinned: [{ drawer_id: first }], memories: [] });
    await palace.update({ drawer_ids: [again], pinned: true });
    expect((await palace.sessionContext({})).pinned).toHaveLength(2);
    await palace.close();
  });

  it('tells a long note once, cut to its share, with the beginning of all its text', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const lines = Array.from({ length: 400 }, (_, i) => `Step ${i + 1} of the handover: check berth ${i + 1}.`);
    const text = lines.join('\n\n');
    const first = await note(palace, text, { type: 'handoff', tier: 'working' });
    const pinned = await note(palace, text.replaceAll('berth', 'crane'), { pinned: true });
    const short = await note(palace, 'Ask Ada for the keys.');
    const { pinned: begins, memories, left_out: leftOut } = await palace.sessionContext({ tokens: 2000 });
    expect(begins).toMatchObject([
      { drawer_id: pinned, cut: true, text: expect.stringContaining('check crane 30.') },
    ]);
    expect(memories.map(({ drawer_id: id, cut }) => [id, cut]).sort()).toEqual(
      [
        [first, true],
        [short, false],
      ].sort(),
    );
    expect(memories.find(({ drawer_id: id }) => id === first)?.text).toContain('Step 30 of the handover');
    expect(leftOut).toEqual([]);
    await palace.close();
  });

  it('orders by use and by how many searches found a drawer, and tells what this session used first', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const [plain, used, found] = [
      await note(palace, 'Alpha is plain.'),
      await note(palace, 'Bravo is used.'),
      await note(palace, 'Charlie is found.'),
    ];
    for (const session of ['s1', 's2'])
      await palace.recordAccess({ drawer_ids: [used], session_id: session, kind: 'opened' });
    const order = async (session?: string) =>
      (await palace.sessionContext(session === undefined ? {} : { session_id: session })).memories.map(
        ({ drawer_id: id }) => id,
      );
    expect((await order())[0]).toBe(used);
    await palace.recordAccess({ drawer_ids: [plain], session_id: 's3', kind: 'opened' });
    expect((await order('s3'))[0]).toBe(plain);
    expect(await order()).toEqual([used, plain, found]);
    const { memories } = await palace.sessionContext({});
    expect(memories[0]?.pinning_score).toBeCloseTo((1 + 0.3 * Math.log(3)) * 1.2, 12);
    await palace.close();
  });

  it('holds mined text only if several sessions used it, or this one, however long ago it was filed', async () => {
    const { palace } = await minedPalace(
      {},
      {
        'test/berth.test.ts': Array.from(
          { length: 9 },
          (_, i) => `it('berth ${i} is free', () => check(${i}));\n`,
        ).join(''),
        'src/berth.ts': 'export const berth = 1;\n',
      },
    );
    const kept = await note(palace, 'Berths are cleaned on Mondays.');
    const [test, source] = [await drawerOf(palace, 'test/berth'), await drawerOf(palace, 'src/berth')];
    const open = (id: string, session: string) =>
      palace.recordAccess({ drawer_ids: [id], session_id: session, kind: 'opened' });
    const memories = async (session?: string) =>
      (await palace.sessionContext(session === undefined ? {} : { session_id: session })).memories.map(
        ({ drawer_id: id }) => id,
      );
    await open(test, 's1');
    await open(source, 's1');
    expect(await memories()).toEqual([kept]);
    await open(source, 's2');
    expect(await memories()).toEqual([source, kept]);
    expect(await memories('s1')).toEqual(expect.arrayContaining([test, source, kept]));
    expect((await palace.sessionContext({})).left_out_total).toBe(0);
    await palace.close();
  });

  it('writes nothing and counts no access', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const id = await note(palace, 'Deploys happen on Tuesdays.', { pinned: true });
    await palace.checkDuplicate({ text: 'settled' });
    const before = truthHash(folder);
    const first = await palace.sessionContext({ session_id: 's' });
    expect(await palace.sessionContext({ session_id: 's' })).toEqual(first);
    expect(truthHash(folder)).toEqual(before);
    expect((await palace.show({ drawer_id: id })).access_count).toBe(0);
    await palace.close();
  });

  it('keeps to its budget, cuts a long pin with a mark, and never lets it push out the others', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const long = await note(palace, 'This pin is long. '.repeat(400), { pinned: true, importance: 1 });
    const short = await Promise.all(
      Array.from({ length: 8 }, (_, i) => note(palace, `Pin number ${i} is short.`, { pinned: true })),
    );
    for (let i = 0; i < 30; i++) await note(palace, `Memory ${i}: ${'word '.repeat(1 + ((i * 37) % 300))}`);
    for (const tokens of [100, 150, 300, 700, 2000, 5000]) {
      const context = await palace.sessionContext({ tokens });
      expect(context.token_estimate).toBe(tokensOf(context.text));
      expect(context.token_estimate).toBeLessThanOrEqual(tokens);
      expect(
        [...context.pinned, ...context.memories].reduce((sum, item) => sum + item.tokens, 0),
      ).toBeLessThanOrEqual(tokens);
      expect(context.pinned.length + context.memories.length + context.left_out_total).toBe(39);
    }
    const { pinned, memories } = await palace.sessionContext({ tokens: 1000 });
    expect(pinned.map(({ drawer_id: id }) => id)).toEqual([long, ...[...short].sort()]);
    expect(pinned[0]).toMatchObject({
      cut: true,
      text: expect.stringMatching(/… \[cut: about \d+ more characters in /),
    });
    expect(memories.length).toBeGreaterThan(0);
    await palace.close();
  });

  it('tells of recurring issues, newer notes that say the same and recent commits', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (const days of [3, 2, 1])
      await note(palace, `The importer times out on large invoices ${days}`, {
        type: 'issue',
        filed_at: daysAgo(days),
      });
    const older = await note(palace, 'The cache lives for ten minutes in the gateway', {
      type: 'decision',
      filed_at: daysAgo(40),
    });
    const newer = await note(palace, 'The cache lives for five minutes in the gateway now', { type: 'decision' });
    await palace.noteChecks({ wait: true });
    const context = await palace.sessionContext({});
    expect(context.recurring_issues).toMatchObject([{ occurrence_count: 3 }]);
    expect(context.text).toMatch(
      /## Recurring issues\n- The importer times out on large invoices \d \(seen 3 times since 2026-02-26, last 2026-02-28, pattern_/,
    );
    expect(context.supersede_suggestions).toMatchObject([{ older_id: older, newer_id: newer, age_gap_days: 40 }]);
    expect(context.text).toContain(`- ${newer} may replace ${older} (cosine`);
    await palace.close();
  });
});

describe('a budget of tokens', () => {
  it('refuses what does not fit and goes on with what does', () => {
    const budget = new TokenBudget(10);
    expect([budget.take(8), budget.take(3), budget.take(2), budget.left]).toEqual([true, false, true, 0]);
  });

  it('cuts to so many tokens with the mark, never through half a character', () => {
    const mark = (missing: number): string => `…[${missing}]`;
    for (const text of ['one two three four five six seven eight', 'unbroken'.repeat(20), '🌊'.repeat(60)]) {
      const cut = cutTo(text, 6, mark);
      expect(cut).not.toBeNull();
      expect(tokensOf(cut ?? '')).toBeLessThanOrEqual(6);
      expect(encodeURIComponent(cut ?? '')).not.toBe('');
      expect(cut).toMatch(/…\[\d+\]$/);
    }
    expect(cutTo('anything at all', 0, mark)).toBeNull();
  });

  it('follows the profile: its budget, how many memories, and how much used they must be', async () => {
    const contextOf = async (flags: Record<string, unknown>) => {
      const palace = await openPalace({
        folder,
        profileLayers: [{ source: 'settings', profiles: { default: flags } }],
      });
      const context = await palace.sessionContext({});
      await palace.close();
      return { budget: context.budget_tokens, memories: context.memories.map(({ drawer_id: id }) => id) };
    };
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const used = await note(palace, 'Berths are booked by phone', { filed_at: daysAgo(9) });
    const fresh = await note(palace, 'Cranes rest at night');
    const idle = await note(palace, 'Tides are told by the moon', { filed_at: daysAgo(9) });
    const pinned = await note(palace, 'Ask before a deploy', { pinned: true });
    for (const session of ['a', 'b', 'c', 'd', 'e', 'f'])
      await palace.recordAccess({ drawer_ids: [used], session_id: session, kind: 'opened' });
    await palace.close();

    expect(await contextOf({})).toEqual({ budget: 2000, memories: [used, fresh, idle] });
    expect(await contextOf({ pinned_max_tokens: 300 })).toMatchObject({ budget: 300 });
    expect((await contextOf({ pinned_max_items: 1 })).memories).toEqual([used]);
    expect((await contextOf({ pinned_ltp_threshold: 1.5 })).memories).toEqual([used, fresh]);
    expect((await contextOf({ pinned_ltp_threshold: 1.5, pinned_include_tagged: false })).memories).toEqual([
      used,
    ]);
    expect((await contextOf({ pinned_memory_enabled: false })).memories).toEqual([]);
    const only = await openPalace({
      folder,
      profileLayers: [{ source: 'settings', profiles: { default: { pinned_memory_enabled: false } } }],
    });
    expect((await only.sessionContext({})).pinned).toMatchObject([{ drawer_id: pinned }]);
    await only.close();
  });
});
