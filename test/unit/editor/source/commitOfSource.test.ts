import { expect, it } from 'vitest';
import { commitOfSource } from '../../../../extension/editor/source/commitOfSource.ts';
import { drawerOf } from '../fakePalace.ts';

const repository = (path: string, commit: string) =>
  ({ rootUri: { fsPath: path }, state: { HEAD: { commit } } }) as never;
const commitOf = commitOfSource(
  () => Promise.resolve({ repositories: [repository('/w', 'outer'), repository('/w/libs/inner', 'inner')] }),
  () => [{ path: '/w', name: 'w' }],
);

it('a file is at the commit of the innermost repository around it', async () => {
  expect(await commitOf(drawerOf(1, { source_file: 'src/a.ts' }))).toBe('outer');
  expect(await commitOf(drawerOf(1, { source_file: 'libs/inner/a.ts' }))).toBe('inner');
});

it('a commit is its own; a note, and a file without repositories, are at none', async () => {
  const sha = 'a'.repeat(40);
  expect(await commitOf(drawerOf(1, { type: 'git_commit', tags: [`sha:${sha}`] }))).toBe(sha);
  expect(await commitOf(drawerOf(1, { type: 'decision', source_file: null }))).toBeNull();
  const none = commitOfSource(
    () => Promise.resolve(null),
    () => [{ path: '/w', name: 'w' }],
  );
  expect(await none(drawerOf(1))).toBeNull();
});
