import { expect, it } from 'vitest';
import { matchedExcerpt } from '../../../../extension/agent/answers/matchedExcerpt.ts';

it('an excerpt has no blank lines around it, and ends with a whole word', () => {
  expect(matchedExcerpt(' \n\n  The crane\nstops. \n\n', [], 100)).toEqual({
    text: '  The crane\nstops.',
    isCut: false,
  });
  expect(matchedExcerpt('The crane stops in the storm', ['crane'], 14)).toEqual({
    text: 'crane',
    isCut: true,
  });
  expect(matchedExcerpt('Thecranestopsinthestorm', ['crane'], 14)).toEqual({ text: 'Thecranesto', isCut: true });
});

it('an excerpt of blanks is taken, however many', () => {
  // What takes time by the square of these never ends.
  const blanks = ' '.repeat(2 ** 20);
  expect(matchedExcerpt(`crane${blanks}xyzxyzxyz`, ['crane'], 2 ** 20 + 8)).toEqual({
    text: 'crane',
    isCut: true,
  });
  expect(matchedExcerpt(`${blanks}x`, [], 2 ** 21).text).toBe(`${blanks}x`);
});
