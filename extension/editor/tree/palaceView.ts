import type * as vscode from 'vscode';

/** A view of the side bar, as the rest of the editor's side knows it. */
export interface PalaceView extends vscode.Disposable {
  readonly refresh: () => void;
  readonly selection: () => readonly unknown[];
  readonly onSelect: (listener: () => void) => vscode.Disposable;
}
