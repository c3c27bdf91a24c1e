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
