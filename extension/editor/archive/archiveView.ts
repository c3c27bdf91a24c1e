import type * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommands } from '../platform/registerCommands.ts';
import { createPalaceView, type PalaceView } from '../tree/palaceView.ts';
import { ArchiveContents } from './archiveContents.ts';
import { archiveItem } from './archiveItem.ts';
import type { ArchiveNode } from './archiveNode.ts';

interface ArchiveViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** A drawer's tooltip; `first` comes before its facts. */
  readonly tooltipOf: (drawer: DrawerView, first?: readonly string[]) => Promise<vscode.MarkdownString>;
}

const isMore = (value: unknown): value is Extract<ArchiveNode, { kind: 'more' }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more' && 'list' in value;

/** The Archive & plans view with the commands that only it offers. */
export const createArchiveView = (dependencies: ArchiveViewDependencies): PalaceView => {
  const { session, localiser, tooltipOf } = dependencies;
  const held = new DisposableStore();
  const contents = new ArchiveContents();
  const view = held.add(
    createPalaceView<ArchiveNode>({
      ...dependencies,
      id: 'archive',
      contents,
      retry: { kind: 'retry' },
      quietMs: 400,
      latestMs: 2000,
      everyChange: true,
      item: (node) => archiveItem(node, localiser),
      tooltip: async (node) => (node.kind === 'drawer' ? tooltipOf(node.drawer) : undefined),
    }),
  );
  held.add(
    registerCommands(
      {
        refreshArchive: () => {
          session.refresh();
          view.refresh();
        },
        loadMoreArchived: (node) => {
          if (!isMore(node)) return;
          contents.askForMore(node.list);
          view.refresh();
        },
      },
      dependencies,
    ),
  );
  return { ...view, dispose: () => held.dispose() };
};
