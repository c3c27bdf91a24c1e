import { expect, it } from 'vitest';
import { lexicalDocument } from '../../../../extension/palace/lexical/lexicalDocument.ts';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';

const drawer = {
  text: 'TEXT',
  sourceFile: 'src/a/palaceStore.ts',
  filedAt: isoTime('2023-05-08T23:30:00Z'),
  speaker: null,
} as const;

it('a file has its path and what its text defines in fields of their own, and no date', () => {
  const text = 'export class PalaceStore {\n  open(): void {\n    this.go();\n  }\n}';
  expect(lexicalDocument({ ...drawer, text, type: 'file' }, 'PREVIOUS')).toEqual({
    text,
    names: 'PalaceStore\nopen',
    path: 'src/a/palaceStore.ts',
  });
});

it('a note and a commit are indexed with the day of their filing, a commit without the repository’s name', () => {
  const dated = { text: '[8 May 2023]\nTEXT', names: 'TEXT', path: null };
  expect(lexicalDocument({ ...drawer, type: 'decision', sourceFile: null }, null)).toEqual(dated);
  expect(lexicalDocument({ ...drawer, type: 'git_commit', sourceFile: 'harbor.git' }, null)).toEqual(dated);
});

it('a commit’s subject and a note’s first line are their names, a conversation has none', () => {
  const text = '[main] Fix the crane\n\nIt stood still.\nFiles: crane.ts (+1/-1)';
  const namesOf = (type: 'git_commit' | 'decision' | 'conversation'): string =>
    lexicalDocument({ ...drawer, text, type, sourceFile: null }, null).names;
  expect(namesOf('git_commit')).toBe('Fix the crane');
  expect(namesOf('decision')).toBe('[main] Fix the crane');
  expect(namesOf('conversation')).toBe('');
});

it('a note’s title and tags stand in its text and are its names', () => {
  const note = { title: 'Berths', tags: ['harbour', 'night'] };
  expect(lexicalDocument({ ...drawer, type: 'decision', sourceFile: null }, null, note)).toEqual({
    text: '[8 May 2023]\nBerths\nharbour, night\nTEXT',
    names: 'Berths\nharbour, night\nTEXT',
    path: null,
  });
});

it('one turn of a conversation is indexed with the turn before it, a whole exchange without', () => {
  const turn = lexicalDocument({ ...drawer, type: 'conversation', speaker: 'Anna' }, 'PREVIOUS');
  expect(turn.text).toBe('[8 May 2023]\nPREVIOUS\nTEXT');
  expect(lexicalDocument({ ...drawer, type: 'conversation' }, 'PREVIOUS').text).toBe('[8 May 2023]\nTEXT');
});
