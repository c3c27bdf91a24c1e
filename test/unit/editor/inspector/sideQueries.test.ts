import { describe, expect, it, vi } from 'vitest';
import {
  InspectorSideQueries,
  type SideQueriesDependencies,
} from '../../../../extension/editor/inspector/sideQueries.ts';
import { namedDrawer, placeAsked } from '../../../../extension/editor/inspector/namedDrawer.ts';
import { packetFileName, readReplayPacket } from '../../../../extension/editor/inspector/replayFile.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { SearchHit, WhyNot } from '../../../../extension/palace/contract/search/searchResult.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { SearchRequest } from '../../../../extension/palace/contract/search/searchSchemas.ts';
import { hostMessageSchema, type HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import type { InspectorSearch } from '../../../../extension/protocol/inspectorNavigation.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { apiOf, drawerOf, hitOf, resultOf } from '../fakePalace.ts';

const search: InspectorSearch = {
  query: 'fog',
  profile: null,
  filter: {},
  k: 5,
  explain: true,
  candidateTrace: false,
  dryRun: false,
};
const packet = {
  packet_version: 1 as const,
  query: 'fog',
  profile_used: 'default',
  recorded_at: '2026-02-03T04:05:06Z',
  inside: [1, 2],
};
const whyNot: WhyNot = {
  drawer_id: 'drawer_1',
  title: 'a',
  rank: null,
  in_scope: true,
  entered_pool: false,
  leg_ranks: {},
  dropped_at: 'fusion',
  reason: 'r',
  fixes: [],
  score_at_drop: null,
};

const open = (calls: Partial<PalaceApi>, changes: Partial<SideQueriesDependencies> = {}) => {
  const posted: HostMessage[] = [];
  const failed: [string, string][] = [];
  const sideQueries = new InspectorSideQueries({
    post: (message) => posted.push(hostMessageSchema.parse(message)),
    palace: () => Promise.resolve(apiOf(calls)),
    settings: () => ({ profile: 'default', results: 10 }),
    packets: { save: () => Promise.resolve(null), open: () => Promise.resolve(null) },
    fail: (thrown, requestId) => failed.push([requestId, PalaceError.from(thrown).code]),
    ...changes,
  });
  return { sideQueries, posted, failed };
};

describe("questions beside the inspector's search", () => {
  it("why a drawer is missing is asked with the search's own profile and filters, and leaves no access behind", async () => {
    const asked = vi.fn<PalaceApi['whyNot']>(() => Promise.resolve(whyNot));
    const { sideQueries, posted } = open({ show: () => Promise.resolve(drawerOf(1)), whyNot: asked });
    await sideQueries.ask({
      type: 'whyNot',
      requestId: 'w',
      search: { ...search, filter: { wing: ['app'] }, overrides: { mmr_lambda: 0.5 } },
      drawer: ' drawer_1 ',
    });
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      drawer_id: 'drawer_1',
      query: 'fog',
      k: 5,
      dry_run: true,
      filter: { wing: ['app'] },
      overrides: { mmr_lambda: 0.5 },
    });
    expect(posted).toEqual([{ type: 'whyNot', requestId: 'w', answer: whyNot }]);
  });

  it('a compared ranking goes deeper than the search, so that places below its end are known', async () => {
    const asked = vi.fn((request: SearchRequest) => Promise.resolve(resultOf(request.query, [hitOf(0)])));
    const { sideQueries, posted } = open({ search: asked });
    await sideQueries.ask({
      type: 'rank',
      requestId: 'k',
      search: { ...search, profile: 'orient' },
      by: 'profile',
    });
    await sideQueries.ask({ type: 'rank', requestId: 'c', search: { ...search, k: 400 }, by: 'cosine' });
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      profile: 'orient',
      k: 50,
      dry_run: true,
      candidate_trace: true,
    });
    expect(asked.mock.calls[1]?.[0]).toMatchObject({
      profile: 'baseline',
      k: 1000,
      overrides: { fusion: 'convex', dense_weight: 1 },
    });
    expect(posted.map(({ type }) => type)).toEqual(['ranking', 'ranking']);
  });

  it('each question gets exactly one answer: its own, its error, or that it was cancelled', async () => {
    const { sideQueries, posted, failed } = open({
      search: (_request, options) =>
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener('abort', () => reject(new PalaceError('E_CANCELLED', 'c'))),
        ),
    });
    const running = sideQueries.ask({ type: 'rank', requestId: 'k', search, by: 'profile' });
    await expect.poll(() => posted).toEqual([]);
    sideQueries.cancelOfSearch();
    await running;
    await sideQueries.ask({ type: 'openPacket', requestId: 'p' });
    await sideQueries.ask({ type: 'whyNot', requestId: 'w', search, drawer: 'drawer_x' });
    expect(posted).toEqual([
      { type: 'cancelled', requestId: 'k' },
      { type: 'cancelled', requestId: 'p' },
    ]);
    expect(failed).toEqual([['w', 'E_INTERNAL']]);
  });

  it("a packet is replayed whole, and one of another form is refused with the file's name", async () => {
    const replay = vi.fn<PalaceApi['replay']>(() => Promise.resolve(resultOf('fog', [hitOf(0)])));
    const file = (text: string): Partial<SideQueriesDependencies> => ({
      packets: { save: () => Promise.resolve(null), open: () => Promise.resolve({ name: 'a.json', text }) },
    });
    const good = open({ replay }, file(JSON.stringify(packet)));
    await good.sideQueries.ask({ type: 'openPacket', requestId: 'p' });
    expect(replay.mock.calls[0]?.[0]).toEqual({ packet });
    expect(good.posted[0]).toMatchObject({
      type: 'packet',
      packet: { name: 'a.json', query: 'fog', profile: 'default', recordedAt: packet.recorded_at },
    });
    for (const text of ['', '[]', '{"packet_version":2}', '{']) {
      const bad = open({ replay }, file(text));
      await bad.sideQueries.ask({ type: 'openPacket', requestId: 'p' });
      expect(bad.failed).toEqual([['p', 'E_IMPORT_FORMAT']]);
    }
    expect(replay).toHaveBeenCalledTimes(1);
    expect(() => readReplayPacket('{', 'b.json')).toThrow(/“b\.json”/u);
  });

  it('what is saved is the packet as the palace gave it, under a name that tells the query and the day', async () => {
    const saved = vi.fn<(name: string, text: string) => Promise<string>>((name) => Promise.resolve(name));
    const { sideQueries } = open(
      { search: ({ query }) => Promise.resolve({ ...resultOf(query, []), replay_packet: packet }) },
      { packets: { save: saved, open: () => Promise.resolve(null) } },
    );
    expect(await sideQueries.savePacket(search)).toBe('fog-2026-02-03.replay.json');
    expect(JSON.parse(saved.mock.calls[0]?.[1] ?? '')).toEqual(packet);
    expect(packetFileName('../../etc: <Fog>?', packet.recorded_at)).toBe('etc-fog-2026-02-03.replay.json');
    expect(packetFileName('!!', packet.recorded_at)).toBe('search-2026-02-03.replay.json');
  });
});

