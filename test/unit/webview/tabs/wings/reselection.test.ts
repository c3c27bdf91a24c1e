import { expect, test } from 'vitest';
import { movesBetween, pairIndex, reselect, weightsOf } from '../../../../../webview/tabs/wings/reselection.ts';
import type { SelectionTrace } from '../../../../../extension/palace/contract/search/searchResult.ts';
import { tracedResult } from '../../../../fixtures/inspector/tracedResults.ts';

const traced = tracedResult(0);
const trace = (changes: Partial<SelectionTrace> = {}): SelectionTrace => {
  if (traced.selection_trace === undefined) throw new TypeError('The sample has a selection trace.');
  return { ...traced.selection_trace, ...changes };
};

test('with the run’s own weights the recorded selection gives the run’s results, scores to the last bit', () => {
  const again = reselect(trace(), weightsOf(trace()));
  expect(again.map(({ drawerId }) => drawerId)).toEqual(traced.results.map((hit) => hit.drawer_id));
  again.forEach(({ score }, index) => expect(score).toBe(traced.results[index]?.selection_score));
});

test('pairs are numbered row by row without gaps', () => {
  const n = 7;
  const numbers = Array.from({ length: n }, (_, a) =>
    Array.from({ length: n - a - 1 }, (_, b) => pairIndex(a, a + b + 1, n)),
  ).flat();
  expect(numbers).toEqual(Array.from({ length: (n * (n - 1)) / 2 }, (_, index) => index));
});

test('λ = 1 and γ = 0 give the order of scores', () => {
  const picks = reselect(trace(), { lambda: 1, gamma: 0 });
  expect(picks.map(({ drawerId }) => drawerId)).toEqual(
    trace()
      .candidates.slice(0, 10)
      .map(({ drawer_id: id }) => id),
  );
});

test('a strong γ leaves the fullest wing fewer places', () => {
  const planners = (gamma: number): number =>
    reselect(trace({ wing_diversity_scale: 'none' }), { lambda: 1, gamma }).filter(
      ({ wing }) => wing === 'planner',
    ).length;
  expect(planners(2)).toBeLessThan(planners(0));
});

test('moves tell climbs, falls, entries and exits, and nothing for the same selection', () => {
  const run = reselect(trace(), weightsOf(trace()));
  expect(movesBetween(run, run)).toEqual({ picks: run.map((pick) => ({ pick, by: 0 })), out: [] });
  const other = reselect(trace(), { lambda: 1, gamma: 0 });
  const { picks, out } = movesBetween(run, other);
  expect(picks.filter(({ by }) => by === null)).toHaveLength(out.length);
  for (const { pick, by } of picks)
    if (by !== null) expect(run.find(({ drawerId }) => drawerId === pick.drawerId)?.rank).toBe(pick.rank + by);
});
