import * as vscode from 'vscode';
import { registerExchangeDocuments } from './conversations/exchangeDocuments.ts';
import type { EditorServices } from './editorServices.ts';
import { InspectorPanels } from './inspector/inspectorPanels.ts';
import { NoteFiles } from './notes/noteFiles.ts';
import { keepPalaceContext } from './palace/palaceContext.ts';
import type { DisposableStore } from './platform/disposableStore.ts';
import { createSidebar, type Sidebar } from './sidebar.ts';
import { registerDrawerDocuments } from './source/drawerDocument.ts';
import { registerDrawerLinks } from './source/drawerLinkHandler.ts';
import { NoteDocuments, noteScheme } from './source/noteDocuments.ts';
import { createChangedFilesItem, createStatusBar } from './status/statusBar.ts';
import { createTeamItem } from './team/teamItem.ts';

export interface EditorViews extends Pick<Sidebar, 'selection' | 'changed'> {
  readonly inspectors: InspectorPanels;
  /** Prepares a plan that was just made, before it is reviewed: a language model writes its summaries if the setting says so. */
  readonly prepare: (planId: string) => Promise<void>;
}

/** Makes everything that shows the palace: side bar, inspector, status bar and documents. `held` disposes of it. */
export const createViews = (
  services: EditorServices,
  context: vscode.ExtensionContext,
  held: DisposableStore,
): EditorViews => {
  const { session, settings, localiser, openDrawer } = services;
  const prepare = async (planId: string): Promise<void> => {
    if (settings().summaryWriter === 'languageModel')
      await vscode.commands.executeCommand('synapsePalace.writeSummaries', planId);
  };
  const { selection, changed } = held.add(
    createSidebar({
      ...services,
      prepare,
      review: async (planId) =>
        void (await vscode.commands.executeCommand('synapsePalace.reviewCompaction', planId)),
    }),
  );
  const inspectors = held.add(
    new InspectorPanels({
      ...services,
      changed,
      extensionUri: context.extensionUri,
      memento: context.workspaceState,
      openSource: openDrawer,
    }),
  );
  held.add(keepPalaceContext(session));
  held.add(createStatusBar(session, localiser));
  held.add(createTeamItem(services.team, localiser));
  held.add(createChangedFilesItem(services.refresher, localiser));
  held.add(registerDrawerDocuments(session, localiser));
  held.add(registerExchangeDocuments(session, localiser));
  held.add(registerDrawerLinks({ ...services, open: (drawerId, toSide) => openDrawer(drawerId, { toSide }) }));
  held.add(
    vscode.workspace.registerFileSystemProvider(
      noteScheme,
      new NoteDocuments(new NoteFiles(() => session.api()), localiser, changed),
      { isCaseSensitive: true },
    ),
  );
  return { selection, changed, inspectors, prepare };
};
