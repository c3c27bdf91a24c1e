import * as vscode from 'vscode';

export const reportScheme = 'synapse-palace-report';

/** Shows lists that belong to a finished command (skipped files, damage) as read-only documents; the newest are kept. */
export class ReportDocuments implements vscode.Disposable {
  static readonly #kept = 20;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #ordinal = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.query) ?? '',
    });
  }

  /** `title` becomes the editor's title. */
  async show(title: string, text: string): Promise<void> {
    const key = String(++this.#ordinal);
    this.#texts.set(key, text);
    for (const old of [...this.#texts.keys()].slice(0, -ReportDocuments.#kept)) this.#texts.delete(old);
    const uri = vscode.Uri.from({ scheme: reportScheme, path: `/${title}`, query: key });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  /** Empties every report that was shown, because it may quote erased text. */
  forget(): void {
    this.#texts.clear();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#texts.clear();
  }
}
