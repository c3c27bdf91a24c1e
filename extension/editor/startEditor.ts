import * as vscode from 'vscode';
import { programVersion } from '../service/programVersion.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import type { ConnectOptions, PalaceConnection } from '../service/palaceConnection.ts';
import { registerLanguageModelTools } from './agents/languageModelTools.ts';
import { registerMcpServerProvider } from './agents/mcpServerProvider.ts';
import { registerPalaceChat } from './chat/palaceChat.ts';
import { registerCurationCommands } from './commands/curationCommands.ts';
import { registerDeleteCommand } from './commands/deleteCommand.ts';
import { registerImportConversationsCommand } from './commands/importConversationsCommand.ts';
import { registerDrawerCommands } from './commands/drawerCommands.ts';
import { registerExportCommand } from './commands/exportCommand.ts';
import { registerImportCommand } from './commands/importCommand.ts';
import { registerCommand } from './platform/registerCommand.ts';
import { registerGitIndexCommand } from './commands/gitIndexCommand.ts';
import { registerMaintenanceCommand } from './commands/maintenanceCommand.ts';
import { registerMineCommand } from './commands/mineCommand.ts';
import { registerPatternCommand } from './commands/patternCommand.ts';
import { registerRebuildCommand } from './commands/rebuildCommand.ts';
import { registerRememberCommands } from './commands/rememberCommands.ts';
import { registerReplayCommand } from './commands/replayCommand.ts';
import { registerReviewCommand } from './commands/reviewCommand.ts';
import { registerSearchCommands } from './commands/searchCommands.ts';
import { registerSimilarCommand } from './commands/similarCommand.ts';
import { registerSummariesCommand } from './commands/summariesCommand.ts';
import { registerStatusCommand } from './commands/statusCommand.ts';
import { registerFindingsCommand } from './commands/findingsCommand.ts';
import { registerVerifyCommand } from './commands/verifyCommand.ts';
import { registerWhyNotCommand } from './commands/whyNotCommand.ts';
import { ConversationImporter } from './conversations/conversationImporter.ts';
import { registerExchangeDocuments } from './conversations/exchangeDocuments.ts';
import { takeInSessions } from './conversations/sessionIntake.ts';
import { DisposableStore } from './platform/disposableStore.ts';
import { editorLocaliser as localiser } from './platform/editorLocaliser.ts';
import { CommitIndexer } from './git/commitIndexer.ts';
import { gitExtensionApi } from './git/gitExtension.ts';
import { watchCommits } from './git/watchCommits.ts';
import { InspectorPanels } from './inspector/inspectorPanels.ts';
import { readSourceIn } from './inspector/readSource.ts';
import { Miner } from './mining/miner.ts';
import { mineRequest } from './mining/mineRequest.ts';
import { watchSaves } from './mining/watchSaves.ts';
import { NoteFiles } from './notes/noteFiles.ts';
import { hasPalace } from './palace/hasPalace.ts';
import { keepPalaceContext } from './palace/palaceContext.ts';
import { windowPalace } from './palace/windowPalace.ts';
import { PalaceSession } from './palace/palaceSession.ts';
import { windowPlan, workspaceView } from './palace/windowPlan.ts';
import { searchHistory } from './search/searchHistory.ts';
import { readHiddenPatterns } from './settings/readSettings.ts';
import { SettingsWatch } from './settings/settingsWatch.ts';
import { createSidebar } from './sidebar.ts';
import { changedSources, type Comparable } from './source/changedSources.ts';
import { registerDrawerLinks } from './source/drawerLinkHandler.ts';
import { registerDrawerDocuments } from './source/drawerDocument.ts';
import { NoteDocuments, noteScheme } from './source/noteDocuments.ts';
import { openDrawer } from './source/openDrawer.ts';
import { ReportDocuments } from './source/reportDocuments.ts';
import { createStatusBar } from './status/statusBar.ts';
import { maintenanceOnStart } from './maintenance/maintenanceOnStart.ts';

