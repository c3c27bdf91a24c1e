import { expect, test } from 'vitest';
import { localisedError } from '../../../../extension/editor/platform/localisedError.ts';
import { errorText } from '../../../../extension/palace/model/errors/errorText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { english } from '../localiser.ts';

const german: Readonly<Record<string, string>> = {
  'There is no plan {0}.': 'Den Plan {0} gibt es nicht.',
  'Make a new plan.': 'Mache einen neuen Plan.',
};
const localiser = {
  ...english,
  t: (message: string, ...values: (string | number | boolean)[]) =>
    english.t(german[message] ?? message, ...values),
};

test('an error is shown in the display language, with its values', () => {
  const error = new PalaceError('E_PLAN', errorText`There is no plan ${'p1'}.`, { remedy: 'Make a new plan.' });
  expect(localisedError(error, localiser)).toEqual({
    message: 'Den Plan p1 gibt es nicht.',
    remedy: 'Mache einen neuen Plan.',
  });
  expect(localisedError(new Error('other'), localiser).message).toBe('other');

  const long = new PalaceError('E_NOTE', errorText`The note has ${'1,000,001'} characters.`);
  expect(localisedError(long, { ...localiser, count: (value) => value.toLocaleString('de') }).message).toBe(
    'The note has 1.000.001 characters.',
  );
});
