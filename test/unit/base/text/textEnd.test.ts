import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnicode } from '../../../../extension/palace/transfer/record/importItem.ts';
import { textEnd } from '../../../../extension/base/text/textEnd.ts';

it('the end of a text is as long as asked, or one less instead of half a character', () => {
  expect(textEnd('a😀b', 2)).toBe('b');
  expect(textEnd('a😀b', 3)).toBe('😀b');
  expect(textEnd('a', 0)).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, length) => {
      const end = textEnd(text, length);
      expect(text.endsWith(end)).toBe(true);
      expect(isUnicode(end)).toBe(true);
      expect(Math.min(text.length, length) - end.length).toBeLessThanOrEqual(1);
    }),
  );
});
