import { expect, it } from 'vitest';
import { kindOfSource } from '../../../../../extension/palace/retrieval/phases/kindOfSource.ts';
import { kindsAskedFor } from '../../../../../extension/palace/retrieval/phases/kindsAskedFor.ts';
import { candidate, contextOf, through } from '../../../../fixtures/candidates.ts';

const files = ['src/wal.ts', 'test/wal.test.ts', 'docs/wal.md'].map((path, i) => {
  const made = candidate({ id: path, source: i + 1, type: 'file', relevance: 0.5 });
  return { ...made, drawer: { ...made.drawer, sourceFile: path } };
});
const events = (query: string) =>
  through(kindOfSource, files, { ...contextOf({ kind_weight: 0.1, kind_docs_share: 0.5 }), query }).candidates.map(
    ({ events: all }) => all.filter(({ phase }) => phase === 'kind').map(({ delta, reason }) => [delta, reason]),
  );

it('tests and docs rank below sources, with a reason', () => {
  expect(events('where is the log replayed')).toEqual([
    [],
    [[expect.closeTo(-0.15), 'a test: sources go first']],
    [[expect.closeTo(-0.05), 'documentation: sources go first']],
  ]);
});

it('the kind of file that a query asks for ranks higher', () => {
  expect(events('tests for the log')[1]).toEqual([[0.1, 'a test, as the query asks for']]);
  expect(events('docs on the log')[2]).toEqual([[0.1, 'documentation, as the query asks for']]);
});

it('a note has no kind', () => {
  const note = candidate({ id: 'note', type: 'decision', relevance: 0.5 });
  expect(through(kindOfSource, [note], contextOf({ kind_weight: 0.1 })).candidates).toEqual([note]);
});

it('a word that merely names tests does not ask for them', () => {
  for (const query of ['test collection fails on Windows', 'why is the test skipped', 'config of the parser'])
    expect([...kindsAskedFor(query)]).toEqual([]);
  expect([...kindsAskedFor('what changed in the release notes')]).toEqual(['changelog']);
});