export interface Editor extends vscode.Disposable {
  /** Closes the palace after what is being written. */
  close(): Promise<void>;
}

/** What ends when the program that has the palace open ends, or is updated. */
const ownersFault: ReadonlySet<string> = new Set(['E_PALACE_IN_USE', 'E_PROTOCOL_VERSION', 'E_NOT_ALLOWED']);

/** Registers everything; the palace itself is opened later, on first need or once the start-up has finished. */
export const startEditor = (
  context: vscode.ExtensionContext,
  connect: (options: ConnectOptions) => Promise<PalaceConnection>,
): Editor => {
  const held = new DisposableStore();
  const log = held.add(vscode.window.createOutputChannel('Synapse Palace', { log: true }));
  const settingsWatch = held.add(
    new SettingsWatch(localiser, (before, after) => {
      const elsewhere =
        before.location !== after.location ||
        JSON.stringify(before.profileLayers) !== JSON.stringify(after.profileLayers);
      if (elsewhere) void locate();
      mcpServer.refresh();
    }),
  );
  const settings = () => settingsWatch.current;
  const session = held.add(
    new PalaceSession({
      connect,
      plan: () => windowPlan(settings(), context.extensionUri.fsPath),
      exists: hasPalace,
      log: (level, message) => log[level](message),
    }),
  );
  /** Finds the palace; one that is there is opened in a trusted workspace. Failures stand in the status bar and the log. */
  const locate = async (): Promise<void> => {
    try {
      const state = await session.locate();
      if (state.kind === 'closed' && vscode.workspace.isTrusted) await session.api();
    } catch (thrown) {
      log.warn(`The palace was not opened: ${PalaceError.from(thrown).message}`);
    }
  };
  const mcpServer = held.add(
    registerMcpServerProvider({
      plan: () => windowPlan(settings(), context.extensionUri.fsPath),
      settings,
      version: programVersion,
    }),
  );
  const miner = new Miner(session, () => {
    const workspace = workspaceView();
    return mineRequest({
      workspace,
      place: windowPalace(workspace, settings().location),
      exclude: [...readHiddenPatterns(), ...settings().exclude],
    });
  });
  const git = () => gitExtensionApi((message) => log.debug(message));
  const indexer = new CommitIndexer({
    session,
    log: (level, message) => log[level](message),
    allowed: () => ({
      trusted: vscode.workspace.isTrusted,
      enabled: settings().gitEnabled,
      days: settings().gitDays,
    }),
  });
  const importer = new ConversationImporter({
    session,
    workspace: workspaceView,
    place: () => windowPalace(workspaceView(), settings().location),
  });
  const open = (drawerId: string, toSide: boolean) =>
    openDrawer(drawerId, { toSide }, { session, localiser, log, git });
  const openOrigin = (drawerId: string) =>
    openDrawer(drawerId, { origin: true }, { session, localiser, log, git });
  const openText = (drawerId: string) =>
    openDrawer(drawerId, { verbatim: true }, { session, localiser, log, git });
  const readSource = readSourceIn(() => workspaceView().folders);
  const changedSince = (drawers: readonly Comparable[], signal: AbortSignal): Promise<ReadonlySet<string>> =>
    changedSources(drawers, readSource, signal).catch((thrown: unknown) => {
      log.debug(`A source could not be compared with what was filed: ${PalaceError.from(thrown).message}`);
      return new Set();
    });
  const reports = held.add(new ReportDocuments());
  const shared = { session, settings, localiser, log };
  const inspectors = held.add(
    new InspectorPanels({
      ...shared,
      extensionUri: context.extensionUri,
      memento: context.workspaceState,
      openSource: (drawerId) => open(drawerId, false),
      changed: () => changed(),
    }),
  );
  const history = searchHistory({
    get: () => context.workspaceState.get('searchHistory'),
    set: (queries) => void context.workspaceState.update('searchHistory', queries),
  });
  const inspect = (query?: string): Promise<void> => inspectors.show(query);
  const openReview = (planId: string): Promise<void> => inspectors.showReview(planId);

  held.add(keepPalaceContext(session));
  held.add(registerDrawerDocuments(session, localiser));
  held.add(registerDrawerLinks({ ...shared, open }));
  held.add(registerExchangeDocuments(session, localiser));
  held.add(
    vscode.workspace.registerFileSystemProvider(
      noteScheme,
      new NoteDocuments(new NoteFiles(() => session.api()), () => changed()),
      { isCaseSensitive: true },
    ),
  );
  /** A language model writes the summaries of a new plan before it is reviewed, where a person wants that. */
  const prepare = async (planId: string): Promise<void> => {
    if (settings().summaryWriter === 'languageModel')
      await vscode.commands.executeCommand('synapsePalace.writeSummaries', planId);
  };
  const { selection, changed } = held.add(
    createSidebar({
      ...shared,
      reports,
      changedSince,
      prepare,
      review: async (planId) =>
        void (await vscode.commands.executeCommand('synapsePalace.reviewCompaction', planId)),
    }),
  );
  held.add(createStatusBar(session, localiser));
  held.add(registerSearchCommands({ ...shared, history, open, inspect, changedSince, changed }));
  held.add(registerDrawerCommands({ ...shared, open, openOrigin, openText, inspect, selection }));
  held.add(registerCurationCommands({ ...shared, selection, changed }));
  held.add(registerRememberCommands({ ...shared, open, changed }));
  held.add(registerSimilarCommand({ ...shared, open }));
  held.add(registerWhyNotCommand({ ...shared, queries: history.read, inspect }));
  held.add(registerReplayCommand({ ...shared, show: (packet, result) => inspectors.showReplay(packet, result) }));
  held.add(registerRebuildCommand(shared));
  held.add(registerGitIndexCommand({ indexer, git, localiser, log }));
  held.add(registerMineCommand({ miner, reports, localiser, log }));
  held.add(registerImportConversationsCommand({ ...shared, importer, reports }));
  held.add(registerStatusCommand(shared));
  held.add(registerMaintenanceCommand({ ...shared, reports, changed }));
  held.add(registerPatternCommand({ ...shared, changed }));
  held.add(registerReviewCommand({ ...shared, openReview, prepare }));
  held.add(registerSummariesCommand({ ...shared, reports, memento: context.workspaceState }));
  held.add(registerFindingsCommand({ ...shared, open }));
  held.add(registerVerifyCommand({ ...shared, reports }));
  held.add(registerImportCommand({ ...shared, reports }));
  held.add(registerExportCommand(shared));
  held.add(registerDeleteCommand(shared));
  held.add(registerCommand('showLog', () => Promise.resolve(log.show()), shared));
  held.add(
    registerCommand(
      'openSettings',
      async () => {
        await vscode.commands.executeCommand(
          'workbench.action.openSettings',
          '@ext:synapse-palace.synapse-palace',
        );
      },
      shared,
    ),
  );
  held.add(registerPalaceChat({ ...shared, extensionUri: context.extensionUri }));
  held.add(registerLanguageModelTools({ session, log, localiser, changed }));
  held.add(watchSaves(session, miner, settings, log));
  held.add(
    maintenanceOnStart({
      session,
      log: (level, message) => log[level](message),
      allowed: () => ({ trusted: vscode.workspace.isTrusted, enabled: settings().maintenanceOnStart }),
    }),
  );
  held.add(watchCommits({ session, indexer, git }));
  held.add(takeInSessions(session, importer, settings, log));
  const surroundingsChanged = (): void => {
    void locate();
    mcpServer.refresh();
  };
  held.add(vscode.workspace.onDidChangeWorkspaceFolders(surroundingsChanged));
  held.add(vscode.workspace.onDidGrantWorkspaceTrust(surroundingsChanged));
  held.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      const { state } = session;
      // Another program may have made the palace meanwhile, or let go of it.
      if (focused && (state.kind === 'absent' || (state.kind === 'failed' && ownersFault.has(state.error.code))))
        void locate();
    }),
  );
  void locate();
  return { close: () => session.close(), dispose: () => held.dispose() };
};
