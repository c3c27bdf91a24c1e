import { expect, it } from 'vitest';
import { factsOf } from '../../../../../extension/palace/memory/summaries/facts.ts';

it('a fact has no marks around it, however many', () => {
  expect(factsOf('See (`a_b`), 42!').map(({ fact }) => fact)).toEqual(['a_b', '42']);
  // What takes time by the square of these never ends.
  const [marks, between] = ['!'.repeat(2 ** 20), `4${'!'.repeat(2 ** 20)}2`];
  expect(factsOf(`4${marks} ${between}`).map(({ fact }) => fact)).toEqual(['4', between]);
});
