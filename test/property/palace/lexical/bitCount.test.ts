import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitCount } from '../../../../extension/palace/lexical/scoreAccumulator.ts';

it('counts the ones of a mask, signed or not', () => {
  fc.assert(
    fc.property(fc.integer(), (mask) => {
      const ones = (mask >>> 0).toString(2).replaceAll('0', '').length;
      expect(bitCount(mask)).toBe(ones);
      expect(bitCount(mask >>> 0)).toBe(ones);
    }),
  );
});
