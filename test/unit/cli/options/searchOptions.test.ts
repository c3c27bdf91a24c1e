import { expect, test } from 'vitest';
import { searchRequest } from '../../../../extension/cli/options/searchOptions.ts';

const inThisPalace = (...words: string[]) => searchRequest(words, { links: false });

test.each([['crane palace:gateway'], ['palace:this,gateway crane'], ['crane "a b" palace:"gate way"']])(
  '%s is refused for this palace alone',
  (query) => {
    expect(() => inThisPalace(...query.split(' '))).toThrow(
      expect.objectContaining({ code: 'E_USAGE', message: expect.stringMatching(/--no-links .* palace:gate/u) }),
    );
    expect(searchRequest([query], {})).not.toHaveProperty('links');
  },
);

test('this palace may be named where no other is searched', () => {
  expect(inThisPalace('crane', 'palace:this')).toMatchObject({ query: 'crane palace:this', links: false });
  expect(inThisPalace('"palace:gateway"')).toMatchObject({ links: false });
});
