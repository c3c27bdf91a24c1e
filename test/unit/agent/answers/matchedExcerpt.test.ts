import { expect, it } from 'vitest';
import { matchedExcerpt } from '../../../../extension/agent/answers/matchedExcerpt.ts';

it('an excerpt has no blank lines around it, and ends with a whole word', () => {
  expect(matchedExcerpt(' \n\n  The crane\nstops. \n\n', [], 100)).toEqual({
    text: '  The crane\nstops.',
    isCut: false,
  });
  expect(matchedExcerpt('The crane stops in the storm', ['crane'], 14)).toEqual({
    text: '…crane…',
    isCut: true,
  });
  expect(matchedExcerpt('Thecranestopsinthestorm', ['crane'], 14)).toEqual({ text: 'Thecranesto…', isCut: true });
});

it('an excerpt of a line without blanks has the match, and no half of a character', () => {
  const others = (name: string): string => Array.from({ length: 90 }, (_, i) => `"${name}${i}":${i}`).join(',');
  const shown = (line: string, terms: string[], characters = 60): string =>
    matchedExcerpt(line, terms, characters).text;
  expect(shown(`{${others('a')},"craneLimit":9,${others('b')}}`, ['crane'])).toContain('"craneLimit":9,');
  expect(shown(`{ "a": 1, ${others('a')},"crane":9,${others('b')}}`, ['crane'])).toContain('"crane":9,');
  expect(
    shown(`${'港口的吊车在夜间休息。'.repeat(20)}每季七只信天翁。${'泊位从东边开始。'.repeat(20)}`, ['信天']),
  ).toContain('七只信天翁');
  for (const characters of [60, 61, 62, 63])
    expect(shown(`${'🚢'.repeat(90)}crane${'🚢'.repeat(90)}`, ['crane'], characters)).toMatch(
      /^…(?:🚢)+crane(?:🚢)+…$/u,
    );
});

it('an excerpt of blanks is taken, however many', () => {
  // What takes time by the square of these never ends.
  const blanks = ' '.repeat(2 ** 20);
  expect(matchedExcerpt(`crane${blanks}xyzxyzxyz`, ['crane'], 2 ** 20 + 8)).toEqual({
    text: 'crane…',
    isCut: true,
  });
  expect(matchedExcerpt(`${blanks}x`, [], 2 ** 21).text).toBe(`${blanks}x`);
});

it('an excerpt has one mark wherever something is left out, and fits', () => {
  const long = `${'rope '.repeat(40)}crane ${'tide '.repeat(40)}`;
  const excerpt = (text: string): string => matchedExcerpt(text, ['crane'], 60).text;
  for (const text of [long, `first\n${long}`, `${long}\nlast`, `first\n${long}\nlast`]) {
    expect(excerpt(text)).toMatch(/^…(?:rope )+crane(?: tide)+…$/);
    expect(excerpt(text).length).toBeLessThanOrEqual(60);
  }
  expect(excerpt(`crane ${'tide '.repeat(40)}`)).toMatch(/^crane(?: tide)+…$/);
  expect(excerpt(`first\n${'rope '.repeat(40)}crane`)).toMatch(/^…(?:rope )+crane$/);
});
