import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../../../../extension/palace/catalogue/catalogue.ts';
import type { Drawer, EntryType } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { isoTime, wingName } from '../../../../../extension/palace/model/drawer/ids.ts';
import {
  neighbourReplacements,
  type NeighbourSearch,
} from '../../../../../extension/palace/memory/curation/neighbourReplacements.ts';
import { quantise } from '../../../../../extension/palace/vectors/quantise.ts';
import { VectorIndex } from '../../../../../extension/palace/vectors/vectorIndex.ts';
import { newDrawer } from '../../store/samplePalace.ts';

const day = 86_400_000;
const flags = {
  supersede_filter_enabled: true,
  supersede_similarity_threshold: 0.86,
  supersede_min_age_gap_days: 7,
};

interface Sample {
  readonly angle: number;
  readonly age: number;
  readonly type?: EntryType;
  readonly wing?: string;
  readonly archived?: boolean;
}

const setUp = (samples: readonly Sample[]) => {
  const catalogue = new Catalogue();
  const vectors = new VectorIndex(2);
  samples.forEach(({ angle, age, type = 'decision', wing = 'harbor', archived = false }, i) => {
    const filed = isoTime(Date.parse('2026-03-01T00:00:00Z') - age * day);
    const drawer: Drawer = {
      ...newDrawer(`d${i}`, { type, wing: wingName(wing), filedAt: filed }),
      rowid: i + 1,
      sourceFile: null,
      archived,
      archivedAt: null,
      archiveReason: null,
      supersededBy: null,
      consolidatedInto: null,
      accessCount: 0,
      lastAccessed: null,
    };
    const { scale, data } = quantise(Float32Array.of(Math.cos(angle), Math.sin(angle)));
    vectors.set(catalogue.add(drawer), scale, data);
  });
  const search = (given?: NeighbourSearch, changes: Partial<typeof flags> = {}) =>
    neighbourReplacements(catalogue, vectors, { propertyOf: () => new Map() }, { ...flags, ...changes }, given);
  const find = async (changes: Partial<typeof flags> = {}) => (await search({}, changes)).found;
  return { catalogue, vectors, find, search };
};

describe('replacements by the nearest neighbours', () => {
  it('names an older note that a newer one of the same wing and type nearly repeats, with a confidence', async () => {
    const { find } = setUp([
      { angle: 0, age: 60 },
      { angle: 0.1, age: 2 },
      { angle: 2, age: 2 },
    ]);
    expect(await find()).toEqual([
      {
        older: 0,
        newer: 1,
        similarity: expect.closeTo(Math.cos(0.1), 2) as number,
        ageGapDays: 58,
        confidence: 'high',
      },
    ]);
  });

  it('ignores notes of another wing or type, archived ones, ones too close in time, and mirrors of a source', async () => {
    const newer: Sample = { angle: 0, age: 0 };
    for (const older of [{ wing: 'gateway' }, { type: 'insight' as const }, { archived: true }, { age: 6 }])
      expect(await setUp([{ angle: 0, age: 60, ...older }, newer]).find()).toEqual([]);
    for (const type of ['file', 'conversation', 'git_commit'] as const)
      expect(
        await setUp([
          { angle: 0, age: 60, type },
          { ...newer, type },
        ]).find(),
      ).toEqual([]);
    expect(await setUp([{ angle: 0, age: 60 }, newer]).find({ supersede_filter_enabled: false })).toEqual([]);
  });

  it('finds the same as a comparison of all pairs', async () => {
    const sample = fc.record({
      angle: fc.double({ min: 0, max: 3, noNaN: true }),
      age: fc.integer({ min: 0, max: 90 }),
      wing: fc.constantFrom('harbor', 'gateway'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { minLength: 2, maxLength: 20 }), async (samples) => {
        const { find, catalogue, vectors } = setUp(samples);
        const pairs = new Set<number>();
        samples.forEach((older, a) =>
          samples.forEach((newer, b) => {
            const gap = older.age - newer.age;
            if (
              a !== b &&
              gap >= 7 &&
              older.wing === newer.wing &&
              Math.fround(vectors.scanFrom(b, catalogue.slots)[a] ?? 0) >= 0.86
            )
              pairs.add(a);
          }),
        );
        expect((await find()).map(({ older }) => older)).toEqual([...pairs].sort((a, b) => a - b));
      }),
    );
  });

  it('reaches the oldest of thousands of notes, and reports how far it came if its comparisons are limited', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({
      angle: 0.4 + i / 1000,
      age: 3000 - i,
      wing: `wing${i % 2}`,
    }));
    const { search } = setUp([
      { angle: -2, age: 5000, wing: 'wing0' },
      { angle: -2.05, age: 4000, wing: 'wing0' },
      ...many,
    ]);
    const { found, asked, notes } = await search();
    expect([asked, notes]).toEqual([3002, 3002]);
    expect(found[0]).toMatchObject({ older: 0, newer: 1 });
    const some = await search({ mostComparisons: 10_000 });
    expect(some.asked).toBeLessThan(20);
    expect(some.found.every(({ newer }) => newer >= 2982)).toBe(true);
  });
});
