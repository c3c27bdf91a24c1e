import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { withRemedy } from '../../palace/model/errors/palaceError.ts';
import type { CommitsNote } from '../git/commitsNote.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Localiser } from '../platform/localiser.ts';
import { progressText } from '../platform/progressText.ts';
import { registerCommands } from '../platform/registerCommands.ts';
import { conflictsText } from '../platform/countedText.ts';
import type { TeamWatch } from '../team/teamWatch.ts';
import { createPalaceView, type PalaceView } from '../tree/palaceView.ts';
import { drawersSettle } from '../tree/shownKey.ts';
import { registerDrawerDecorations } from './drawerDecorations.ts';
import { drawerDrag } from './drawerDrag.ts';
import { askFilter } from './filterPick.ts';
import { checkWords, MemoryContents } from './memoryContents.ts';
import { filterText, isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';
import { memoryItem } from './memoryItem.ts';
import type { MemoryNode } from './memoryNode.ts';
import { localisedError } from '../platform/localisedError.ts';
import { underWay } from '../platform/underWay.ts';

interface MemoryViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** A drawer's tooltip; `first` comes before its facts. */
  readonly tooltipOf: (drawer: DrawerView, first?: readonly string[]) => Promise<vscode.MarkdownString>;
  readonly commitsNote: CommitsNote;
  readonly team: TeamWatch;
}

/** The Memory view with the commands that only it offers. */
export const createMemoryView = (dependencies: MemoryViewDependencies): PalaceView => {
  const { session, localiser, tooltipOf, commitsNote, team } = dependencies;
  const held = new DisposableStore();
  const contents = new MemoryContents(() => commitsNote.shown, team.isShared);
  let isEmpty = false;
  const view = held.add(
    createPalaceView<MemoryNode>({
      ...dependencies,
      id: 'memory',
      drag: drawerDrag(),
      contents,
      retry: { kind: 'retry' },
      ...drawersSettle,
      everyChange: false,
      item: (node) => memoryItem(node, localiser),
      read: (rows) => {
        isEmpty = rows === 0;
        showMessage();
      },
      tooltip: async (node) => (node.kind === 'drawer' ? tooltipOf(node.drawer) : undefined),
    }),
  );
  const { treeView } = view;
  const showMessage = (): void => {
    const message = messageOf(session.state, contents.filter, isEmpty, localiser);
    if (treeView.message !== message) treeView.message = message;
  };
  const narrow = async (filter: MemoryFilter): Promise<void> => {
    contents.filter = filter;
    view.refresh();
    treeView.description = filterText(filter, localiser);
    showMessage();
    await vscode.commands.executeCommand('setContext', 'synapsePalace.memoryFiltered', isFiltering(filter));
  };
  held.add(registerDrawerDecorations(localiser));
  held.add(session.onState(showMessage));
  held.add(commitsNote.onChange(view.refresh));
  held.add(
    team.onChange(() => {
      view.refresh();
      treeView.badge = conflictBadge(team, localiser);
    }),
  );
  held.add(registerMemoryCommands(dependencies, contents, view, narrow));
  return { ...view, dispose: () => held.dispose() };
};

/** On the view's icon, so that a conflict is seen without interrupting anybody. */
const conflictBadge = ({ status }: TeamWatch, localiser: Localiser): vscode.ViewBadge | undefined => {
  const conflicts = status?.conflicts ?? 0;
  return conflicts === 0
    ? undefined
    : { value: conflicts, tooltip: localiser.t('{0} with the team', conflictsText(conflicts, localiser)) };
};

const registerMemoryCommands = (
  dependencies: MemoryViewDependencies,
  contents: MemoryContents,
  view: PalaceView,
  narrow: (filter: MemoryFilter) => Promise<void>,
): vscode.Disposable => {
  const { session, localiser } = dependencies;
  return registerCommands(
    {
      refreshMemory: async () => {
        if (['absent', 'nowhere', 'failed'].includes(session.state.kind)) await session.locate();
        session.refresh();
        view.refresh();
      },
      loadMoreDrawers: (node) => {
        if (!isMore(node)) return;
        contents.askForMore(node.list);
        view.refresh();
      },
      filterMemory: async () => {
        const filter = await askFilter(contents.filter, await session.api(), localiser);
        if (filter === undefined) return;
        // A refusal is told once, and the view stays as it was. It would be told at each refresh.
        await checkWords(await session.api(), filter);
        await narrow(filter);
      },
      clearMemoryFilter: () => narrow(noFilter),
    },
    dependencies,
  );
};

const isMore = (value: unknown): value is Extract<MemoryNode, { kind: 'more' }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more';

/** The text above the tree. It names the filter, too: a narrow side bar cuts off the view's description. */
const messageOf = (
  state: PalaceState,
  filter: MemoryFilter,
  isEmpty: boolean,
  localiser: Localiser,
): string | undefined => {
  const narrowed = filterText(filter, localiser);
  const parts = [
    stateText(state, localiser),
    narrowed === undefined ? undefined : localiser.t('Filter: {0}', narrowed),
    narrowed !== undefined && isEmpty ? localiser.t('Nothing matches the filter.') : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' — ');
};

const stateText = (state: PalaceState, localiser: Localiser): string | undefined => {
  if (state.kind === 'failed') return withRemedy(localisedError(state.error, localiser));
  if (state.kind !== 'open' || state.status === null) return undefined;
  if (state.status.palace.state === 'damaged')
    return localiser.t('The palace is damaged and open read-only. Run “Verify Palace” to see what is affected.');
  const progress = underWay({ ...state.status, mining: state.progress });
  return progress === null ? undefined : progressText(progress, localiser);
};
