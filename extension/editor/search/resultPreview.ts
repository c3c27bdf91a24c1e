import * as vscode from 'vscode';
import { Debouncer } from '../../base/async/debouncer.ts';
import type { Disposable } from '../../base/disposable.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';

/** A row is previewed after a person has rested on it this long, in milliseconds. */
const restMs = 150;

/** A result to look at. */
export interface Previewed {
  readonly drawerId: string;
  readonly terms: readonly string[];
}

/**
 * Shows results in a preview editor while a person moves through them, and brings the editors back if nothing is chosen.
 * `open` shows a drawer without taking the keyboard, and never rejects.
 */
export class ResultPreview implements Disposable {
  readonly #open: (previewed: Previewed) => Promise<void>;
  readonly #before = editorsNow();
  readonly #debouncer = new Debouncer(() => this.#show(), restMs);
  #wanted: Previewed | null = null;
  /** One after the other, so that an earlier row is not shown over the chosen one. */
  readonly #showing = new SerialQueue();
  #hasShown = false;

  constructor(open: (previewed: Previewed) => Promise<void>) {
    this.#open = open;
  }

  /** A row was shown, or is about to be. */
  get isUsed(): boolean {
    return this.#hasShown || this.#wanted !== null;
  }

  /** A person has moved to a row. */
  show(previewed: Previewed): void {
    this.#wanted = previewed;
    this.#debouncer.call();
  }

  /**
   * Stops; what is shown stays. Resolves once a preview in progress is shown, so that whatever is opened next stays
   * in front.
   */
  async stop(): Promise<void> {
    this.dispose();
    await this.#showing.settled();
  }

  /** Stops at once; what is shown stays. */
  dispose(): void {
    this.#wanted = null;
    this.#debouncer.dispose();
  }

  /** Stops, and brings the editors back as they were. */
  async restore(): Promise<void> {
    this.dispose();
    await this.#showing.settled();
    if (this.#hasShown) await this.#before.restore();
  }

  #show(): void {
    void this.#showing.run(async () => {
      const previewed = this.#wanted;
      this.#wanted = null;
      if (previewed === null) return;
      this.#hasShown = true;
      await this.#open(previewed);
    });
  }
}

const keyOf = (tab: vscode.Tab): string => {
  const { input } = tab;
  const place = input instanceof vscode.TabInputText ? input.uri.toString() : tab.label;
  return `${tab.group.viewColumn} ${place}`;
};

const previewTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ isPreview }) => isPreview));

/**
 * What is open now, and how to return to it: the active editor at its position, and no new preview. A document
 * whose tab a preview takes is closed by then, so its address is kept instead.
 */
const editorsNow = () => {
  const editor = vscode.window.activeTextEditor;
  const isPreview = vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview === true;
  const at =
    editor === undefined
      ? null
      : {
          uri: editor.document.uri,
          range: editor.visibleRanges[0],
          options: {
            ...(editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
            preview: isPreview,
            preserveFocus: true,
            selection: editor.selection,
          },
        };
  const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(keyOf)));
  return {
    restore: async (): Promise<void> => {
      if (at !== null) {
        const { uri, range, options } = at;
        await vscode.window.showTextDocument(uri, options).then(
          (back) => {
            if (range !== undefined) back.revealRange(range, vscode.TextEditorRevealType.AtTop);
          },
          () => undefined, // the file is gone
        );
      }
      const left = previewTabs().filter((tab) => !open.has(keyOf(tab)));
      if (left.length > 0) await vscode.window.tabGroups.close(left);
    },
  };
};
