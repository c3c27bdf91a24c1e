import { expect, test } from 'vitest';
import { drawerTitle, shortTitles } from '../../../../webview/text/drawerTitle.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';

test('a path is shortened to its name, other titles stay', () => {
  expect(shortTitles(['src/tide/table.ts:5–9', 'Decision: either/or'])).toEqual([
    'table.ts:5–9',
    'Decision: either/or',
  ]);
});

test('files of one name keep the folders that tell them apart; places in one file need none', () => {
  expect(
    shortTitles([
      'a/src/index.ts:1',
      'b/src/index.ts:1',
      'b/src/index.ts:7',
      'index.ts:3',
      'b/tide.ts:2',
      'A note',
    ]),
  ).toEqual(['a/src/index.ts:1', 'b/src/index.ts:1', 'b/src/index.ts:7', 'index.ts:3', 'tide.ts:2', 'A note']);
});

test('a long first line is cut to a title, but not within an emoji', () => {
  const [hit] = sampleResult(0).results;
  if (hit === undefined) throw new RangeError('There is no sample.');
  const title = drawerTitle({ ...hit, type: 'decision', source_file: null, text: `a${'🌊'.repeat(300)}` });
  expect(title).toBe(`a${'🌊'.repeat(99)}`);
});
