import * as vscode from 'vscode';
import { apiOf } from '../api/apiOf.ts';
import type { SynapsePalaceApi } from '../api/publicApi.ts';
import { programVersion } from '../service/wire/programVersion.ts';
import { registerLanguageModelTools } from './agents/languageModelTools.ts';
import { registerMcpServerProvider } from './agents/mcpServerProvider.ts';
import { registerPalaceChat } from './chat/palaceChat.ts';
import { takeInSessions } from './conversations/sessionIntake.ts';
import { registerEditorCommands } from './editorCommands.ts';
import { createServices, type Connect, type EditorServices } from './editorServices.ts';
import { createViews } from './editorViews.ts';
import { watchCommits } from './git/watchCommits.ts';
import { maintenanceOnStart } from './maintenance/maintenanceOnStart.ts';
import { watchFiles } from './mining/watchFiles.ts';
import { followPalace } from './palaceLocator.ts';
import { DisposableStore } from './platform/disposableStore.ts';

export interface Editor extends vscode.Disposable {
  /** The API for other extensions. */
  readonly api: SynapsePalaceApi;
  /** Closes the palace after pending writes. */
  close(): Promise<void>;
}

/** Registers everything. The palace itself is opened later: on first need, or once the start has finished. */
export const startEditor = (context: vscode.ExtensionContext, connect: Connect): Editor => {
  const held = new DisposableStore();
  const { extensionUri, workspaceState } = context;
  const services = createServices(context, connect, held);
  const views = createViews(services, context, held);
  held.add(registerEditorCommands(services, views, workspaceState));
  held.add(registerPalaceChat({ ...services, extensionUri }));
  held.add(registerLanguageModelTools({ ...services, changed: views.changed }));
  held.add(offerMcpServer(services));
  startBackgroundWork(services, held);
  held.add(followPalace(services));
  return {
    api: publicApi(services),
    close: () => services.session.close(),
    dispose: () => held.dispose(),
  };
};

/** Reads this window's palace, but does not create one. */
const publicApi = ({ session }: EditorServices): SynapsePalaceApi =>
  apiOf({
    palace: () => session.api(),
    registerHook: (name, hook) => session.registerHook(name, hook),
  });

const offerMcpServer = ({ plan, settings, settingsWatch, log }: EditorServices): vscode.Disposable => {
  const server = registerMcpServerProvider({ plan, settings, version: programVersion, log });
  return vscode.Disposable.from(
    server,
    settingsWatch.onChange(() => server.refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => server.refresh()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.refresh()),
  );
};

/** Automatic work: changed files, commits and sessions are filed, and old memory ages. */
const startBackgroundWork = (services: EditorServices, held: DisposableStore): void => {
  const { session, settings, log, indexer, importer, git } = services;
  held.add(watchFiles(services));
  held.add(
    maintenanceOnStart({
      session,
      log: (level, message) => log[level](message),
      allowed: () => ({ trusted: vscode.workspace.isTrusted, enabled: settings().maintenanceOnStart }),
    }),
  );
  held.add(watchCommits({ session, indexer, git }));
  held.add(takeInSessions(session, importer, settings, log));
};
