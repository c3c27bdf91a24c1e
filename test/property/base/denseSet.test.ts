import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DenseSet } from '../../../extension/base/denseSet.ts';
import { runs } from '../../fixtures/testSize.ts';

const number = fc.oneof(
  fc.nat(70),
  fc.constantFrom(31, 32, 4095, 4096, 2 ** 31, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER, -1, -4097),
);

it('holds what a Set would, whatever is added and deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.boolean()), { maxLength: 60 }), (changes) => {
      const [dense, set] = [new DenseSet(), new Set<number>()];
      for (const [value, isAdded] of changes) {
        if (isAdded) {
          dense.add(value);
          set.add(value);
        } else {
          dense.delete(value);
          set.delete(value);
        }
        expect(dense.size).toBe(set.size);
        for (const [other] of changes) expect(dense.has(other)).toBe(set.has(other));
      }
    }),
    { numRuns: runs(100) },
  );
});
