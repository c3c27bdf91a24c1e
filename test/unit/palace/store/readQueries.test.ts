import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DrawerFilter } from '../../../../extension/palace/model/query/drawerFilter.ts';
import { isoTime, roomName, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from './samplePalace.ts';

describe('reading', () => {
  const place = temporaryFolder();
  let store: PalaceStore;
  const sources = [
    newSource('s2', 'src/b.ts'),
    newSource('s1', 'src/a.ts'),
    newSource('s3', 'ÄRGER.md', { kind: 'conversation' }),
  ];
  beforeAll(async () => {
    store = await openPalaceStore({ folder: place.folder, sqliteWasm });
    await store.write((write) => {
      for (const source of sources) write.putSource(source);
      write.insertDrawers(
        sources.flatMap((source, s) =>
          [2, 0, 1].map((chunkIndex) =>
            newDrawer(`${source.path}#${chunkIndex}`, {
              sourceId: source.id,
              chunkIndex,
              wing: wingName(`w${s}`),
              room: roomName(`r${chunkIndex}`),
              filedAt: isoTime(Date.UTC(2026, 0, 1 + s)),
              type: chunkIndex === 0 ? 'decision' : 'file',
              tier: s === 2 ? 'longterm' : 'working',
            }),
          ),
        ),
      );
      const notes = write.insertDrawers([
        newDrawer('note 2', { type: 'insight' }),
        newDrawer('note 1', { type: 'insight' }),
      ]);
      write.updateDrawers([{ rowid: notes[1] ?? 0, archived: { at: isoTime(0), reason: 'old' } }]);
    });
  });
  afterAll(async () => {
    await store.close();
    place.remove();
  });

  const pages = (filter: DrawerFilter, limit: number): string[] => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = store.read.page(filter, cursor, limit);
      expect(page.drawers.length).toBeLessThanOrEqual(limit);
      ids.push(...page.drawers.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    return ids;
  };

  it.each([1, 2, 3, 100])(
    'pages by %i through all live drawers once, in order of path and chunk, those without a source first',
    (limit) => {
      expect(pages({}, limit)).toEqual([
        'note 2',
        'src/a.ts#0',
        'src/a.ts#1',
        'src/a.ts#2',
        'src/b.ts#0',
        'src/b.ts#1',
        'src/b.ts#2',
        'ÄRGER.md#0',
        'ÄRGER.md#1',
        'ÄRGER.md#2',
      ]);
    },
  );

  it.each<[string, DrawerFilter, string[]]>([
    ['archived ones only when asked for', { includeArchived: true, types: ['insight'] }, ['note 2', 'note 1']],
    [
      'wings joined by OR, conditions by AND',
      { wings: [wingName('w0'), wingName('w1')], rooms: [roomName('r0')] },
      ['src/a.ts#0', 'src/b.ts#0'],
    ],
    ['type', { types: ['decision'] }, ['src/a.ts#0', 'src/b.ts#0', 'ÄRGER.md#0']],
    ['tier', { tiers: ['longterm'] }, ['ÄRGER.md#0', 'ÄRGER.md#1', 'ÄRGER.md#2']],
    [
      'a span of time, its end exclusive',
      { filedFrom: isoTime('2026-01-02'), filedBefore: isoTime('2026-01-03'), rooms: [roomName('r1')] },
      ['src/a.ts#1', 'note 2'].slice(0, 1),
    ],
    ['part of the path whatever its letter case', { path: 'ärger' }, ['ÄRGER.md#0', 'ÄRGER.md#1', 'ÄRGER.md#2']],
    ['nothing for an empty list', { wings: [] }, []],
  ])('filters: %s', (_name, filter, expected) => {
    expect(pages(filter, 2)).toEqual(expected);
  });

  it('pages the same way through many drawers of a place as through few', async () => {
    const many = temporaryFolder();
    const other = await openPalaceStore({ folder: many.folder, sqliteWasm });
    await other.write((write) => {
      for (const source of sources) write.putSource(source);
      write.insertDrawers(
        Array.from({ length: 2500 }, (_, i) =>
          newDrawer(`m${i}`, {
            wing: wingName(i % 25 === 0 ? 'rare' : 'usual'),
            sourceId: i % 7 === 0 ? null : (sources[i % 3]?.id ?? null),
            chunkIndex: (i * 7919) % 1000,
            text: '',
          }),
        ),
      );
    });
    const all = (filter: DrawerFilter) => {
      const drawers = [];
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page = other.read.page(filter, cursor, 333);
        drawers.push(...page.drawers);
        cursor = page.next;
      }
      return drawers;
    };
    const walked = all({});
    expect(walked.length).toBe(2500);
    expect(all({ wings: [wingName('rare')] })).toEqual(walked.filter(({ wing }) => wing === 'rare'));
    expect(all({ wings: [wingName('usual')] })).toEqual(walked.filter(({ wing }) => wing === 'usual'));
    await other.close();
    many.remove();
  });

  it('refuses a cursor that it did not give out', () => {
    expect(() => store.read.page({}, '{"x":1}', 5)).toThrow(expect.objectContaining({ code: 'E_USAGE' }));
    expect(() => store.read.page({}, 'rubbish', 5)).toThrow(expect.objectContaining({ code: 'E_USAGE' }));
  });

  it('counts live drawers by wing, room, type and tier, and archived ones apart', () => {
    expect(store.read.counts()).toEqual({
      total: 10,
      archived: 1,
      byWing: { w0: 3, w1: 3, w2: 3, wing: 1 },
      byRoom: {
        w0: { r0: 1, r1: 1, r2: 1 },
        w1: { r0: 1, r1: 1, r2: 1 },
        w2: { r0: 1, r1: 1, r2: 1 },
        wing: { room: 1 },
      },
      byType: { decision: 3, file: 6, insight: 1 },
      byTier: { working: 7, longterm: 3 },
    });
  });

  it('gives drawers in the order asked for and leaves missing ones out', () => {
    expect(store.read.drawersByRowid([3, 99, 1, 3]).map(({ rowid }) => rowid)).toEqual([3, 1, 3]);
  });

  it('gives the drawers of a source in chunk order, archived ones included', () => {
    const [source] = sources;
    expect(source && store.read.drawersOfSource(source.id).map(({ chunkIndex }) => chunkIndex)).toEqual([0, 1, 2]);
  });

  it('finds sources by ID, by path and kind, and lists them by path', () => {
    expect(store.read.sources().map(({ path }) => path)).toEqual(['src/a.ts', 'src/b.ts', 'ÄRGER.md']);
    expect(store.read.sources('conversation')).toEqual([sources[2]]);
    expect(store.read.sourceByPath('file', 'src/a.ts')).toEqual(sources[1]);
    expect(store.read.sourceByPath('git', 'src/a.ts')).toBeUndefined();
  });

  it('scans every drawer in rowid order, in steps', () => {
    const first = store.read.scanDrawers(0, 4);
    expect([...first, ...store.read.scanDrawers(first.at(-1)?.rowid ?? 0, 100)].map(({ rowid }) => rowid)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    );
  });

  it('keeps vectors apart by model, to the bit', async () => {
    const data = Int8Array.from({ length: 384 }, (_, i) => (i % 256) - 128);
    await store.write((write) =>
      write.putVectors([
        { rowid: 2, modelId: 'm1', scale: 0.007, data },
        { rowid: 1, modelId: 'm1', scale: 1 / 3, data: data.slice().reverse() },
        { rowid: 1, modelId: 'm2', scale: 1, data },
        { rowid: 999, modelId: 'm3', scale: 1, data },
      ]),
    );
    expect(store.read.scanVectors('m1', 0, 10)).toEqual([
      { rowid: 1, modelId: 'm1', scale: 1 / 3, data: data.slice().reverse() },
      { rowid: 2, modelId: 'm1', scale: 0.007, data },
    ]);
    expect(store.read.scanVectors('m1', 1, 10).map(({ rowid }) => rowid)).toEqual([2]);
    expect(store.read.vectorModels()).toEqual(['m1', 'm2']);
    expect(store.read.vectorCounts('m1')).toEqual({ done: 2, pending: 8 });
  });
});
