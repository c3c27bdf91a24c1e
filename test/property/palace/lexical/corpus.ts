import fc from 'fast-check';

/** Few words, so that drawers and queries share them. */
const words = [
  'cat',
  'cats',
  'dog',
  'rotate',
  'rotation',
  'the',
  'what',
  'getUserName',
  'get',
  'user',
  'utf8Decoder',
  'utf8',
  '8',
  'José',
  'jose',
  '机械学',
  '械',
  'snake_case',
];

export const wordArbitrary = fc.constantFrom(...words);
export const textArbitrary = fc.oneof(
  { weight: 9, arbitrary: fc.array(wordArbitrary, { maxLength: 12 }).map((list) => list.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat(600).map((count) => 'cat '.repeat(count)) },
);

export type Edit =
  | { readonly kind: 'add'; readonly gap: number; readonly text: string }
  | { readonly kind: 'remove'; readonly pick: number }
  | { readonly kind: 'refill'; readonly pick: number; readonly text: string }
  | { readonly kind: 'query'; readonly text: string };

/** A history of an index; queries in between make it clean some of its lists and not others. */
export const editsArbitrary: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('add' as const), gap: fc.nat(3), text: textArbitrary }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('refill' as const), pick: fc.nat(), text: textArbitrary }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('query' as const), text: wordArbitrary }) },
  ),
  { maxLength: 60 },
);

export interface EditedIndex {
  add(slot: number, text: string): void;
  remove(slot: number): unknown;
}

/** Plays the edits on the indexes; returns the filled slots with their texts, ascending. */
export const play = (
  edits: readonly Edit[],
  indexes: readonly EditedIndex[],
  query: (text: string) => void = () => undefined,
): Map<number, string> => {
  const filled = new Map<number, string>();
  const emptied: number[] = [];
  let next = 0;
  const fill = (slot: number, text: string): void => {
    filled.set(slot, text);
    for (const index of indexes) index.add(slot, text);
  };
  for (const edit of edits) {
    if (edit.kind === 'add') {
      next += edit.gap;
      fill(next, edit.text);
      next += 1;
    } else if (edit.kind === 'query') query(edit.text);
    else if (edit.kind === 'remove') {
      const slot = [...filled.keys()][edit.pick % Math.max(1, filled.size)];
      if (slot === undefined) continue;
      filled.delete(slot);
      emptied.push(slot);
      for (const index of indexes) index.remove(slot);
    } else {
      const [slot] = emptied.splice(edit.pick % Math.max(1, emptied.length), 1);
      if (slot !== undefined) fill(slot, edit.text);
    }
  }
  return new Map([...filled].sort(([a], [b]) => a - b));
};
