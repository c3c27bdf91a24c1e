import { expect, it } from 'vitest';
import { lastDaysText } from '../../../../extension/editor/platform/countedText.ts';
import { english } from '../localiser.ts';

it('one day is told in the singular, more are counted', () => {
  expect(lastDaysText(1, english)).toBe('the last day');
  expect(lastDaysText(7, english)).toBe('the last 7 days');
});
