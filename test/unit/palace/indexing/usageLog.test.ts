import { describe, expect, it } from 'vitest';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { brokenEmbedder, failingEmbedder } from '../../../fixtures/models/brokenEmbedder.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { openPalace, sqliteWasm } from '../../../fixtures/palaces/temporaryPalace.ts';
import { drawers, palaceOf } from '../../../fixtures/palaces/berthPalace.ts';

/** What the palace's file holds once it is closed. */
const stored = async <T>(folder: string, look: (store: PalaceStore) => T): Promise<T> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  try {
    return look(store);
  } finally {
    await store.close();
  }
};
const longAgo = isoTime('2000-01-01');
const open = (palace: Palace, session: string, ...ids: string[]) =>
  palace.recordAccess({ drawer_ids: ids, session_id: session, kind: 'opened' });
const scoreOf = async (palace: Palace, query: string, id: string, overrides = {}): Promise<number> =>
  (await palace.search({ query, overrides })).results.find((hit) => hit.drawer_id === id)?.score ?? NaN;

describe('use of the memory', () => {
  it('raises an opened drawer, once per session', async () => {
    const { palace, folder } = await palaceOf();
    const before = await scoreOf(palace, 'berth lock', 'lock');
    await open(palace, 's1', 'lock');
    const once = await scoreOf(palace, 'berth lock', 'lock');
    expect(once / before).toBeCloseTo(1 + 0.3 * Math.LN2, 6);
    for (let i = 0; i < 5; i++) await open(palace, 's1', 'lock', 'lock');
    expect(await scoreOf(palace, 'berth lock', 'lock')).toBe(once);
    await open(palace, 's2', 'lock');
    expect(await scoreOf(palace, 'berth lock', 'lock')).toBeGreaterThan(once);
    expect((await palace.show({ drawer_id: 'lock' })).access_count).toBe(2);
    await palace.close();
    expect(await stored(folder, (store) => store.read.usage.sessionsSince(['lock', 'tide'], longAgo))).toEqual([
      { id: 'lock', sessions: 2 },
    ]);
  });

  it('does not include being found: searches alone never change a score', async () => {
    const { palace } = await palaceOf();
    const scores = async () =>
      (await palace.search({ query: 'berth lock booking' })).results.map(({ drawer_id: id, score }) => ({
        id,
        score,
      }));
    const first = await scores();
    for (let i = 0; i < 20; i++) await scores();
    expect(await scores()).toEqual(first);
    await palace.close();
  });

  it('counts each pair of drawers opened in one session once', async () => {
    const { palace, folder } = await palaceOf();
    await open(palace, 's1', 'lock', 'tide');
    await open(palace, 's1', 'tide', 'lock');
    await open(palace, 's2', 'tide');
    await open(palace, 's3', 'tide', 'lock', 'credit');
    await palace.close();
    expect(await stored(folder, (store) => store.read.usage.coAccesses(['lock', 'tide', 'credit']))).toEqual([
      { a: 'credit', b: 'lock', count: 1 },
      { a: 'credit', b: 'tide', count: 1 },
      { a: 'lock', b: 'tide', count: 2 },
    ]);
  });

  it('raises drawers opened together with other candidates, if association is on', async () => {
    const { palace } = await palaceOf();
    await open(palace, 's1', 'lock', 'lock2');
    const { results } = await palace.search({
      query: 'berth lock',
      explain: true,
      overrides: { association_enabled: true },
    });
    for (const id of ['lock', 'lock2'])
      expect(results.find((hit) => hit.drawer_id === id)?.score_breakdown?.association_boost).toBeGreaterThan(0);
    await palace.close();
  });

  it('outside the time window does not count', async () => {
    const { palace, folder } = await palaceOf();
    const before = await scoreOf(palace, 'berth lock', 'lock');
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    const rowid = store.read.scanDrawers(0, 10).find(({ id }) => id === 'lock')?.rowid ?? 0;
    await store.write((transaction) =>
      transaction.recordAccess([{ rowid, sessionId: 'old', kind: 'opened', at: isoTime('2025-12-01') }]),
    );
    await store.close();
    const again = await openPalace({ folder });
    expect(await scoreOf(again, 'berth lock', 'lock')).toBe(before);
    expect(await scoreOf(again, 'berth lock', 'lock', { ltp_window_days: 365 })).toBeGreaterThan(before);
    await again.close();
  });
});

