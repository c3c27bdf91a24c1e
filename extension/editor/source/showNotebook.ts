import * as vscode from 'vscode';
import type { PassageView } from '../platform/showPassage.ts';
import { notebookCell } from './notebookCell.ts';

/** Shows a Jupyter notebook at the cell that a text is from. False if nothing here opens it as a notebook. */
export const showNotebook = async (
  source: vscode.Uri,
  text: string,
  { viewColumn, terms, preserveFocus }: PassageView,
): Promise<boolean> => {
  if (!source.path.endsWith('.ipynb')) return false;
  const notebook = await openNotebook(source);
  if (notebook === null) return false;
  const index = notebookCell(
    notebook.getCells().map(({ document }) => document.getText()),
    text,
    terms,
  );
  const cell = new vscode.NotebookRange(index, index + 1);
  const editor = await vscode.window.showNotebookDocument(notebook, {
    viewColumn,
    preserveFocus,
    preview: true,
    selections: [cell],
  });
  editor.revealRange(cell, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  return true;
};

/** Null if no extension reads notebooks, or this one is broken: its text can be shown. */
const openNotebook = async (source: vscode.Uri): Promise<vscode.NotebookDocument | null> => {
  try {
    return await vscode.workspace.openNotebookDocument(source);
  } catch {
    return null;
  }
};
