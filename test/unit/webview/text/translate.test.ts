import { expect, test } from 'vitest';
import { translator } from '../../../../webview/text/translate.ts';

test('values take their numbered places, in the translation’s own order', () => {
  const t = translator({ '{0} of {1}': 'von {1} sind es {0}' });
  expect(t('{0} of {1}', 3, 10)).toBe('von 10 sind es 3');
});

test('what has no translation stays as it is, and a missing value leaves its place', () => {
  const t = translator({});
  expect(t('{0} and {1}', 'a')).toBe('a and {1}');
  expect(t('toString')).toBe('toString');
});

test('a value from right to left, or one that turns what follows around, leaves the words beside it in their order', () => {
  const t = translator({});
  expect(t('{0} by {1}', 'קובץ', 'me')).toBe('\u2068קובץ\u2069 by me');
  expect(t('“{0}”, old', 'a\u202Eb')).toBe('“\u2068a\u202Eb\u2069”, old');
  expect(t('{0}', 'Größe → 東京 😀')).toBe('Größe → 東京 😀');
});
