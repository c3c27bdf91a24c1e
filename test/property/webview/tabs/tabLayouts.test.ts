import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slopeLayout } from '../../../../webview/charts/slopeLayout.ts';
import { flowLayout, laneHeight } from '../../../../webview/tabs/trace/flowLayout.ts';
import { flowStages } from '../../../../webview/tabs/trace/flowStages.ts';
import { lastRank, rankRuler } from '../../../../webview/tabs/trace/rankRuler.ts';
import { wingRows } from '../../../../webview/tabs/wings/wingRows.ts';

/** A flow whose steps hand on what they keep, with any number of reasons. */
const flows = fc
  .tuple(
    fc.integer({ min: 1, max: 5000 }),
    fc.array(fc.array(fc.nat(200), { maxLength: 14 }), { minLength: 1, maxLength: 6 }),
  )
  .map(([first, steps]) => {
    let into = first;
    return steps.map((losses, step) => {
      const dropped: Record<string, number> = {};
      let out = into;
      for (const [reason, loss] of losses.entries()) {
        const gone = Math.min(loss, out);
        dropped[`reason_${reason}`] = gone;
        out -= gone;
      }
      const stage = { phase: `step_${step}`, in: into, out, dropped };
      into = out;
      return stage;
    });
  });

test('candidates are neither lost nor made: each node is what goes on and what leaves', () => {
  fc.assert(
    fc.property(flows, fc.integer({ min: 800, max: 2000 }), (flow, width) => {
      const layout = flowLayout(flowStages(flow), width);
      if (layout === null) return;
      layout.streams.forEach(({ size, from }, index) => {
        const [node, next] = [layout.nodes[index], layout.nodes[index + 1]];
        const leaving = layout.drops.filter((drop) => drop.from.x === from);
        expect((node?.count ?? 0) - leaving.reduce((sum, { count }) => sum + count, 0)).toBe(next?.count);
        expect((node?.height ?? 0) - leaving.reduce((sum, drop) => sum + drop.size, 0)).toBeCloseTo(size, 6);
        expect(next?.height).toBeCloseTo(size, 6);
      });
    }),
  );
});

test('labels of what leaves never overlap, and all of it lies within the chart', () => {
  fc.assert(
    fc.property(flows, fc.integer({ min: 800, max: 2000 }), (flow, width) => {
      const layout = flowLayout(flowStages(flow), width);
      if (layout === null) return;
      expect(layout.width).toBeLessThanOrEqual(width);
      for (const drop of layout.drops) {
        expect(drop.labelTop + laneHeight).toBeLessThanOrEqual(layout.height);
        expect(drop.to.y + drop.size).toBeLessThanOrEqual(layout.height);
        expect(drop.labelX + drop.labelRoom).toBeLessThanOrEqual(width);
        for (const other of layout.drops) {
          if (other === drop || other.from.x !== drop.from.x) continue;
          expect(Math.abs(other.labelTop - drop.labelTop)).toBeGreaterThanOrEqual(laneHeight);
        }
      }
    }),
  );
});

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 30 });

test('both sides of a comparison hold the same drawers, each in a row of its own', () => {
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 12 }), (a, b, k) => {
      const { rowsA, rowsB, topA, topB } = slopeLayout(a, b, k);
      expect(rowsA.map(({ rowA }) => rowA)).toEqual(rowsA.map((_, index) => index));
      expect(rowsB.map(({ rowB }) => rowB)).toEqual(rowsB.map((_, index) => index));
      expect(new Set(rowsB)).toEqual(new Set(rowsA));
      expect(rowsA.slice(0, topA).map(({ id }) => id)).toEqual(a.slice(0, k));
      expect(rowsB.slice(0, topB).map(({ id }) => id)).toEqual(b.slice(0, k));
      for (const { id, rankA, rankB, kind } of rowsA) {
        expect(rankA === null ? undefined : a[rankA - 1]).toBe(a.includes(id) ? id : undefined);
        expect(kind === 'gone').toBe(rankB === null || rankB > k);
        if (kind === 'new') expect(rankA === null || rankA > k).toBe(true);
      }
    }),
  );
});

test('after every pick the wings share out the whole set', () => {
  const wing = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  fc.assert(
    fc.property(
      fc.dictionary(wing, fc.nat(1000)),
      fc.array(wing, { maxLength: 30 }),
      fc.array(wing, { maxLength: 30 }),
      (counts, picks, run) => {
        const { rows } = wingRows(counts, picks, run);
        for (const index of picks.keys()) {
          expect(rows.reduce((sum, { steps }) => sum + (steps[index]?.share ?? 0), 0)).toBeCloseTo(1, 9);
          expect(rows.filter(({ steps }) => steps[index]?.picked === true).map(({ wing: name }) => name)).toEqual([
            picks[index],
          ]);
        }
        expect(rows.reduce((sum, { resultCount }) => sum + resultCount, 0)).toBe(picks.length);
      },
    ),
  );
});

test('on a ruler a better rank stands further left, and the dot is inside exactly when the rank is within the depth', () => {
  const leg = fc.record({
    rank: fc.option(fc.integer({ min: 1, max: 200_000 })),
    matched: fc.nat(200_000),
    depth: fc.nat(1000),
  });
  fc.assert(
    fc.property(leg, leg, fc.integer({ min: 40, max: 400 }), (one, other, width) => {
      const last = lastRank([one, other]);
      const [a, b] = [rankRuler(one, last, width), rankRuler(other, last, width)];
      for (const ruler of [a, b])
        for (const x of [ruler.start, ruler.end, ruler.depth, ruler.at ?? ruler.start])
          expect(x >= 0 && x <= width).toBe(true);
      expect(a.inside).toBe(one.rank !== null && one.rank <= one.depth);
      if (one.rank !== null && other.rank !== null && a.at !== null && b.at !== null && one.rank < other.rank)
        expect(a.at).toBeLessThanOrEqual(b.at);
    }),
  );
});
