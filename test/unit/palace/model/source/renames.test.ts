import { expect, it } from 'vitest';
import { renamesOf, renamesText } from '../../../../../extension/palace/model/source/renames.ts';

it('renames come out of a property as they went in, and none come out of another text', () => {
  const renames = [{ from: 'a, b.ts', to: 'ü.ts' }];
  expect(renamesOf(renamesText(renames))).toEqual(renames);
  for (const text of [undefined, '', '{', '[["a"]]', '"a"']) expect(renamesOf(text)).toEqual([]);
});
