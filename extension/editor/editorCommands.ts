import * as vscode from 'vscode';
import { registerCommitsNoteCommands } from './commands/filing/commitsNoteCommands.ts';
import { registerCurationCommands } from './commands/notes/curationCommands.ts';
import { registerDeleteCommand } from './commands/palace/deleteCommand.ts';
import { registerDrawerCommands } from './commands/notes/drawerCommands.ts';
import { registerEraseCommand } from './commands/notes/eraseCommand.ts';
import { registerExportCommand } from './commands/filing/exportCommand.ts';
import { registerFindingsCommand } from './commands/palace/findingsCommand.ts';
import { registerGitIndexCommand } from './commands/filing/gitIndexCommand.ts';
import { registerHistoryCommand } from './commands/search/historyCommand.ts';
import { registerImportCommand } from './commands/filing/importCommand.ts';
import { registerImportConversationsCommand } from './commands/filing/importConversationsCommand.ts';
import { registerLinksCommand } from './commands/palace/linksCommand.ts';
import { registerMaintenanceCommand } from './commands/memory/maintenanceCommand.ts';
import { registerMineCommand } from './commands/filing/mineCommand.ts';
import { registerPatternCommand } from './commands/memory/patternCommand.ts';
import { registerMoveCommand } from './commands/notes/moveCommand.ts';
import { registerRebuildCommand } from './commands/palace/rebuildCommand.ts';
import { registerRememberCommands } from './commands/notes/rememberCommands.ts';
import { registerReplayCommand } from './commands/search/replayCommand.ts';
import { registerReviewCommand } from './commands/memory/reviewCommand.ts';
import { registerSearchCommands } from './commands/search/searchCommands.ts';
import { registerSimilarCommand } from './commands/search/similarCommand.ts';
import { registerStatusCommand } from './commands/palace/statusCommand.ts';
import { registerSummariesCommand } from './commands/memory/summariesCommand.ts';
import { registerTeamCommands } from './commands/palace/teamCommands.ts';
import { registerVerifyCommand } from './commands/palace/verifyCommand.ts';
import { registerWhyNotCommand } from './commands/search/whyNotCommand.ts';
import { registerWindowCommands } from './commands/palace/windowCommands.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { closeTexts } from './erasing/closeTexts.ts';
import type { EditorServices } from './editorServices.ts';
import type { EditorViews } from './editorViews.ts';
import type { Previewed } from './search/resultPreview.ts';

/** Registers every command except those that only one view offers, which come with their view. */
export const registerEditorCommands = (
  services: EditorServices,
  { inspectors, prepare, selection, changed }: EditorViews,
  memento: vscode.Memento,
): vscode.Disposable => {
  const { openDrawer, history, reports, log } = services;
  const open = (drawerId: string, toSide: boolean, terms: readonly string[] = []): Promise<void> =>
    openDrawer(drawerId, { toSide, terms });
  const preview = ({ drawerId, terms }: Previewed): Promise<void> =>
    openDrawer(drawerId, { terms, preview: true }).catch((thrown: unknown) =>
      log.debug(`A result could not be previewed: ${PalaceError.from(thrown).message}`),
    );
  const inspect = (query?: string, whyNot?: string): Promise<void> => inspectors.show(query, whyNot);
  const shared = { ...services, open, inspect, selection, changed, memento };
  return vscode.Disposable.from(
    registerSearchCommands({ ...shared, preview }),
    registerHistoryCommand({ ...shared, preview }),
    registerDrawerCommands({
      ...shared,
      click: (drawerId, keepFocus) => openDrawer(drawerId, { keepFocus }),
      openOrigin: (drawerId) => openDrawer(drawerId, { origin: true }),
      openText: (drawerId) => openDrawer(drawerId, { verbatim: true }),
    }),
    registerCurationCommands(shared),
    registerMoveCommand(shared),
    registerEraseCommand({
      ...shared,
      forget: async (ids) => {
        history.forget();
        reports.forget();
        inspectors.forget();
        await closeTexts(ids);
      },
    }),
    registerRememberCommands(shared),
    registerSimilarCommand(shared),
    registerWhyNotCommand({ ...shared, queries: () => history.read().recent }),
    registerReplayCommand({ ...shared, show: (packet, result) => inspectors.showReplay(packet, result) }),
    registerRebuildCommand(shared),
    registerGitIndexCommand(shared),
    registerCommitsNoteCommands(shared),
    registerMineCommand(shared),
    registerImportConversationsCommand(shared),
    registerLinksCommand(shared),
    registerTeamCommands(shared),
    registerStatusCommand(shared),
    registerMaintenanceCommand(shared),
    registerPatternCommand(shared),
    registerReviewCommand({ ...shared, prepare, openReview: (planId) => inspectors.showReview(planId) }),
    registerSummariesCommand(shared),
    registerFindingsCommand(shared),
    registerVerifyCommand(shared),
    registerImportCommand(shared),
    registerExportCommand(shared),
    registerDeleteCommand(shared),
    registerWindowCommands(shared),
  );
};
