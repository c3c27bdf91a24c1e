import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from '../../../../extension/palace/lexical/inOrder.ts';

it('numbers come back in order, in the same array', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (list) => {
      const numbers = Uint32Array.from(list);
      expect(inOrder(numbers)).toBe(numbers);
      expect([...numbers]).toEqual(list.sort((a, b) => a - b));
    }),
  );
});
