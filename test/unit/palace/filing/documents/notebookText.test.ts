import { describe, expect, it } from 'vitest';
import { documentChunks } from '../../../../../extension/palace/filing/documents/documentChunks.ts';
import { notebookText } from '../../../../../extension/palace/filing/documents/notebookText.ts';

const read = (notebook: unknown): ReturnType<typeof notebookText> =>
  notebookText(Buffer.from(typeof notebook === 'string' ? notebook : JSON.stringify(notebook)));
const problemOf = (notebook: unknown): unknown => {
  try {
    return read(notebook);
  } catch (thrown) {
    return (thrown as { problem?: unknown }).problem ?? thrown;
  }
};
const output = { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo='.repeat(1000) } };

describe('the text of a notebook', () => {
  it('is what was written into its cells, in formats 4 and 3, without outputs', () => {
    const markdown = { cell_type: 'markdown', metadata: {}, source: ['# Tides\n', '\n', 'Of the “harbour”.'] };
    expect(
      read({
        nbformat: 4,
        cells: [markdown, { cell_type: 'code', source: 'tides = load()\n', outputs: [output] }],
      }),
    ).toEqual({ text: '# Tides\n\nOf the “harbour”.\n\ntides = load()\n\n', starts: [0, 28] });
    expect(
      read({
        nbformat: 3,
        worksheets: [{ cells: [markdown, { cell_type: 'code', input: ['a = 1\n', 'b = 2'], outputs: [output] }] }],
      }).text,
    ).toBe('# Tides\n\nOf the “harbour”.\n\na = 1\nb = 2\n\n');
  });

  it('is cut across cells, and each piece says of which, empty ones counted', () => {
    const cells = ['import tides', '', 'x'.repeat(700), 'mean = 1', '# The end'].map((source) => ({ source }));
    const { text, starts } = read({ cells });
    const chunks = documentChunks({ text, starts }, { target: 400 }, true);
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
    expect(chunks.map(({ lines }) => lines)).toEqual([
      { start: 1, end: 3 },
      { start: 3, end: 5 },
    ]);
  });

  it('is refused where there is none, or no notebook', () => {
    expect(problemOf('<<<<<<< HEAD\n{')).toBe('damaged');
    expect(problemOf([])).toBe('damaged');
    expect(problemOf({ cells: [{ source: 5 }] })).toBe('damaged');
    expect(problemOf({ cells: [{ source: [' \n'] }, {}] })).toBe('no_text');
  });
});
