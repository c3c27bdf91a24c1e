import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('if the default profile searches closets first, mining builds them and the answers say so', () => {
  const [folder, workspace] = [temporaryFolder(), temporaryFolder()];
  const palace = path.join(folder, 'palace');
  mkdirSync(palace);
  writeFileSync(path.join(palace, 'profiles.json'), JSON.stringify({ default: { closets: 'first' } }));
  writeFileSync(
    path.join(workspace, 'rotation.md'),
    '# Token rotation\n\nIgor rotates the token of the gateway each night. The gateway keeps the old token for an hour.\n',
  );
  writeFileSync(
    path.join(workspace, 'crane.md'),
    '# The crane\n\nThe crane of the harbor is inspected in March.\n',
  );
  const run = (...words: string[]): unknown => {
    const { code, stdout, stderr } = runCli(palace, workspace, ...words, '--json');
    expect(`${code} ${stderr}`).toBe('0 ');
    return JSON.parse(stdout);
  };
  run('mine', '.');
  expect(run('closets')).toMatchObject({ state: 'kept', closets: 2 });
  const { results } = run('search', 'token rotation', '--explain') as SearchResult;
  expect(results[0]).toMatchObject({ source_file: 'rotation.md', matched_via: 'closet' });
  expect(results[0]?.score_events?.[0]?.reason).toMatch(/closets asked first: #1 by “Token rotation/);
});
