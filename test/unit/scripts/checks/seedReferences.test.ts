import path from 'node:path';
import { expect, it } from 'vitest';
import { brokenSeedReferences } from '../../../../scripts/checks/seedReferences.mjs';

const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const broken = (...rows: string[]): string[] =>
  brokenSeedReferences(root, ['| the seed | here | why |', '| --- | --- | --- |', ...rows].join('\n'));

it('a reference to a file, with texts that it has, is true', () => {
  expect(
    broken('| `tier` | `palace/model/drawer/vocabulary.ts`: `ephemeral`, `longterm`; `docs/memory.md` | `none` |'),
  ).toEqual([]);
});

it('a file that is not there, a text that its file lacks and a row without a file are named with their line', () => {
  expect(
    broken('| a | `palace/model/gone.ts` | |', '| b | `docs/memory.md`: `no such words` | |', '| c | | |'),
  ).toEqual([
    'docs/seeds.md:3: there is no palace/model/gone.ts',
    'docs/seeds.md:4: docs/memory.md does not have “no such words”',
    'docs/seeds.md:5: the row names no file',
  ]);
});

it('other tables of the page need no reference', () => {
  expect(brokenSeedReferences(root, '| seed | what |\n| --- | --- |\n| 000 | a text |\n')).toEqual([]);
});
