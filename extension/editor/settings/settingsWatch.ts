import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';
import { readSettings } from './readSettings.ts';
import type { Settings } from './settings.ts';

/** The settings, read again whenever they change; each wrong value is told once. */
export class SettingsWatch implements vscode.Disposable {
  readonly #localiser: Localiser;
  readonly #listening: vscode.Disposable;
  readonly #told = new Set<string>();
  #settings: Settings;

  /** `changed` gets the settings before and after. */
  constructor(localiser: Localiser, changed: (before: Settings, after: Settings) => void) {
    this.#localiser = localiser;
    this.#settings = this.#read();
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('synapsePalace')) return;
      const before = this.#settings;
      this.#settings = this.#read();
      changed(before, this.#settings);
    });
  }

  get current(): Settings {
    return this.#settings;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #read(): Settings {
    const { settings, problems } = readSettings(this.#localiser);
    for (const problem of problems.filter((text) => !this.#told.has(text))) void this.#tell(problem);
    return settings;
  }

  async #tell(problem: string): Promise<void> {
    this.#told.add(problem);
    const open = this.#localiser.t('Open Settings');
    if ((await vscode.window.showWarningMessage(problem, open)) === open)
      await vscode.commands.executeCommand('workbench.action.openSettings', 'synapsePalace');
  }
}
