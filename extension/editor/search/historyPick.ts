import * as vscode from 'vscode';
import type { FileEventView, FileHistoryView } from '../../palace/contract/historySchemas.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { showPick } from '../platform/showPick.ts';
import { drawerIcon } from './drawerIcon.ts';
import { historyText } from './historyText.ts';
import { noteItem, pickButtons } from './pickItems.ts';
import { ResultPreview, type Previewed } from './resultPreview.ts';

interface HistoryPickDependencies {
  readonly history: (signal: AbortSignal) => Promise<FileHistoryView>;
  /** Never rejects. */
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Shows a drawer without taking the keyboard. Never rejects. */
  readonly preview: (previewed: Previewed) => Promise<void>;
  readonly findSimilar: (drawerId: string) => void;
  readonly localiser: Localiser;
}

interface Row extends vscode.QuickPickItem {
  readonly event?: FileEventView;
}

/** A file's history as a list, newest first: moving through it previews, Enter opens, as in the search. */
export const showHistoryPick = (
  fileName: string,
  { history, open, preview, findSimilar, localiser }: HistoryPickDependencies,
): void => {
  const { t } = localiser;
  const { toSide, similar } = pickButtons(localiser);
  const held = new DisposableStore();
  const pick = held.add(vscode.window.createQuickPick<Row>());
  const previews = new ResultPreview(preview);
  const asking = new AbortController();
  let isChosen = false;
  const choose = (event: FileEventView | undefined, act: (drawerId: string) => unknown): void => {
    if (event === undefined) return;
    isChosen = true;
    pick.hide();
    void previews.stop().then(() => act(event.drawer.drawer_id));
  };
  pick.title = t('History of {0}', fileName);
  pick.placeholder = t('Narrow the list; Enter opens the source');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  held.add(pick.onDidAccept(() => choose(pick.selectedItems[0]?.event, (id) => open(id, false))));
  held.add(
    pick.onDidTriggerItemButton(({ button, item: { event } }) =>
      choose(event, (id) => (button === toSide ? open(id, true) : findSimilar(id))),
    ),
  );
  held.add(
    pick.onDidChangeActive(([active]) => {
      // The first row is active from the start, and shows nothing. A commit has its own view, which a preview could
      // not close again.
      if (active?.event === undefined || active.event.drawer.type === 'git_commit') return;
      if (active !== pick.items[0] || previews.isUsed)
        previews.show({ drawerId: active.event.drawer.drawer_id, terms: [] });
    }),
  );
  showPick(pick, held, () => {
    asking.abort();
    if (isChosen) previews.dispose();
    else void previews.restore();
  });
  history(asking.signal)
    .then((found) => {
      pick.items = rowsOf(fileName, found, [toSide, similar], localiser);
    })
    .catch((thrown: unknown) => {
      const { message, remedy } = localisedError(thrown, localiser);
      if (!asking.signal.aborted) pick.items = [noteItem('error', message, remedy)];
    })
    .finally(() => {
      pick.busy = false;
    });
};

const rowsOf = (
  fileName: string,
  { names, events, total }: FileHistoryView,
  buttons: readonly vscode.QuickInputButton[],
  localiser: Localiser,
): readonly Row[] => {
  const { t, count } = localiser;
  if (events.length === 0) return [noteItem('info', t('Nothing in the memory is about {0} yet.', fileName))];
  const rows = events.map((event) => ({
    ...historyText(event, names[0]?.path ?? '', localiser),
    iconPath: new vscode.ThemeIcon(drawerIcon(event.drawer.type)),
    buttons,
    event,
  }));
  return total > events.length
    ? [...rows, noteItem('info', t('Only the newest {0} are shown.', count(events.length)))]
    : rows;
};
