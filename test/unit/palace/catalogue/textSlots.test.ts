import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextSlots } from '../../../../extension/palace/catalogue/textSlots.ts';
import { runs } from '../../../fixtures/testSize.ts';

it('gives for each hash the slots that a scan over all would give, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), fc.nat(40), (hashes, from) => {
      const texts = new TextSlots();
      hashes.forEach((hash, slot) => texts.set(slot, hash));
      hashes.forEach((hash, slot) => texts.set(slot, hash)); // an update of anything else
      for (const hash of ['a', 'b', 'c', 'd', 'e'])
        expect(texts.of(hash)).toEqual(hashes.flatMap((other, slot) => (other === hash ? [slot] : [])));
      expect(hashes.map((_, slot) => texts.hashOf(slot))).toEqual(hashes);
      const gone = (slot: number): boolean => slot >= from && slot % 2 === 0;
      const [asked, unasked] = [texts, new TextSlots()];
      hashes.forEach((hash, slot) => unasked.set(slot, hash));
      for (const slot of hashes.keys()) if (gone(slot)) [asked, unasked].forEach((each) => each.remove(slot));
      for (const hash of ['a', 'b', 'c', 'd', 'e'])
        for (const left of [asked, unasked])
          expect(left.of(hash)).toEqual(
            hashes.flatMap((other, slot) => (other === hash && !gone(slot) ? [slot] : [])),
          );
    }),
    { numRuns: runs(100) },
  );
  const moved = new TextSlots();
  moved.set(0, 'a');
  moved.set(1, 'a');
  moved.set(0, 'b');
  expect([moved.of('a'), moved.of('b')]).toEqual([[1], [0]]);
});
