import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ReplayPacket, SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { OpenDrawerOptions } from '../source/openDrawer.ts';
import type { InspectorCommand } from '../../protocol/inspectorMessages.ts';
import { inspectorViewType } from '../platform/inspectorViewType.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { commitOfSource } from '../source/commitOfSource.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';
import { inspectorHtml } from './inspectorHtml.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import type { SearchHistory } from '../search/searchHistory.ts';
import type { Settings } from '../settings/settings.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { InspectorSession } from './inspectorSession.ts';
import { chartDialog } from './chartDialog.ts';
import { packetDialogs } from './packetDialogs.ts';
import { readSourceIn } from './readSource.ts';

const navigationKey = 'inspectorNavigation';
const offeredAlways = ['rebuildEmbeddings', 'status', 'verifyPalace', 'showLog', 'reviewCompaction'] as const;

const offered = (): readonly InspectorCommand[] => {
  if (workspaceView().folders.length === 0) return [...offeredAlways, 'openFolder'];
  return vscode.workspace.isTrusted
    ? [...offeredAlways, 'mineWorkspace', 'importConversations', 'indexGitCommits']
    : [...offeredAlways, 'manageTrust'];
};

/** Commands of the editor itself. */
const editorCommands: Partial<Record<InspectorCommand, string>> = {
  manageTrust: 'workbench.trust.manage',
  openFolder: 'workbench.action.files.openFolder',
};

const runCommand = async (command: InspectorCommand): Promise<void> =>
  vscode.commands.executeCommand(editorCommands[command] ?? `synapsePalace.${command}`);

interface InspectorPanelDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly extensionUri: vscode.Uri;
  readonly memento: vscode.Memento;
  readonly history: SearchHistory;
  readonly git: () => Promise<GitExtensionApi | null>;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  readonly openSource: (drawerId: string, how: OpenDrawerOptions) => Promise<void>;
  /** Drawers were archived or came back. */
  readonly changed: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly inspector: InspectorSession;
}

/** Loaded when an inspector is first shown, because the editor's start does not need it. */
const loadSession = async () => (await import('./inspectorSession.ts')).InspectorSession;

/** The window's inspector: one panel, brought to the front when asked for again, restored after a reload. */
export class InspectorPanels implements vscode.Disposable {
  readonly #with: InspectorPanelDependencies;
  readonly #held = new DisposableStore();
  #open: OpenPanel | null = null;

  constructor(dependencies: InspectorPanelDependencies) {
    this.#with = dependencies;
    this.#held.add(
      vscode.window.registerWebviewPanelSerializer(inspectorViewType, {
        deserializeWebviewPanel: async (panel) => {
          this.#adopt(panel, await loadSession());
        },
      }),
    );
    this.#held.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#open?.inspector.offer()));
    this.#held.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (['profile', 'profiles'].some((name) => event.affectsConfiguration(`synapsePalace.${name}`)))
          this.#open?.inspector.profilesChanged();
      }),
    );
    this.#held.add(
      dependencies.session.onState((state) => {
        if (state.kind === 'open' && state.status !== null)
          this.#open?.inspector.update({ ...state.status, mining: state.progress });
        else if (state.kind === 'absent' || state.kind === 'nowhere') this.#open?.inspector.update(null);
      }),
    );
  }

  /**
   * Shows the inspector; a query is filled in and searched with the ranking explained. `whyNot`: the ID of a drawer
   * missing from the result.
   */
  async show(query?: string, whyNot?: string): Promise<void> {
    const inspector = await this.#revealed();
    if (query !== undefined) inspector.showSearch({ query, explain: true }, whyNot);
    if (whyNot === undefined) inspector.focusSearch();
  }

  /** Shows a recorded search with the result it had. */
  async showReplay({ profile_used: profile }: ReplayPacket, result: SearchResult): Promise<void> {
    (await this.#revealed()).showResult({ profile, filter: {}, explain: true, candidateTrace: true }, result);
  }

  /** Opens the review of a stored plan. Throws E_PLAN if there is none. */
  async showReview(planId: string): Promise<void> {
    await (await this.#revealed()).showReview(planId);
  }

  /**
   * Drops everything that an inspector shows and keeps, because it may quote erased text. A hidden inspector can't
   * be told, so it is closed.
   */
  forget(): void {
    void this.#with.memento.update(navigationKey, undefined);
    if (this.#open?.panel.visible === false) this.#open.panel.dispose();
    else this.#open?.inspector.forget();
  }

  async #revealed(): Promise<InspectorSession> {
    const sessionClass = await loadSession();
    const { panel, inspector } =
      this.#open ??
      this.#adopt(
        vscode.window.createWebviewPanel(
          inspectorViewType,
          this.#with.localiser.t('Memory Inspector'),
          vscode.ViewColumn.Active,
          this.#options(),
        ),
        sessionClass,
      );
    panel.reveal();
    return inspector;
  }

  dispose(): void {
    this.#held.dispose();
    this.#open?.panel.dispose();
  }

  #options(): vscode.WebviewOptions {
    return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.#with.extensionUri, 'dist')] };
  }

  #adopt(panel: vscode.WebviewPanel, sessionClass: typeof InspectorSession): OpenPanel {
    // A second restored panel of this window would only mirror the first.
    this.#open?.panel.dispose();
    const { session, settings, extensionUri, memento, history, git, log, localiser, openSource, changed } =
      this.#with;
    const { webview } = panel;
    const inspector = new sessionClass({
      post: (message) => void webview.postMessage(message),
      api: async () => (['absent', 'nowhere', 'locating'].includes(session.state.kind) ? null : session.api()),
      workspace: () => vscode.workspace.name ?? null,
      settings,
      navigation: {
        read: () => memento.get(navigationKey),
        save: (navigation) => void memento.update(navigationKey, navigation),
      },
      readSource: readSourceIn(() => workspaceView().folders),
      openSource,
      commitOf: commitOfSource(git, () => workspaceView().folders),
      copy: async (text) => vscode.env.clipboard.writeText(text),
      runCommand,
      erase: async (drawerId) => vscode.commands.executeCommand('synapsePalace.eraseDrawer', drawerId),
      commands: offered,
      packets: packetDialogs(localiser),
      saveChart: chartDialog(localiser),
      searches: history,
      changed,
      log: (level, message) => log[level](message),
      localiser,
    });
    const opened = { panel, inspector };
    this.#open = opened;
    const held = new DisposableStore();
    held.add(inspector);
    held.add(webview.onDidReceiveMessage((message: unknown) => inspector.receive(message)));
    held.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) inspector.leave();
      }),
    );
    held.add(
      panel.onDidDispose(() => {
        held.dispose();
        if (this.#open === opened) this.#open = null;
      }),
    );
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'inspector.svg');
    webview.options = this.#options();
    webview.html = inspectorHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(24).toString('base64url'),
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'inspector.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'inspector.css')).toString(),
      title: localiser.t('Memory Inspector'),
      language: vscode.env.language,
      l10n: vscode.l10n.bundle ?? {},
    });
    return opened;
  }
}
