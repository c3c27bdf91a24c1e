import { expect, test } from 'vitest';
import type { Drawer } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { drawerTitle } from '../../../../../extension/palace/retrieval/candidates/drawerTitle.ts';
import { drawerTitle as titleInInspector } from '../../../../../webview/text/drawerTitle.ts';

const titlesOf = (given: Pick<Drawer, 'type' | 'text'>): readonly [string, string] => [
  drawerTitle({ id: 'drawer_1', sourceFile: null, lines: null, sensitive: false, ...given } as Drawer),
  titleInInspector({
    wing: 'harbour',
    room: 'notes',
    source_file: null,
    lines: null,
    sensitive: false,
    secret_spans: [],
    ...given,
  }),
];

test.each([
  [
    'a commit is its subject, without the branch',
    'git_commit',
    '[main] Paint the mast\n\nIn white.',
    'Paint the mast',
  ],
  ['a note is its heading, without marks', 'decision', '# The mast is white\n\nIt was grey.', 'The mast is white'],
  ['a note that begins with a list is its first item', 'insight', '\n- Paint it\n- Twice', 'Paint it'],
] as const)('%s, in the palace and in the inspector', (_, type, text, title) => {
  expect(titlesOf({ type, text })).toEqual([title, title]);
});

test('a commit that says nothing keeps its branch, and a drawer without a word has its ID', () => {
  expect(titlesOf({ type: 'git_commit', text: '[main] ' })[0]).toBe('[main]');
  expect(titlesOf({ type: 'insight', text: ' \n' })[0]).toBe('drawer_1');
});

test('a sensitive drawer is not quoted, and a long line is cut', () => {
  expect(
    drawerTitle({
      id: 'drawer_1',
      sourceFile: null,
      lines: null,
      sensitive: true,
      text: 'x',
      type: 'issue',
    } as Drawer),
  ).toBe('sensitive drawer drawer_1');
  expect(titlesOf({ type: 'insight', text: 'mast '.repeat(40) })[0]).toHaveLength(80);
  // Never within a character of two units.
  expect(titlesOf({ type: 'insight', text: `${'m'.repeat(78)}\u{1f6a2} and more` })[0]).toBe(`${'m'.repeat(78)}…`);
});
