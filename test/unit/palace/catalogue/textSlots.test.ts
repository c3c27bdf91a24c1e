import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash } from '../../../../extension/palace/model/drawer/drawer.ts';
import { TextSlots } from '../../../../extension/palace/catalogue/textSlots.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** Hashes of three chains, one of which holds two; and what only a damaged palace has. */
const names = [
  'ab01'.repeat(16),
  'ab01'.repeat(8) + 'cd'.repeat(16),
  '0'.repeat(62) + '01',
  'f7'.repeat(32),
  '0'.repeat(64),
  'AB01'.repeat(16),
  'a',
  '',
] as const;

it('gives for each hash the slots that a scan over all would give, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 40 }), fc.nat(40), (hashes, from) => {
      const texts = new TextSlots();
      hashes.forEach((hash, slot) => texts.set(slot, hash));
      hashes.forEach((hash, slot) => texts.set(slot, hash)); // an update of anything else
      for (const hash of [...names, 'e'.repeat(64)])
        expect(texts.of(hash)).toEqual(hashes.flatMap((other, slot) => (other === hash ? [slot] : [])));
      expect(hashes.map((_, slot) => texts.hashOf(slot))).toEqual(hashes);
      const gone = (slot: number): boolean => slot >= from && slot % 2 === 0;
      const [asked, unasked] = [texts, new TextSlots()];
      hashes.forEach((hash, slot) => unasked.set(slot, hash));
      for (const slot of hashes.keys()) if (gone(slot)) [asked, unasked].forEach((each) => each.remove(slot));
      for (const hash of [...names, 'e'.repeat(64)])
        for (const left of [asked, unasked])
          expect(left.of(hash)).toEqual(
            hashes.flatMap((other, slot) => (other === hash && !gone(slot) ? [slot] : [])),
          );
    }),
    { numRuns: runs(100) },
  );
  for (const [one, other] of [['a', 'b'] as const, [names[0], names[1]] as const]) {
    const moved = new TextSlots();
    moved.set(0, one);
    moved.set(1, one);
    moved.set(0, other);
    expect([moved.of(one), moved.of(other)]).toEqual([[1], [0]]);
  }
});

it('a text that changes is found under its new hash alone, asked before or not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...names), fc.boolean()), { maxLength: 30 }),
      (changes) => {
        const [texts, current] = [new TextSlots(), new Map<number, string>()];
        for (const [slot, hash, isAsked] of changes) {
          texts.set(slot, hash);
          current.set(slot, hash);
          if (!isAsked) continue;
          for (const name of names)
            expect(texts.of(name)).toEqual(
              [...current].flatMap(([at, other]) => (other === name ? [at] : [])).sort((a, b) => a - b),
            );
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

it('finds texts among thousands of others that were added since somebody asked', () => {
  const texts = new TextSlots();
  const hashOf = (slot: number): string => contentHash(`text ${slot % 4000}`);
  for (let slot = 0; slot < 9000; slot += 1) {
    texts.set(slot, hashOf(slot));
    if (slot % 1000 === 0) expect(texts.of(hashOf(slot)).at(-1)).toBe(slot);
  }
  expect(texts.of(hashOf(17))).toEqual([17, 4017, 8017]);
  expect(texts.of(hashOf(3999))).toEqual([3999, 7999]);
});
