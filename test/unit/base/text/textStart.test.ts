import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnicode } from '../../../../extension/palace/transfer/record/importItem.ts';
import { textStart } from '../../../../extension/base/text/textStart.ts';

it('the start of a text is as long as asked, or one less instead of half a character', () => {
  expect(textStart('a😀b', 2)).toBe('a');
  expect(textStart('a😀b', 3)).toBe('a😀');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, length) => {
      const start = textStart(text, length);
      expect(text.startsWith(start)).toBe(true);
      expect(isUnicode(start)).toBe(true);
      expect(Math.min(text.length, length) - start.length).toBeLessThanOrEqual(1);
    }),
  );
});
