import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Localiser } from '../platform/localiser.ts';
import { readSettings } from './readSettings.ts';
import type { Settings } from './settings.ts';

interface SettingsChange {
  readonly before: Settings;
  readonly after: Settings;
}

/** The settings, read again whenever they change. A wrong value is reported once. */
export class SettingsWatch implements vscode.Disposable {
  readonly #localiser: Localiser;
  readonly #listening: vscode.Disposable;
  readonly #told = new Set<string>();
  readonly #changes = new Emitter<SettingsChange>();
  #settings: Settings;

  constructor(localiser: Localiser) {
    this.#localiser = localiser;
    this.#settings = this.#read();
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('synapsePalace')) return;
      const before = this.#settings;
      this.#settings = this.#read();
      this.#changes.fire({ before, after: this.#settings });
    });
  }

  get current(): Settings {
    return this.#settings;
  }

  onChange(listener: (change: SettingsChange) => void): Disposable {
    return this.#changes.event(listener);
  }

  dispose(): void {
    this.#changes.dispose();
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
