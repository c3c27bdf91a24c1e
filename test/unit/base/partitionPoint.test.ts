import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partitionPoint } from '../../../extension/base/partitionPoint.ts';
import { runs } from '../../fixtures/testSize.ts';

it('is the first number that does not come before, as a walk through all finds it', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: -5, max: 130 }), (low, count, place) => {
      let walked = low;
      while (walked < low + count && walked < place) walked += 1;
      expect(partitionPoint(low, low + count, (at) => at < place)).toBe(walked);
    }),
    { numRuns: runs(200) },
  );
});
