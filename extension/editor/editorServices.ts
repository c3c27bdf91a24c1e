import * as vscode from 'vscode';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import type { ConnectOptions, PalaceConnection } from '../service/palaceConnection.ts';
import { ConversationImporter } from './conversations/conversationImporter.ts';
import { CommitIndexer } from './git/commitIndexer.ts';
import { CommitsNote } from './git/commitsNote.ts';
import { gitExtensionApi, type GitExtensionApi } from './git/gitExtension.ts';
import { readSourceIn } from './inspector/readSource.ts';
import { FileRefresher } from './mining/fileRefresher.ts';
import { FirstMine } from './mining/firstMine.ts';
import { Miner } from './mining/miner.ts';
import { mineRequest } from './mining/mineRequest.ts';
import { demandFolders } from './palace/demandFolders.ts';
import { gitignorePalace } from './palace/gitignorePalace.ts';
import { palaceForDryRun, triedBeforehand, type Beforehand, type DryRun } from './palace/palaceForDryRun.ts';
import { palaceExists } from './palace/palaceExists.ts';
import { PalaceSession, type ConnectPlan } from './palace/palaceSession.ts';
import { windowPalace, type WindowPalace } from './palace/windowPalace.ts';
import { windowPlan, workspaceView } from './palace/windowPlan.ts';
import type { DisposableStore } from './platform/disposableStore.ts';
import { editorLocaliser } from './platform/editorLocaliser.ts';
import type { Localiser } from './platform/localiser.ts';
import { SearchHistory } from './search/searchHistory.ts';
import { readHiddenPatterns } from './settings/readSettings.ts';
import type { Settings } from './settings/settings.ts';
import { SettingsWatch } from './settings/settingsWatch.ts';
import { changedSources, type Comparable } from './source/changedSources.ts';
import { teamKeys, type TeamKeys } from './team/teamKeys.ts';
import { TeamWatch } from './team/teamWatch.ts';
import { openDrawer, type OpenDrawerOptions } from './source/openDrawer.ts';
import { ReportDocuments } from './source/reportDocuments.ts';

/** Opens the palace of a folder. */
export type Connect = (options: ConnectOptions) => Promise<PalaceConnection>;

/** What views, commands and background work share. */
export interface EditorServices {
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  readonly settings: () => Settings;
  readonly settingsWatch: SettingsWatch;
  /** This window's palace. */
  readonly session: PalaceSession;
  /** Where that palace is, by the current settings and folders. */
  readonly plan: () => ConnectPlan;
  readonly dryRun: DryRun;
  readonly beforehand: Beforehand;
  readonly reports: ReportDocuments;
  /** What the palace shares with a team. */
  readonly team: TeamWatch;
  readonly keys: TeamKeys;
  /** The searches of this workspace that can be made again. */
  readonly history: SearchHistory;
  readonly git: () => Promise<GitExtensionApi | null>;
  readonly miner: Miner;
  /** Mines the workspace for the sake of its first search. */
  readonly firstMine: FirstMine;
  /** Keeps the palace in step with the files. */
  readonly refresher: FileRefresher;
  readonly indexer: CommitIndexer;
  /** What the Memory view says about automatically indexed commits. */
  readonly commitsNote: CommitsNote;
  readonly importer: ConversationImporter;
  readonly openDrawer: (drawerId: string, options: OpenDrawerOptions) => Promise<void>;
  /** IDs of the drawers whose file has changed since it was filed. Never rejects. */
  readonly changedSince: (drawers: readonly Comparable[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
}

/** What the services need of the running extension. */
type EditorContext = Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState' | 'secrets'>;

/** Makes the services; `held` disposes of them. */
// oxlint-disable-next-line max-lines-per-function -- where the editor is put together: each service once, after those it needs
export const createServices = (
  { extensionUri, workspaceState, secrets }: EditorContext,
  connect: Connect,
  held: DisposableStore,
): EditorServices => {
  const localiser = editorLocaliser;
  const log = held.add(vscode.window.createOutputChannel('Synapse Palace', { log: true }));
  const settingsWatch = held.add(new SettingsWatch(localiser));
  const settings = (): Settings => settingsWatch.current;
  const plan = (): ConnectPlan => windowPlan(settings(), extensionUri.fsPath);
  const place = (): WindowPalace => windowPalace(workspaceView(), settings().location);
  const write = (level: 'trace' | 'debug' | 'info' | 'warn' | 'error', message: string): void =>
    log[level](message);
  const prepare = (): Promise<void> => gitignorePalace(place());
  const session = held.add(new PalaceSession({ connect, plan, exists: palaceExists, prepare, log: write }));
  const keys = teamKeys(secrets);
  const commitsNote = held.add(new CommitsNote(workspaceState));
  const git = (): Promise<GitExtensionApi | null> => gitExtensionApi((message) => log.debug(message));
  const miner = held.add(
    new Miner(session, () =>
      mineRequest({
        workspace: workspaceView(),
        place: place(),
        exclude: [...readHiddenPatterns(), ...(settings().palace.exclude ?? [])],
      }),
    ),
  );
  const firstMine = firstMineOf(session, miner, workspaceState, held);
  return {
    log,
    localiser,
    settings,
    settingsWatch,
    session,
    plan,
    dryRun: palaceForDryRun({ session, connect, plan }),
    beforehand: triedBeforehand({ session, connect, plan }),
    keys,
    team: held.add(new TeamWatch({ session, keys, log: write })),
    reports: held.add(new ReportDocuments()),
    history: held.add(
      new SearchHistory({
        get: (key) => workspaceState.get(key),
        set: (key, queries) => void workspaceState.update(key, queries),
      }),
    ),
    git,
    miner,
    firstMine,
    refresher: held.add(
      new FileRefresher({
        session,
        miner,
        settings: () => ({
          trusted: vscode.workspace.isTrusted,
          watching: settings().watchFiles,
          quietMs: 1000 * settings().quietSeconds,
        }),
        log: write,
      }),
    ),
    commitsNote,
    indexer: new CommitIndexer({
      session,
      log: write,
      note: commitsNote,
      wasDeleted: () => firstMine.wasDeleted,
      prepare,
      demandFolders: () => demandFolders(workspaceView().folders),
      hasRecent: async (...values) => (await import('../service/recentCommits.ts')).hasRecentCommits(...values),
      allowed: () => ({
        trusted: vscode.workspace.isTrusted,
        enabled: settings().gitEnabled,
        days: settings().gitDays,
      }),
    }),
    importer: new ConversationImporter({ session, workspace: workspaceView, place }),
    openDrawer: (drawerId, options) => openDrawer(drawerId, options, { session, localiser, log, git }),
    changedSince: changedSinceIn(log),
  };
};

const firstMineOf = (
  session: PalaceSession,
  miner: Miner,
  memento: vscode.Memento,
  held: DisposableStore,
): FirstMine => {
  const firstMine = new FirstMine({
    session,
    miner,
    memento,
    trusted: () => vscode.workspace.isTrusted,
    mine: () => void vscode.commands.executeCommand('synapsePalace.mineWorkspace'),
  });
  held.add(miner.onMined(() => void firstMine.remember({ deleted: false })));
  return firstMine;
};

const changedSinceIn = (log: vscode.LogOutputChannel): EditorServices['changedSince'] => {
  const readSource = readSourceIn(() => workspaceView().folders);
  const unread = (file: string, thrown: unknown): void =>
    log.debug(`${file} could not be compared with what was filed: ${PalaceError.from(thrown).message}`);
  return (drawers, signal) => changedSources(drawers, readSource, unread, signal);
};
