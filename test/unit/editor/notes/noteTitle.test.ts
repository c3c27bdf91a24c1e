import { expect, it } from 'vitest';
import { noteTitle } from '../../../../extension/editor/notes/noteTitle.ts';

const note = { drawer_id: 'drawer_1', sensitive: false };

it('a note’s tab is called by the beginning of its first line, as whole words and as one segment of a path', () => {
  expect(noteTitle({ ...note, text: 'Tokens rotate in src/gateway?\nand more' })).toBe(
    'Tokens rotate in src gateway',
  );
  expect(noteTitle({ ...note, text: `Berths ${'are counted '.repeat(9)}` })).toBe(
    'Berths are counted are counted are',
  );
  expect(noteTitle({ ...note, text: 'Half of the v1.2 printer is done...' })).toBe(
    'Half of the v1.2 printer is done',
  );
  expect(noteTitle({ ...note, text: '...' })).toBe('drawer_1');
});

it('a title ends with a whole character, so that the note has an address', () => {
  expect(noteTitle({ ...note, text: `x${'😀'.repeat(30)}` })).toBe(`x${'😀'.repeat(19)}`);
});

it('the tab of a sensitive note carries none of its secrets, nor does that of a note that a person marked', () => {
  const text = 'Push with the key abc123, as ever';
  const spans = [{ start: 18, end: 24 }];
  expect(noteTitle({ ...note, text, sensitive: true, secret_spans: spans })).toBe(
    'Push with the key ••••, as ever',
  );
  expect(noteTitle({ ...note, text, sensitive: true, secret_spans: [] })).toBe('••••');
});
