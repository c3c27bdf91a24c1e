import { expect, it } from 'vitest';
import { lexicalDocument } from '../../../../extension/palace/lexical/lexicalDocument.ts';
import { isoTime } from '../../../../extension/palace/model/ids.ts';

const drawer = {
  text: 'TEXT',
  sourceFile: 'src/a/palaceStore.ts',
  filedAt: isoTime('2023-05-08T23:30:00Z'),
  speaker: null,
} as const;

it('a file is indexed with its path, without a date', () => {
  expect(lexicalDocument({ ...drawer, type: 'file' }, 'PREVIOUS')).toBe('src/a/palaceStore.ts\nTEXT');
});

it('a note and a commit are indexed with the day of their filing, a commit without the repository’s name', () => {
  expect(lexicalDocument({ ...drawer, type: 'decision', sourceFile: null }, null)).toBe('[8 May 2023]\nTEXT');
  expect(lexicalDocument({ ...drawer, type: 'git_commit', sourceFile: 'harbor.git' }, null)).toBe(
    '[8 May 2023]\nTEXT',
  );
});

it('one turn of a conversation is indexed with the turn before it, a whole exchange without', () => {
  expect(lexicalDocument({ ...drawer, type: 'conversation', speaker: 'Anna' }, 'PREVIOUS')).toBe(
    '[8 May 2023]\nPREVIOUS\nTEXT',
  );
  expect(lexicalDocument({ ...drawer, type: 'conversation' }, 'PREVIOUS')).toBe('[8 May 2023]\nTEXT');
});
