import { describe, expect, it } from 'vitest';
import { notebookCell } from '../../../../extension/editor/source/notebookCell.ts';

const cells = [
  '# Tides\n',
  'import tides',
  'tides = load("harbour")\nmean = tides.mean()',
  'print("The mean of all tides", mean)',
];
const mined = (...shown: string[]): string => shown.map((cell) => `${cell.trimEnd()}\n\n`).join('');

describe('the cell of a notebook at which a drawer is shown', () => {
  it('is the one that holds a note’s text', () => {
    expect(notebookCell(cells, 'tides = load("harbour")\n', [])).toBe(2);
    expect(notebookCell(cells, 'Tides', [])).toBe(0);
  });

  it('is the first one that a mined part of the file holds as a whole', () => {
    expect(notebookCell(cells, mined('mean = tides.mean()', ...cells.slice(3)), [])).toBe(3);
    expect(notebookCell(cells, mined(...cells.slice(2)), [])).toBe(2);
  });

  it('is after a search the one of them with the most of its terms', () => {
    expect(notebookCell(cells, mined(...cells.slice(1)), ['harbour'])).toBe(2);
    expect(notebookCell(cells, mined('mean = tides.mean()', ...cells.slice(3)), ['load'])).toBe(2);
    expect(notebookCell(cells, mined(...cells.slice(1, 2)), ['harbour'])).toBe(1);
  });

  it('is the first one where nothing is left of the text, also in an empty notebook', () => {
    expect(notebookCell(cells, 'gone', ['harbour'])).toBe(0);
    expect(notebookCell(cells, ' ', [])).toBe(0);
    expect(notebookCell([], 'gone', [])).toBe(0);
  });
});
