import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  scorePhaseTable,
  type ScorePhaseRow,
} from '../../../../../extension/palace/contract/search/scorePhaseTable.ts';
import {
  phaseFunctions,
  type PhaseFunctions,
} from '../../../../../extension/palace/retrieval/pipeline/phaseFunctions.ts';
import { profileFlagsSchema } from '../../../../../extension/palace/retrieval/profiles/profileFlags.ts';

const rows: readonly ScorePhaseRow[] = scorePhaseTable;
const page = path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'architecture.md');

const docsTable = (): string =>
  [
    '| phase | what it does | adds to | flags |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ id, summary, adds, flags }) =>
        `| \`${id}\` | ${summary} | ${adds === null ? '' : `\`${adds}\``} | ${flags === null ? '' : `\`${flags}*\``} |`,
    ),
  ].join('\n');

it('the architecture page lists every phase as the table has it (UPDATE_PHASES=1 writes the list anew)', () => {
  const list = /<!-- score phases -->[^]*?<!-- end of score phases -->/;
  const expected = `<!-- score phases -->\n${docsTable()}\n<!-- end of score phases -->`;
  if (process.env['UPDATE_PHASES'] === '1')
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(list, () => expected),
    );
  expect(list.exec(readFileSync(page, 'utf8'))?.[0]).toBe(expected);
});

it('a profile flag belongs to at most one phase, and what a phase says of its flags fits at least one', () => {
  const flags = profileFlagsSchema.keyof().options;
  const prefixes = rows.flatMap(({ flags: prefix }) => (prefix === null ? [] : [prefix]));
  for (const prefix of prefixes) expect(flags.filter((flag) => flag.startsWith(prefix))).not.toEqual([]);
  for (const flag of flags) expect(prefixes.filter((prefix) => flag.startsWith(prefix)).length).toBeLessThan(2);
});

it('no two phases share a name, and none is without a text', () => {
  for (const key of ['id', 'name', 'label', 'short'] as const)
    expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
  for (const { id, name, label, short, summary } of rows)
    for (const text of [id, name, label, short, summary]) expect(text.trim()).not.toBe('');
});

it('a row without a function, or a function without a row, does not compile', () => {
  const { pair, ...others } = phaseFunctions;
  // @ts-expect-error: no function for `pair`
  const withoutPair: PhaseFunctions = others;
  // @ts-expect-error: no row has the step `novelty`
  const withNovelty: PhaseFunctions = { ...phaseFunctions, novelty: pair };
  expect([Object.keys(withNovelty).length, Object.keys(withoutPair).length]).toEqual([
    Object.keys(phaseFunctions).length + 1,
    Object.keys(phaseFunctions).length - 1,
  ]);
});
