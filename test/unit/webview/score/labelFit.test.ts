import { expect, test } from 'vitest';
import { fittingLabel } from '../../../../webview/score/labelFit.ts';

const tenPixelsALetter = (text: string): number => text.length * 10;
const at = (width: number): string =>
  fittingLabel({ label: 'fusion', short: 'fus', change: '+.35' }, width, tenPixelsALetter);

test('a narrower bar gets a shorter label: name and number, name, short name, nothing', () => {
  expect([at(118), at(117), at(68), at(67), at(38), at(37)]).toEqual([
    'fusion +.35',
    'fusion',
    'fusion',
    'fus',
    'fus',
    '',
  ]);
});

test('where even the short name is too long the number alone may fit', () => {
  expect(fittingLabel({ label: 'association', short: 'assoc', change: '+.35' }, 48, tenPixelsALetter)).toBe(
    '+.35',
  );
});

test('a cosine is written without its leading zero', () => {
  expect(fittingLabel({ label: 'cosine', short: 'cos', change: '0.642' }, 500, tenPixelsALetter)).toBe(
    'cosine .642',
  );
  expect(fittingLabel({ label: 'cosine', short: 'cos', change: '−0.040' }, 500, tenPixelsALetter)).toBe(
    'cosine −.040',
  );
});
