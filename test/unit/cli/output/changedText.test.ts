import { expect, it } from 'vitest';
import { changedText } from '../../../../extension/cli/output/changedText.ts';

const words = { done: 'changed', already: 'so already' };

it.each([
  [['a'], 1, 0, 'a changed.'],
  [['a', 'a'], 0, 1, 'a was so already.'],
  [['a'], 3, 0, 'a changed, all 3 parts of its note.'],
  [['a'], 2, 1, '2 drawers changed, 1 was so already.'],
  [['a'], 0, 0, '0 drawers changed.'],
  [['a', 'b'], 1, 1, '1 drawer changed, 1 was so already.'],
  [['a', 'b'], 2, 0, '2 drawers changed.'],
  [[], 1, 0, '1 drawer changed.'],
])('of %j, %i changed and %i not: a single one is named', (ids, changed, unchanged, said) => {
  expect(changedText({ ids, changed, unchanged }, words)).toBe(said);
});

it.each([
  [['a', 'b'], 6, 0, { notes: 2, drawers: 6 }, '2 notes (6 drawers) changed.'],
  [['a', 'b'], 4, 0, { notes: 1, drawers: 3 }, '1 drawer and 1 note (3 drawers) changed.'],
  [['a', 'b'], 3, 1, { notes: 1, drawers: 3 }, '1 note (3 drawers) changed, 1 was so already.'],
  [['a'], 2, 1, { notes: 1, drawers: 2 }, '1 note (2 drawers) changed, 1 was so already.'],
  [['a'], 3, 0, { notes: 1, drawers: 3 }, 'a changed, all 3 parts of its note.'],
])(
  'of %j, %i changed and %i not, of which %j: a long note counts as one',
  (ids, changed, unchanged, longNotes, said) => {
    expect(changedText({ ids, changed, unchanged, longNotes }, words)).toBe(said);
  },
);