describe('the query log', () => {
  it('records queries and results, but no dry runs and no half-typed words', async () => {
    const { palace, folder } = await palaceOf();
    const { results } = await palace.search({ query: 'berth lock' });
    await palace.search({ query: 'dry', dry_run: true });
    await palace.search({ query: 'typed', words_only: true });
    await palace.close();
    const log = await stored(folder, (store) => store.read.usage.queriesSince(longAgo, 10));
    expect(log).toEqual([
      {
        text: 'berth lock',
        at: isoTime('2026-03-01T12:00:00Z'),
        resultIds: results.map(({ drawer_id: id }) => id),
      },
    ]);
  });

  it('is not part of the memory: a search does not change the revision', async () => {
    const { palace, folder } = await palaceOf();
    const {
      palace: { revision },
    } = await palace.status({});
    await palace.search({ query: 'berth lock' });
    await palace.close();
    expect(await stored(folder, (store) => store.revision)).toBe(revision);
  });

  it('is cut to its limits by the first search of a day, in whatever process', async () => {
    const { palace, folder } = await palaceOf();
    await palace.close();
    const log = (): Promise<string[]> =>
      stored(folder, (store) => store.read.usage.queriesSince(longAgo, 10).map(({ text }) => text));
    const put = async (text: string, at: string): Promise<void> => {
      const store = await openPalaceStore({ folder, sqliteWasm });
      await store.write((transaction) => transaction.logQueries([{ text, at: isoTime(at), resultIds: [] }]));
      await store.close();
    };
    const search = async (query: string, at: string): Promise<void> => {
      const again = await openPalace({ folder, clock: () => new Date(at) });
      await again.search({ query });
      await again.close();
    };
    await put('ancient', '2020-01-01T00:00:00Z');
    await search('morning', '2026-03-01T00:00:00Z');
    expect(await log()).toEqual(['morning']);
    // A real log holds nothing older by now; this shows that the next search of the day does not look.
    await put('ancient', '2020-01-01T00:00:00Z');
    await put('noon', '2026-03-01T12:00:00Z');
    await search('evening', '2026-03-01T23:59:59Z');
    expect(await log()).toEqual(['evening', 'noon', 'ancient', 'morning']);
    await search('night', '2026-03-02T00:00:01Z');
    expect(await log()).toEqual(['night', 'evening', 'noon', 'morning']);
    // A clock that was ahead does not keep the log from being cut.
    await put('ancient', '2020-01-01T00:00:00Z');
    await put('ahead', '2031-01-01T00:00:00Z');
    await search('back', '2026-03-02T10:00:00Z');
    expect(await log()).toEqual(['back', 'ahead', 'night', 'evening', 'noon', 'morning']);
  });

  it('and the logs of use keep the newest entries within their limits', async () => {
    const { palace, folder } = await palaceOf();
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    const rowids = store.read.scanDrawers(0, 10).map(({ rowid }) => rowid);
    await store.write((transaction) => {
      rowids.forEach((rowid, i) =>
        transaction.recordAccess([
          { rowid, sessionId: `s${i}`, kind: 'opened', at: isoTime(`2026-0${i + 1}-01`) },
        ]),
      );
      transaction.recordAccess(
        rowids
          .slice(0, 2)
          .map((rowid) => ({ rowid, sessionId: 'pair', kind: 'opened', at: isoTime('2026-01-02') })),
      );
      transaction.logQueries(
        ['a', 'b', 'c', 'd'].map((text, i) => ({ text, at: isoTime(`2026-0${i + 1}-01`), resultIds: [] })),
      );
    });
    await store.write((transaction) =>
      transaction.pruneUsage({ before: isoTime('2026-02-01'), accesses: 3, pairs: 10, queries: 2 }),
    );
    const { usage } = store.read;
    const ids = drawers.map(({ id }) => id);
    expect(usage.sessionsSince(ids, longAgo).reduce((sum, { sessions }) => sum + sessions, 0)).toBe(3);
    expect(usage.coAccesses(ids)).toEqual([]);
    expect(usage.queriesSince(longAgo, 10).map(({ text }) => text)).toEqual(['d', 'c']);
    await store.close();
  });
});

