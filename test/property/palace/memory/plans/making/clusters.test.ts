import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alikeFrom,
  clusters,
  type ClusterItem,
  type Likeness,
} from '../../../../../../extension/palace/memory/plans/making/clusters.ts';
import { runs } from '../../../../../fixtures/testSize.ts';

interface Field {
  readonly items: readonly ClusterItem[];
  /** Cosine by the two IDs in alphabetical order. */
  readonly cosines: ReadonlyMap<string, number>;
}

const key = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

const fields: fc.Arbitrary<Field> = fc
  .record({
    items: fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z]{1,4}$/),
        labels: fc.uniqueArray(fc.constantFrom('tag a', 'tag b', 'room x', 'room y')),
      }),
      { selector: ({ id }) => id, maxLength: 16 },
    ),
    // Few values, so that ties are frequent.
    draws: fc.array(fc.constantFrom(0.2, 0.7, 0.75, 0.76, 0.8, 0.9, 0.99), { minLength: 120, maxLength: 120 }),
  })
  .map(({ items, draws }) => {
    const ids = items.map(({ id }) => id).sort();
    const pairs = ids.flatMap((a, i) => ids.slice(i + 1).map((b) => key(a, b)));
    return { items, cosines: new Map(pairs.map((pair, i) => [pair, draws[i % draws.length] ?? 0])) };
  });

const likenesses = (items: readonly ClusterItem[], cosines: Field['cosines']): Likeness[] =>
  items.flatMap((one, a) =>
    items.slice(a + 1).map((other, i) => ({ a, b: a + 1 + i, cosine: cosines.get(key(one.id, other.id)) ?? 0 })),
  );

describe('groups of drawers that are alike', () => {
  it('are of three or more, any two of them alike, all with the label, no drawer in two', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async ({ items, cosines }) => {
        const found = await clusters(items, likenesses(items, cosines));
        const all = found.flatMap(({ ids }) => ids);
        expect(new Set(all).size).toBe(all.length);
        for (const { ids, label, alike } of found) {
          expect(ids.length).toBeGreaterThanOrEqual(3);
          for (const id of ids) expect(items.find((item) => item.id === id)?.labels).toContain(label);
          const between = ids.flatMap((a, i) => ids.slice(i + 1).map((b) => cosines.get(key(a, b)) ?? 0));
          expect(alike).toBe(Math.min(...between));
          expect(alike).toBeGreaterThan(alikeFrom);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('are the same whatever the order of the drawers and of their likenesses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fields.chain((field) =>
          fc.tuple(
            fc.constant(field),
            fc.shuffledSubarray([...field.items], { minLength: field.items.length }),
            fc.boolean(),
          ),
        ),
        async ([{ items, cosines }, shuffled, reversed]) => {
          const edges = likenesses(shuffled, cosines).map((edge) =>
            reversed ? { a: edge.b, b: edge.a, cosine: edge.cosine } : edge,
          );
          expect(await clusters(shuffled, reversed ? edges.reverse() : edges)).toEqual(
            await clusters(items, likenesses(items, cosines)),
          );
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('leave no three ungrouped drawers that are all alike and share a label', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async ({ items, cosines }) => {
        const grouped = new Set((await clusters(items, likenesses(items, cosines))).flatMap(({ ids }) => ids));
        const free = items.filter(({ id }) => !grouped.has(id));
        const isAlike = (a: ClusterItem, b: ClusterItem): boolean =>
          (cosines.get(key(a.id, b.id)) ?? 0) > alikeFrom;
        for (const [i, a] of free.entries())
          for (const [j, b] of free.entries())
            for (const c of free.slice(j + 1)) {
              if (j <= i || !isAlike(a, b) || !isAlike(b, c) || !isAlike(a, c)) continue;
              expect(a.labels.filter((label) => b.labels.includes(label) && c.labels.includes(label))).toEqual([]);
            }
      }),
      { numRuns: runs(500) },
    );
  });
});
