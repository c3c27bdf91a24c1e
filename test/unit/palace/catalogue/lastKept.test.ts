import { expect, it } from 'vitest';
import { lastKept } from '../../../../extension/palace/catalogue/lastKept.ts';

it('the last result is given again, and no other', () => {
  const asked: string[] = [];
  const length = lastKept((text: string) => {
    asked.push(text);
    return text.length;
  });
  expect(['a', 'a', 'bc', 'bc', 'a', ''].map(length)).toEqual([1, 1, 2, 2, 1, 0]);
  expect(asked).toEqual(['a', 'bc', 'a', '']);
});

it('a result of nothing is kept, too', () => {
  const asked: string[] = [];
  const none = lastKept((text: string): undefined => {
    asked.push(text);
  });
  expect(['a', 'a'].map(none)).toEqual([undefined, undefined]);
  expect(asked).toEqual(['a']);
});
