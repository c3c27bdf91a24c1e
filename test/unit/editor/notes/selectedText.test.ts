import { expect, it } from 'vitest';
import { selectedText } from '../../../../extension/editor/notes/selectedText.ts';

const part = (
  text: string,
  line: number,
  character = 0,
  endLine = line,
  endCharacter = character + text.length,
) => ({
  text,
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

it('one selection is kept as it is, with the lines that it touches', () => {
  expect(selectedText([part('b\r\nc', 1, 4, 2, 1)], '\r\n')).toEqual({
    text: 'b\r\nc',
    lines: { start: 2, end: 3 },
  });
  expect(selectedText([part('a\n', 0, 0, 1, 0)], '\n')).toEqual({ text: 'a\n', lines: { start: 1, end: 1 } });
  expect(selectedText([part('', 3, 2)], '\n')).toBeNull();
  expect(selectedText([part(' \n ', 3, 2, 4, 1)], '\n')).toBeNull();
});

it('several selections are all kept, in the order of the document, on lines of their own', () => {
  const parts = [part('gamma', 2), part('', 7), part('alpha', 0), part('beta\n', 1, 0, 2, 0)];
  expect(selectedText(parts, '\n')).toEqual({ text: 'alpha\nbeta\ngamma', lines: { start: 1, end: 3 } });
  expect(selectedText([part('b', 0, 5), part('a', 0, 1)], '\r\n')?.text).toBe('a\r\nb');
});
