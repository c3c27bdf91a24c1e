import path from 'node:path';
import { expect, it } from 'vitest';
import type { SearchHit } from '../../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

it('a source is found by the words of its test, and the waterfall names the test', () => {
  const [workspace, palace] = [path.join(temporaryFolder(), 'harbour'), path.join(temporaryFolder(), 'palace')];
  writeFiles(workspace, {
    'package.json': '{ "name": "harbour" }\n',
    'src/lift.ts': 'export const lift = (load: number): number => Math.min(load, 40);\n',
    'src/gate.ts': 'export const gate = (load: number): number => Math.max(load, 40);\n',
    'test/lift.test.ts':
      "it('refuses containers that are too heavy for the crane', () => expect(lift(50)).toBe(40));\n",
  });
  runCli(palace, workspace, 'mine');
  const asked = (...options: string[]): SearchHit[] => {
    const words = ['heavy', 'containers', 'for', 'the', 'crane', '--explain', '--json', ...options];
    const { results } = JSON.parse(runCli(palace, workspace, 'search', ...words).stdout) as {
      results: SearchHit[];
    };
    return results;
  };
  const reasonsOf = (hits: readonly SearchHit[]): (string | undefined)[] =>
    hits.map(({ score_events: events }) => events?.find(({ phase }) => phase === 'tests')?.reason);
  const placeOf = (hits: readonly SearchHit[], file: string): number =>
    hits.findIndex(({ source_file: each }) => each === file);

  const hits = asked();
  const lift = placeOf(hits, 'src/lift.ts');
  expect(reasonsOf(hits)[lift]).toMatch(/^the test of its name, test\/lift\.test\.ts, holds 1\.00 of the query/);
  expect(lift).toBeLessThan(placeOf(hits, 'src/gate.ts'));
  expect(reasonsOf(asked('--kind', 'source'))).not.toContainEqual(expect.any(String));
  const shown = runCli(palace, workspace, 'search', 'heavy', 'containers', 'crane', '--explain').stdout;
  expect(shown).toMatch(/words of its test +\+\.\d/);
});
