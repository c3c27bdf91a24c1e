import { describe, expect, it, vi } from 'vitest';
import type { DrawerView } from '../../../../extension/palace/contract/drawerViewSchema.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { SearchHistory } from '../../../../extension/editor/search/searchHistory.ts';
import { drawerOf, hitOf, resultOf, statusOf } from '../fakePalace.ts';
import { openSession, search } from './openSession.ts';

const keptSearches = (): SearchHistory => {
  const kept = new Map<string, unknown>();
  return new SearchHistory({ get: (key) => kept.get(key), set: (key, queries) => void kept.set(key, queries) });
};

describe('a search from the inspector', () => {
  it('answers a search, then tells of each source whether it still reads so', async () => {
    const hits = [
      hitOf(0, { source_file: 'a.ts', text: 'one\ntwo' }),
      hitOf(1, { source_file: 'a.ts', text: 'lost' }),
      hitOf(2, { source_file: 'gone.ts' }),
      hitOf(3, { source_file: null }),
    ];
    const { session, posted, settled } = openSession(
      { search: ({ query }) => Promise.resolve(resultOf(query, hits)) },
      {
        readSource: (file) =>
          Promise.resolve(file === 'a.ts' ? new TextEncoder().encode('zero\r\none\r\ntwo\r\n') : null),
      },
    );
    session.receive({ type: 'search', requestId: '1', search });
    await settled(4);
    expect(posted[0]).toMatchObject({ type: 'result', requestId: '1' });
    const states = posted.slice(1).flatMap((message) => (message.type === 'drawerStates' ? message.states : []));
    expect(states).toEqual([
      { drawerId: 'drawer_0', freshness: 'unchanged' },
      { drawerId: 'drawer_1', freshness: 'changed' },
      { drawerId: 'drawer_2', freshness: 'missing' },
      { drawerId: 'drawer_3', freshness: 'noFile' },
    ]);
  });

  it('gives exactly one answer to each search, and cancels the one before', async () => {
    const signals: AbortSignal[] = [];
    const { session, posted, settled } = openSession({
      search: ({ query }, options) =>
        new Promise((resolve, reject) => {
          const { signal } = options ?? {};
          if (signal !== undefined) signals.push(signal);
          if (query === 'slow')
            signal?.addEventListener('abort', () => reject(new PalaceError('E_CANCELLED', 'cancelled')));
          else resolve(resultOf(query, []));
        }),
    });
    session.receive({ type: 'search', requestId: '1', search: { ...search, query: 'slow' } });
    await expect.poll(() => signals).toHaveLength(1);
    session.receive({ type: 'search', requestId: '2', search });
    await settled(2);
    expect(
      posted.map((message) => [message.type, 'requestId' in message ? message.requestId : null]).sort(),
    ).toEqual([
      ['cancelled', '1'],
      ['result', '2'],
    ]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it("asks the palace with the settings' profile and count where the search names none", async () => {
    const asked = vi.fn((request: { query: string }) => Promise.resolve(resultOf(request.query, [])));
    const { session, posted, settled } = openSession({ search: asked });
    session.receive({
      type: 'search',
      requestId: '1',
      search: { ...search, filter: { type: ['file'], includeArchived: true } },
    });
    await settled(1);
    expect(posted[0]).toMatchObject({ type: 'result', wantedResults: 10 });
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      profile: 'default',
      k: 10,
      explain: true,
      filter: { type: ['file'], include_archived: true },
    });
  });

  it('names a filter that does not exist instead of dropping it', async () => {
    const { session, posted, settled } = openSession({});
    session.receive({ type: 'search', requestId: '1', search: { ...search, filter: { type: ['fiel'] } } });
    await settled(1);
    expect(posted[0]).toMatchObject({ type: 'error', requestId: '1', code: 'E_QUERY_FIELD' });
  });

  it('gives a recorded result to the search that it answers, once, and to no other', async () => {
    const asked = vi.fn((request: { query: string }) => Promise.resolve(resultOf(request.query, [])));
    const earlier = { tab: 'trace', history: ['old'], search: { ...search, query: 'old' } };
    const { session, posted, settled } = openSession(
      { search: asked },
      { navigation: { read: () => earlier, save: () => undefined } },
    );
    session.showResult({ profile: 'orient', filter: {} }, { ...resultOf('fog', []), warnings: ['recorded'] });
    session.receive({ type: 'ready' });
    await settled(2);
    expect(posted[0]).toMatchObject({ type: 'init', navigation: { history: ['old'], search: { query: '' } } });
    expect(posted[1]).toEqual({ type: 'showSearch', search: { query: 'fog', profile: 'orient', filter: {} } });
    for (const [index, query] of ['old', 'fog', 'fog'].entries()) {
      session.receive({ type: 'search', requestId: String(index), search: { ...search, query } });
      await settled(3 + index);
    }
    expect(asked.mock.calls.map(([{ query }]) => query)).toEqual(['old', 'fog']);
    expect(posted.slice(2).map((message) => (message.type === 'result' ? message.result.warnings : null))).toEqual(
      [[], ['recorded'], []],
    );
  });

  it('remembers searches with those of the palette, and tells of stars that come and go', async () => {
    const { session, posted, settled } = openSession(
      { search: ({ query }) => Promise.resolve(resultOf(query, [])) },
      { searches: keptSearches() },
    );
    session.receive({ type: 'ready' });
    await settled(1);
    session.receive({ type: 'search', requestId: 'r', search });
    session.receive({ type: 'starSearch', query: 'fog', starred: true });
    await settled(4);
    expect(posted.filter(({ type }) => type === 'searches').at(-1)).toEqual({
      type: 'searches',
      searches: { recent: ['fog'], starred: ['fog'] },
    });
  });

  it('tells what another window or the command line pins of the shown drawers, once for each change of the palace', async () => {
    const pins = new Set(['drawer_1']);
    const show = vi.fn((request: { readonly drawer_id: string }) =>
      request.drawer_id === 'drawer_2'
        ? Promise.reject(new Error('gone'))
        : Promise.resolve(drawerOf(0, { drawer_id: request.drawer_id, pinned: pins.has(request.drawer_id) })),
    );
    const hits = [0, 1, 2, 3].map((index) =>
      hitOf(index, { type: 'conversation', pinned: index === 1, ...(index === 3 ? { palace: 'other' } : {}) }),
    );
    const { session, posted, settled } = openSession({
      search: () => Promise.resolve(resultOf('fog', hits)),
      show,
    });
    const at = (revision: number, mining = false) => {
      const status = statusOf(9);
      session.update({
        ...status,
        palace: { ...status.palace, revision },
        mining: mining ? { stage: 'mining', done: 1, total: 2, message: '', per_second: null } : null,
      });
    };
    session.receive({ type: 'ready' });
    await settled(1);
    session.receive({ type: 'search', requestId: 'one', search });
    await settled(2);
    pins.add('drawer_0');
    pins.delete('drawer_1');
    at(7, true);
    expect(show).not.toHaveBeenCalled();
    at(7);
    await settled(6);
    expect(posted.filter(({ type }) => type === 'pinned')).toEqual([
      { type: 'pinned', drawerId: 'drawer_0', pinned: true },
      { type: 'pinned', drawerId: 'drawer_1', pinned: false },
    ]);
    await expect.poll(() => show.mock.calls.length).toBe(3);
    at(7);
    expect(show).toHaveBeenCalledTimes(3);
  });

  it('tells what was pinned between the search’s reading and its answer', async () => {
    const change = vi.fn();
    const { session, posted, settled } = openSession({
      search: () => {
        change();
        return Promise.resolve(resultOf('fog', [hitOf(0, { type: 'conversation' })]));
      },
      show: () => Promise.resolve(drawerOf(0, { pinned: true })),
    });
    change.mockImplementation(() => session.update(statusOf(9)));
    session.receive({ type: 'ready' });
    await settled(1);
    session.receive({ type: 'search', requestId: 'one', search });
    await settled(4);
    expect(posted.filter(({ type }) => type === 'result' || type === 'pinned')).toMatchObject([
      { type: 'result', requestId: 'one' },
      { type: 'pinned', drawerId: 'drawer_0', pinned: true },
    ]);
  });

  it('tells how the shown drawers have changed since the search, and takes it back once they are as they were', async () => {
    const now = new Map<string, Partial<DrawerView>>();
    const show = ({ drawer_id: id }: { readonly drawer_id: string }): Promise<DrawerView> => {
      const index = Number(id.slice(-1));
      const changes = now.get(id) ?? {};
      return changes.text === ''
        ? Promise.reject(new PalaceError('E_DRAWER_NOT_FOUND', 'gone'))
        : Promise.resolve(drawerOf(index, { archived: index === 1, ...changes }));
    };
    const hits = [0, 1, 2, 3, 4, 5].map((index) =>
      hitOf(index, {
        type: index === 5 ? 'conversation' : 'file',
        source_file: null,
        archived: index === 1,
        ...(index === 5 ? { replaced_by: { drawer_id: 'drawer_9', title: 'newer', marked: true } } : {}),
      }),
    );
    const skipped: string[] = [];
    const { session, posted, settled } = openSession({
      search: () => {
        const result = resultOf('fog', hits);
        return Promise.resolve({
          ...result,
          pipeline_trace: { ...result.pipeline_trace, phases_skipped: [...skipped] },
        });
      },
      show,
    });
    let revision = 1;
    const changed = async (count: number) => {
      const before = posted.length;
      const status = statusOf(9);
      session.update({ ...status, palace: { ...status.palace, revision: (revision += 1) } });
      await settled(before + 1 + count);
      return posted.slice(before + 1).map((message) => {
        expect(message.type).toBe('drawerChanged');
        return 'change' in message ? [message.drawerId.slice(-1), message.change] : [];
      });
    };
    const searched = async () => {
      const before = posted.length;
      session.receive({ type: 'search', requestId: String(before), search });
      await settled(before + 2);
    };
    session.receive({ type: 'ready' });
    await settled(1);
    await searched();
    now.set('drawer_0', { archived: true });
    now.set('drawer_1', { archived: false });
    now.set('drawer_2', { superseded_by: 'drawer_8' });
    now.set('drawer_3', { room: 'elsewhere' });
    now.set('drawer_4', { text: '' });
    now.set('drawer_5', { type: 'conversation', superseded_by: 'drawer_9' });
    expect(await changed(5)).toEqual([
      ['0', 'archived'],
      ['1', 'restored'],
      ['2', 'replaced'],
      ['3', 'changed'],
      ['4', 'gone'],
    ]);
    now.delete('drawer_0');
    now.set('drawer_2', { archived: true, superseded_by: 'drawer_8' });
    expect(await changed(1)).toEqual([['0', null]]);
    // A replacement that is in the archive replaces nothing.
    now.set('drawer_2', { superseded_by: 'drawer_8' });
    now.set('drawer_8', { archived: true });
    expect(await changed(1)).toEqual([['2', null]]);
    // A search that does not look for replacements can't tell those of before from later ones.
    now.delete('drawer_8');
    skipped.push('supersede');
    await searched();
    expect(await changed(3)).toEqual([
      ['1', 'restored'],
      ['3', 'changed'],
      ['4', 'gone'],
    ]);
  });
});
