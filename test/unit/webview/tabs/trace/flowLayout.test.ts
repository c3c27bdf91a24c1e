import { expect, test } from 'vitest';
import { flowLayout, mostReasons, otherReasons } from '../../../../../webview/tabs/trace/flowLayout.ts';
import { flowParts, flowStages } from '../../../../../webview/tabs/trace/flowStages.ts';

const stages = flowStages([
  { phase: 'fusion', in: 114, out: 83, dropped: {} },
  { phase: 'decay', in: 83, out: 83, dropped: {} },
  { phase: 'consolidation', in: 83, out: 78, dropped: { consolidation: 5 } },
  { phase: 'selection', in: 78, out: 10, dropped: { mmr: 10, cross_wing_balancing: 2, cut: 56 } },
]);

test('what left without a recorded reason was merged, and reasons stand with the most first', () => {
  expect(stages[0]?.drops).toEqual([{ phase: 'merged', count: 31 }]);
  expect(stages[3]?.drops.map(({ phase }) => phase)).toEqual(['cut', 'mmr', 'cross_wing_balancing']);
});

test('a node stands wherever somebody left; the steps between are told along the stream', () => {
  const layout = flowLayout(stages, 1160);
  expect(layout?.nodes.map(({ count, after }) => [count, after])).toEqual([
    [114, null],
    [83, 'fusion'],
    [78, 'consolidation'],
    [10, 'selection'],
  ]);
  expect(layout?.streams.map(({ passed }) => passed)).toEqual([[], ['decay'], []]);
  expect(layout?.streams.map(({ kept }) => kept)).toEqual([false, false, true]);
});

test('a flow in which nobody leaves is one stream from the first to the last', () => {
  const layout = flowLayout(flowStages([{ phase: 'fusion', in: 7, out: 7, dropped: {} }]), 600);
  expect(layout?.nodes.map(({ count }) => count)).toEqual([7, 7]);
  expect(layout?.drops).toEqual([]);
});

test('without steps, without candidates or without room there is no chart', () => {
  expect(flowLayout([], 1000)).toBeNull();
  expect(flowLayout(flowStages([{ phase: 'fusion', in: 0, out: 0, dropped: {} }]), 1000)).toBeNull();
  expect(flowLayout(stages, 300)).toBeNull();
});

test('more reasons than lanes are told together, and none is lost', () => {
  const dropped = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`reason_${index}`, index + 1]));
  const layout = flowLayout(flowStages([{ phase: 'selection', in: 88, out: 10, dropped }]), 800);
  expect(layout?.drops).toHaveLength(mostReasons);
  expect(layout?.drops.at(-1)?.phase).toBe(otherReasons);
  expect(layout?.drops.reduce((sum, { count }) => sum + count, 0)).toBe(78);
});

test('steps whose numbers dwarf the pool are told before the chart, not drawn in it', () => {
  const whole = flowStages([
    { phase: 'legs', in: 122_686, out: 60_000, dropped: { no_match: 62_686 } },
    { phase: 'fusion', in: 60_000, out: 100, dropped: { below_pool: 59_900 } },
    { phase: 'selection', in: 100, out: 10, dropped: { cut: 90 } },
  ]);
  const { before, drawn } = flowParts(whole, 100);
  expect(before.map(({ phase }) => phase)).toEqual(['legs', 'fusion']);
  expect(drawn.map(({ phase }) => phase)).toEqual(['selection']);
  expect(flowParts(stages, 83).before).toEqual([]);
});
