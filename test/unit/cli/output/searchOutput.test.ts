import { expect, test } from 'vitest';
import { searchOutput } from '../../../../extension/cli/output/searchOutput.ts';
import type { Terminal } from '../../../../extension/cli/terminal/terminal.ts';
import { longResult } from '../../../fixtures/inspector/sampleResults.ts';

const plain: Terminal = { columns: 200, style: (_, text) => text };
const now = new Date('2026-03-01T12:00:00Z');

test.each([
  ['2026-03-01T06:00:00Z', 'filed today'],
  ['2026-02-28T23:00:00Z', 'filed 1 day ago'],
  ['2026-02-28T06:00:00Z', 'filed 1 day ago'],
  ['2026-03-02T06:00:00Z', 'filed 2026-03-02'],
  ['2031-03-02T06:00:00Z', 'filed 2031-03-02'],
  ['2026-02-19T06:00:00Z', 'filed 10 days ago'],
  ['2019-04-10T06:00:00Z', 'filed 2019-04-10'],
])('a drawer of %s was %s', (filed_at, words) => {
  const result = longResult(1, now.getTime());
  const filed = { ...result, results: result.results.map((hit) => ({ ...hit, filed_at })) };
  expect(searchOutput(filed, plain, now)).toContain(words);
});

test('a line break in a file’s name forges no line', () => {
  const result = longResult(1, now.getTime());
  const named = {
    ...result,
    results: result.results.map((each) => ({ ...each, source_file: 'a\n  1  b\t\r.ts' })),
  };
  expect(searchOutput(named, plain, now)).toContain('a\ufffd  1  b\ufffd\ufffd.ts');
});

test('a part of a long note says which one it is', () => {
  const result = longResult(1, now.getTime());
  const part_of = { drawer_id: 'drawer_harbor_notes_1', title: 'Rules\nof the harbour', part: 8, parts: 30 };
  const results = result.results.map((hit) => ({ ...hit, type: 'handoff', source_file: null, part_of }));
  expect(searchOutput({ ...result, results }, plain, now)).toContain(
    ' · handoff · part 8 of 30 of “Rules\ufffdof the harbour” · filed ',
  );
});

test('an empty answer blames no filter: archived drawers are outside the scope, too', () => {
  const { pipeline_trace: trace, ...result } = longResult(1, now.getTime());
  const empty = (in_scope: number) =>
    searchOutput(
      { ...result, results: [], pipeline_trace: { ...trace, scope: { ...trace.scope, palace: 3, in_scope } } },
      plain,
      now,
    );
  expect(empty(1)).toContain(
    'Nothing found among 1 drawer in scope (3 in the palace, archived ones included: try fewer conditions, or --include-archived).',
  );
  expect(empty(3)).toContain('Nothing found among 3 drawers.');
});

test('an answer that found little says how to get what is archived', () => {
  const result = longResult(1, now.getTime());
  const advice = ': --include-archived shows them, and how to bring them back.';
  for (const results of [[], result.results])
    expect(searchOutput({ ...result, results, archived_matches: 2 }, plain, now)).toContain(
      `\n2 archived drawers match${advice}\n`,
    );
  expect(searchOutput({ ...result, archived_matches: 1 }, plain, now)).toContain('\n1 archived drawer matches: ');
  expect(searchOutput(result, plain, now)).not.toContain('match');
  const results = result.results.map((hit) => ({ ...hit, archived: true, drawer_id: 'drawer_1' }));
  expect(searchOutput({ ...result, results }, plain, now)).toContain(
    '\n     Archived: “restore drawer_1” brings it back.\n',
  );
});

test('an empty answer names the palaces that it was for, where none of them could be read', () => {
  const { pipeline_trace: trace, ...result } = longResult(1, now.getTime());
  const empty = (query: string, in_scope = 0) =>
    searchOutput(
      {
        ...{ ...result, query, results: [] },
        warnings: ['The linked palace “b” (/b) is left out: It is gone.'],
        unread_palaces: ['b'],
        pipeline_trace: { ...trace, scope: { ...trace.scope, palace: 3, in_scope } },
      },
      plain,
      now,
    );
  expect(empty('tokens palace:b')).toContain('\nNothing was searched: b could not be read.\n');
  for (const other of [empty('tokens palace:b,c'), empty('tokens palace:b', 2), empty('tokens wing:b')])
    expect(other).toContain('try fewer conditions');
});

test('an empty answer names what was probably meant, on one line', () => {
  const result = { ...longResult(1, now.getTime()), results: [] };
  expect(searchOutput(result, plain, now, ['wing:harbor', 'room:"do\ncs"'])).toContain(
    '\nDid you mean wing:harbor, room:"do\ufffdcs"?\n',
  );
  expect(searchOutput(result, plain, now)).not.toContain('Did you mean');
});

test('a result ends with when it was filed, its legs if it has any, and its ID unless its place names it', () => {
  const result = longResult(1, now.getTime());
  const head = (changed: Partial<(typeof result.results)[number]>): string | undefined =>
    searchOutput(
      { ...result, results: result.results.map((hit) => ({ ...hit, filed_at: now.toISOString(), ...changed })) },
      plain,
      now,
    )
      .split('\n')
      .find((line) => line.includes('filed'));
  const lexical = { rank: 3, score: 0.5, share: 0.5 };
  expect(head({ legs: { lexical } })).toMatch(/ · filed today · keyword #3 · drawer_long_0$/);
  expect(head({ legs: {} })).toMatch(/ · filed today · drawer_long_0$/);
  const file = { legs: {}, type: 'file', source_file: 'src/a.ts', lines: { start: 1, end: 2 } } as const;
  expect(head(file)).toMatch(/ · file · filed today$/);
  for (const unnamed of [
    { source_file: 'a.pdf' },
    { lines: null },
    { type: 'conversation' },
    { palace: 'b' },
  ] as const)
    expect(head({ ...file, ...unnamed })).toMatch(/ · filed today · drawer_long_0$/);
});
