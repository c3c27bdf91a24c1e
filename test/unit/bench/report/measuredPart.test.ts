import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markdownTable, measuredText, withMeasured } from '../../../bench/report/measuredPart.ts';
import { reportParts } from '../../../bench/report/reportParts.ts';

const place = (part: string): string => `<!-- measured by bench:report: ${part} -->\nold\n<!-- end -->\n`;

test('a part is replaced and nothing else', () => {
  const document = `# A\n\n${place('one')}\nbetween\n\n${place('two')}after\n`;
  const once = withMeasured(document, 'two', 'new');
  expect(once).toBe(`# A\n\n${place('one')}\nbetween\n\n${place('two').replace('\nold\n', '\n\nnew\n\n')}after\n`);
  expect(withMeasured(once, 'two', 'new')).toBe(once);
});

test('a document without a place for a part is refused', () => {
  expect(() => withMeasured(place('one'), 'two', 'new')).toThrow('no place for “two”');
});

test('figures say their command, machine and load', () => {
  const text = measuredText('7 ms\n', {
    machine: 'Node v20, 2 cores',
    loadBefore: 0.25,
    commands: ['npm run a', 'npm run b'],
  });
  expect(text).toBe('7 ms\n\n`npm run a`, `npm run b`: Node v20, 2 cores, at a load of 0.3 before it began.');
});

test('the first row of a table is its head', () => {
  expect(
    markdownTable([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('docs/benchmarks.md has a place for every part', () => {
  const document = readFileSync('docs/benchmarks.md', 'utf8');
  for (const part of Object.keys(reportParts({ palaces: '', scratch: '', sizes: [] })))
    expect(withMeasured(document, part, 'new')).toContain('new');
});
