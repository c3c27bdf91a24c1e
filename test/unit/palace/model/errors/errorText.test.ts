import { expect, test } from 'vitest';
import { englishText, errorText } from '../../../../../extension/palace/model/errors/errorText.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';

test('a tagged template keeps its fixed parts and its values apart', () => {
  const [file, lines] = ['notes.md', 3];
  const text = errorText`The file ${file} has ${lines} lines.`;
  expect(text).toEqual({ template: 'The file {0} has {1} lines.', values: ['notes.md', '3'] });
  expect(englishText(text)).toBe('The file notes.md has 3 lines.');
});

test('what looks like a place in a value or in a plain text stays as it is', () => {
  expect(englishText(errorText`No match for ${'{1}'} in ${'a'}.`)).toBe('No match for {1} in a.');
  expect(new PalaceError('E_USAGE', 'Write {0} braces.').message).toBe('Write {0} braces.');
});

test('an error tells both parts in English, and keeps what can be translated', () => {
  const error = new PalaceError('E_USAGE', errorText`There is no ${'x'}.`, { remedy: 'Choose another.' });
  expect(error).toMatchObject({
    message: 'There is no x.',
    remedy: 'Choose another.',
    messageText: { template: 'There is no {0}.', values: ['x'] },
    remedyText: { template: 'Choose another.', values: [] },
  });
});
