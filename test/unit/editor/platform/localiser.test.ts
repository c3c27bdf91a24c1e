import { expect, it } from 'vitest';
import { byteSize, decimalIn } from '../../../../extension/editor/platform/localiser.ts';
import { english } from '../localiser.ts';

it('writes decimals as the language does, as many as are asked for', () => {
  expect([decimalIn('en', 0.8649, 2), decimalIn('de', 0.8649, 2), decimalIn('de', 1, 2)]).toEqual([
    '0.86',
    '0,86',
    '1,00',
  ]);
});

it('says how large a file is in the language’s numbers', () => {
  const german = { ...english, decimal: (value: number, digits: number) => decimalIn('de', value, digits) };
  expect([999, 1500, 2_340_000, 5_670_000_000].map((bytes) => byteSize(bytes, german))).toEqual([
    '999 B',
    '1,5 kB',
    '2,3 MB',
    '5,67 GB',
  ]);
});
