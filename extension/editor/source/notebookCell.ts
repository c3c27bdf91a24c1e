import { bestLineAt } from '../../base/text/bestLine.ts';

/**
 * The cell of a notebook at which a text is shown, from 0: the one that holds it, else of those that it holds the one with the most of the
 * terms (analysed stems), the first without terms. The first cell if nothing is left of the text.
 */
export const notebookCell = (cells: readonly string[], text: string, terms: readonly string[]): number => {
  const wanted = text.trim();
  const holding = cells.findIndex((cell) => wanted !== '' && cell.includes(wanted));
  if (holding !== -1) return holding;
  const shares = cells.map((cell) => heldShare(cell, text));
  const most = Math.max(...shares);
  // The edges of a drawer cut cells in two.
  const held = cells.flatMap((cell, index) => {
    const share = shares[index] ?? 0;
    return share > 0 && (share === most || terms.length > 0) ? [{ cell, index }] : [];
  });
  return (
    held[
      bestLineAt(
        held.map(({ cell }) => cell),
        terms,
      )
    ]?.index ?? 0
  );
};

/** How much of a cell a text holds, from 0 to 1. */
const heldShare = (cell: string, text: string): number => {
  const lines = cell.split(/\r?\n/).filter((line) => line.trim() !== '');
  const held = lines.filter((line) => text.includes(line));
  return charactersIn(held) / Math.max(1, charactersIn(lines));
};

const charactersIn = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
