import { expect, test } from 'vitest';
import { timingRows, unaccounted } from '../../../../../webview/tabs/timing/timingRows.ts';

test('phases with one number become bars in their order; the others are told in full', () => {
  const { rows, details } = timingRows({
    phase_timing_ms: {
      lexical: 1.5,
      paginated_scoring: {
        batch_size: 5000,
        batches: [
          { offset: 0, ms: 4.2 },
          { offset: 5000, ms: 2.6, note: 'x' },
        ],
      },
      selection: 2,
    },
  });
  expect(rows.map(({ phase, milliseconds, family }) => [phase, milliseconds, family])).toEqual([
    ['lexical', 1.5, 'match'],
    ['selection', 2, 'set'],
  ]);
  expect(details).toEqual([
    {
      phase: 'paginated_scoring',
      name: 'Scan in batches',
      entries: [{ name: 'batch_size', value: '5000' }],
      tables: [
        {
          name: 'batches',
          columns: ['offset', 'ms', 'note'],
          rows: [
            ['0', '4.2', ''],
            ['5000', '2.6', 'x'],
          ],
        },
      ],
    },
  ]);
});

test('phases that ran side by side sum to more than the whole', () => {
  const { rows } = timingRows({ phase_timing_ms: { a: 5, b: 4 } });
  expect(unaccounted(rows, 6)).toBe(-3);
});

test('phases stand in the order in which they began, each with its start', () => {
  const { rows } = timingRows({ phase_timing_ms: { a: 5, b: 4 }, phase_start_ms: { a: 2, b: 0.5 } });
  expect(rows.map(({ phase, start }) => [phase, start])).toEqual([
    ['b', 0.5],
    ['a', 2],
  ]);
});
