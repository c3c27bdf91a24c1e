import type * as vscode from 'vscode';
import type { DrawerView } from '../palace/contract/drawerViewSchema.ts';
import { createArchiveView } from './archive/archiveView.ts';
import { registerArchiveCommands } from './commands/notes/archiveCommands.ts';
import { registerSessionCommands } from './commands/memory/sessionCommands.ts';
import { DisposableStore } from './platform/disposableStore.ts';
import type { CommitsNote } from './git/commitsNote.ts';
import { drawerTooltip } from './memory/drawerItem.ts';
import { createMemoryView } from './memory/memoryView.ts';
import type { PalaceSession } from './palace/palaceSession.ts';
import { createSessionView } from './session/sessionView.ts';
import type { Comparable } from './source/changedSources.ts';
import type { ReportDocuments } from './source/reportDocuments.ts';
import type { TeamWatch } from './team/teamWatch.ts';
import { drawersById } from './tree/drawersById.ts';
import type { Localiser } from './platform/localiser.ts';

interface SidebarDependencies {
  readonly commitsNote: CommitsNote;
  readonly team: TeamWatch;
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly changedSince: (drawers: readonly Comparable[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
  /** Opens the review of a stored plan. */
  readonly review: (planId: string) => Promise<void>;
  /** Prepares a plan that was just made, before it is reviewed. */
  readonly prepare: (planId: string) => Promise<void>;
}

export interface Sidebar extends vscode.Disposable {
  /** The selection of the view in which something was selected last. */
  readonly selection: () => readonly unknown[];
  /** Drawers were changed by hand: every view shows it at once. */
  readonly changed: () => void;
}

/** The three views of the side bar, Memory, Session, and Archive & plans, with the commands that only they offer. */
export const createSidebar = ({ changedSince, ...shared }: SidebarDependencies): Sidebar => {
  const held = new DisposableStore();
  const given = {
    ...shared,
    tooltipOf: async (drawer: DrawerView, first: readonly string[] = []) => {
      const { superseded_by: by } = drawer;
      const [changed, [newer]] = await Promise.all([
        changedSince([drawer], new AbortController().signal),
        by === null ? [] : drawersById(await shared.session.api(), [by]),
      ]);
      return drawerTooltip(drawer, { isChanged: changed.has(drawer.drawer_id), newer, first }, shared.localiser);
    },
  };
  const memory = held.add(createMemoryView(given));
  const session = held.add(createSessionView(given));
  const archive = held.add(createArchiveView(given));
  let latest: () => readonly unknown[] = memory.selection;
  for (const view of [memory, session, archive]) held.add(view.onSelect(() => (latest = view.selection)));
  const changed = (): void => {
    shared.session.refresh();
    for (const view of [memory, session, archive]) view.refresh();
  };
  held.add(registerSessionCommands({ ...shared, refresh: session.refresh, changed }));
  held.add(registerArchiveCommands({ ...shared, changed }));
  return { selection: () => latest(), changed, dispose: () => held.dispose() };
};