describe('query expansion', () => {
  const on = { query_expansion_enabled: true, query_expansion_similarity_threshold: 0.3 };
  const asked = async (opened: readonly string[], embedder = wordHashEmbedder()) => {
    const { palace, folder } = await palaceOf();
    await palace.search({ query: 'berth lock booking' });
    await open(palace, 's1', ...opened);
    await palace.close();
    return openPalace({ folder, embedder });
  };

  it('finds nothing to add in an empty log', async () => {
    const { palace } = await palaceOf();
    const plain = await palace.search({ query: 'lock of a berth' });
    const expanded = await palace.search({ query: 'lock of a berth', overrides: on });
    expect(expanded.results).toEqual(plain.results);
    expect(expanded.pipeline_trace.phases_skipped).toContain('query_expansion');
    await palace.close();
  });

  it('adds words only from opened drawers, never from merely listed ones', async () => {
    const lines = [
      ...drawers,
      { ...drawers[0], id: 'bridge', text: 'The berth lock has a pawl and a ratchet.' },
      { ...drawers[0], id: 'target', text: 'Pawl, ratchet, pawl, ratchet: grease both.' },
    ];
    const first = await palaceOf(lines);
    await first.palace.search({ query: 'berth lock booking' });
    await first.palace.close();
    const palace = await openPalace({ folder: first.folder });
    const find = async () => {
      const { results } = await palace.search({
        query: 'lock berth',
        overrides: { ...on, leg_depth: 1, fusion: 'rrf' },
        explain: true,
        dry_run: true,
        k: 5,
      });
      return results.filter(({ annotations }) => annotations.some((note) => note.includes('added words')));
    };
    expect(await find()).toEqual([]);
    await open(palace, 's1', 'bridge');
    const added = await find();
    expect(added.map(({ drawer_id: id }) => id)).toContain('target');
    for (const { score_breakdown: breakdown } of added) expect(breakdown?.expansion_penalty).toBeLessThan(0);
    await palace.close();
  });

  it.each([
    [
      'gives no usable vector for the added words',
      brokenEmbedder((text, kind) => kind === 'query' && text.startsWith('lock berth ')),
      ['The query was not expanded: The model gives no usable vector for the text.'],
    ],
    [
      'fails on an earlier query',
      failingEmbedder((text) => text === 'berth lock booking'),
      ['The query was not expanded: The worker has ended.'],
    ],
    [
      'gives no usable vector for an earlier query',
      brokenEmbedder((text, kind) => kind === 'query' && text === 'berth lock booking'),
      [],
    ],
  ])('is left out if the model %s', async (_, embedder, warnings) => {
    const palace = await asked(['lock'], embedder);
    const plain = await palace.search({ query: 'lock berth', dry_run: true });
    const expanded = await palace.search({ query: 'lock berth', overrides: on, dry_run: true });
    expect(expanded.results).toEqual(plain.results);
    expect(expanded.warnings).toEqual(warnings);
    await palace.close();
  });

  it('gives the same answer a second time', async () => {
    const palace = await asked(['lock']);
    const find = () =>
      palace.search({ query: 'lock berth', overrides: on, explain: true, dry_run: true, candidate_trace: true });
    const [first, second] = [await find(), await find()];
    expect(second.results).toEqual(first.results);
    expect(first.candidate_trace?.find((entry) => entry['phase'] === 'query_expansion')).toMatchObject({
      original_query: 'lock berth',
      source_drawers: ['lock'],
    });
    await palace.close();
  });
});
