import * as vscode from 'vscode';
import { bestLineAt } from '../../base/text/bestLine.ts';

/** How long the lines around the match, and the matching line, stay highlighted, in milliseconds. */
const aroundMs = 2500;
const matchMs = 5000;

/** Where a passage is shown, and how. */
export interface PassageView {
  readonly viewColumn: vscode.ViewColumn;
  /** Analysed stems of the search. */
  readonly terms: readonly string[];
  /** The keyboard stays where it is. */
  readonly preserveFocus: boolean;
}

/**
 * Shows a document at the line of a passage that holds the most of the terms (analysed stems). Nothing is selected,
 * so that typing replaces nothing: the cursor is on the line, and a highlight fades in two steps. `passage`: the
 * whole document when absent.
 */
export const showPassage = async (
  document: vscode.TextDocument,
  { viewColumn, terms, preserveFocus }: PassageView,
  passage?: vscode.Range,
): Promise<void> => {
  const first = passage?.start.line ?? 0;
  const last = passage?.end.line ?? document.lineCount - 1;
  const lines = Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first + index).text);
  const line = first + bestLineAt(lines, terms);
  const at = new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
  const cursor = new vscode.Range(at, at);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn,
    preview: true,
    preserveFocus,
    selection: cursor,
  });
  editor.revealRange(cursor, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  highlight(editor, passage ?? null, document.lineAt(line).range);
};

const highlight = (editor: vscode.TextEditor, around: vscode.Range | null, line: vscode.Range): void => {
  if (around !== null) lightUp(editor, around, 'editor.rangeHighlightBackground', aroundMs);
  lightUp(editor, line, 'editor.findMatchHighlightBackground', matchMs);
};

const lightUp = (
  editor: vscode.TextEditor,
  range: vscode.Range,
  background: string,
  milliseconds: number,
): void => {
  const { kind } = vscode.window.activeColorTheme;
  // High contrast has no such backgrounds.
  const bordered =
    kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight
      ? { border: '1px solid', borderColor: new vscode.ThemeColor('contrastActiveBorder') }
      : {};
  const decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(background),
    ...bordered,
  });
  editor.setDecorations(decoration, [range]);
  setTimeout(() => decoration.dispose(), milliseconds);
};