describe('a drawer that a person names', () => {
  const request: SearchRequest = { query: 'fog', profile: 'default' };
  const inFile = [drawerOf(1, { lines: { start: 1, end: 20 } }), drawerOf(2, { lines: { start: 21, end: 60 } })];
  const first = { rank: 1, score: 1, share: 1 };
  const list: PalaceApi['list'] = ({ filter }) =>
    Promise.resolve({ drawers: filter?.path === 'src/a.ts' ? inFile : [], next: null });

  it('is found by the lines of its file, else by what answers the query best there, else by its words', async () => {
    const searched = vi.fn(({ query, filter }: SearchRequest) =>
      Promise.resolve(resultOf(query, [hitOf(filter?.path === undefined ? 7 : 2, { legs: { lexical: first } })])),
    );
    const api = apiOf({ list, search: searched });
    expect(await namedDrawer('src/a.ts:5', request, api, {})).toBe('drawer_1');
    expect(await namedDrawer('src/a.ts:30–40', request, api, {})).toBe('drawer_2');
    expect(searched).not.toHaveBeenCalled();
    expect(await namedDrawer('src/a.ts', request, api, {})).toBe('drawer_2');
    expect(searched.mock.calls[0]?.[0]).toMatchObject({ query: 'fog', dry_run: true });
    expect(await namedDrawer('the fog of last week', request, api, {})).toBe('drawer_7');
    expect(searched.mock.lastCall?.[0]).toMatchObject({
      query: 'the fog of last week',
      dry_run: true,
      words_only: true,
    });
  });

  it('by a path is the one among the results, if the file is there', async () => {
    const searched = vi.fn(({ query, filter }: SearchRequest) =>
      Promise.resolve(resultOf(query, filter?.path === undefined ? [hitOf(7), hitOf(1)] : [hitOf(2)])),
    );
    expect(await namedDrawer('src/a.ts', request, apiOf({ list, search: searched }), {})).toBe('drawer_1');
    expect(searched.mock.calls.map(([{ dry_run: dry }]) => dry)).toEqual([true]);
  });

  it('is refused in words where nothing answers to the name', async () => {
    const api = apiOf({ list, search: ({ query }) => Promise.resolve(resultOf(query, [])) });
    for (const named of ['no/such.ts', 'nosuchfile'])
      await expect(namedDrawer(named, request, api, {})).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
  });

  it('by a path that no drawer has, or by words that are in none, is not taken for the nearest one', async () => {
    const legsOfNearest: Partial<SearchHit>[] = [
      {},
      { legs: {} },
      { legs: { lexical: { ...first, rank: null }, dense: first } },
    ];
    for (const legs of legsOfNearest) {
      const nearest = vi.fn(({ query }: SearchRequest) => Promise.resolve(resultOf(query, [hitOf(7, legs)])));
      const api = apiOf({ list, search: nearest });
      for (const named of ['docs/missing.md', 'missing.md', 'src/gone.ts:14', 'nosuchfile'])
        await expect(namedDrawer(named, request, api, {}), named).rejects.toMatchObject({
          code: 'E_DRAWER_NOT_FOUND',
          message: `No drawer has the ID, path or text “${named}”.`,
        });
    }
  });

  it('may be named by words with a dot, if they are no path', async () => {
    const searched = ({ query }: SearchRequest) =>
      Promise.resolve(resultOf(query, [hitOf(7, { legs: { lexical: first } })]));
    expect(await namedDrawer('node.js keeps sockets', request, apiOf({ list, search: searched }), {})).toBe(
      'drawer_7',
    );
  });

  it('is found in a palace by its path and its words, and nothing else is', async () => {
    const { palace } = await minedPalace({}, { 'docs/berths.md': 'Berths are booked by the harbour master.\n' });
    const { drawers } = await palace.list({});
    const id = drawers[0]?.drawer_id;
    for (const named of ['docs/berths.md', 'berths.md:1', 'booked by the harbour master', 'berths'])
      expect(await namedDrawer(named, request, palace, {}), named).toBe(id);
    for (const named of ['docs/missing.md', 'nosuchfile', 'a ferry', 'harbor'])
      await expect(namedDrawer(named, request, palace, {}), named).rejects.toMatchObject({
        code: 'E_DRAWER_NOT_FOUND',
      });
  });

  it('by a path is told from one by a sentence', () => {
    expect(placeAsked('src/a.ts:14–40')).toEqual({ path: 'src/a.ts', line: 14 });
    expect(placeAsked('notes.md')).toEqual({ path: 'notes.md', line: null });
    expect(placeAsked('two ferries lay at berth 7. Then the fog came.')).toBeNull();
    expect(placeAsked('fog')).toBeNull();
  });
});
