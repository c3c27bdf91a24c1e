import * as vscode from 'vscode';
import type { SearchHit, SearchResult } from '../../palace/contract/searchResult.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Localiser } from '../platform/localiser.ts';
import { plainLabel } from './lineLabel.ts';
import { drawerIcon } from './drawerIcon.ts';
import { hitText } from './hitText.ts';
import { localisedError } from '../platform/localisedError.ts';

export interface SimilarPickDependencies {
  readonly similar: (drawerId: string, signal: AbortSignal) => Promise<SearchResult>;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Told of what went wrong after the list was left. */
  readonly fail: (thrown: unknown) => void;
  readonly localiser: Localiser;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
}

/** The drawers nearest to one, as a list: Enter opens the source; buttons open it to the side or go on from there. */
export const showSimilarPick = (
  first: string,
  { similar, open, fail, localiser }: SimilarPickDependencies,
): void => {
  const held = new DisposableStore();
  const pick = held.add(vscode.window.createQuickPick<Item>());
  const toSide: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('split-horizontal'),
    tooltip: localiser.t('Open to the Side'),
  };
  const goOn: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('search-fuzzy'),
    tooltip: localiser.t('Find Similar'),
  };
  const visited: string[] = [];
  let abort = new AbortController();

  const itemOf = (hit: SearchHit): Item => {
    const { label, detail } = hitText(hit, [], localiser);
    return {
      label,
      detail,
      description: localiser.t('likeness {0}', hit.score.toFixed(2)),
      iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
      buttons: [toSide, goOn],
      drawerId: hit.drawer_id,
    };
  };
  const note = (icon: string, label: string, detail?: string): Item => ({
    label: plainLabel(label),
    detail,
    iconPath: new vscode.ThemeIcon(icon),
    alwaysShow: true,
  });
  const show = async (drawerId: string): Promise<void> => {
    abort.abort();
    const asking = new AbortController();
    abort = asking;
    pick.busy = true;
    pick.items = [];
    pick.value = '';
    pick.buttons = visited.length === 0 ? [] : [vscode.QuickInputButtons.Back];
    try {
      const { query, results } = await similar(drawerId, asking.signal);
      if (asking.signal.aborted) return;
      pick.title = localiser.t('Similar to {0}', query);
      pick.items =
        results.length === 0
          ? [note('info', localiser.t('No other drawer has a vector yet.'))]
          : results.map(itemOf);
    } catch (thrown) {
      if (asking.signal.aborted) return;
      const { message, remedy } = localisedError(thrown, localiser);
      pick.items = [note('error', message, remedy)];
    }
    pick.busy = false;
  };
  let current = first;
  const goTo = (drawerId: string): void => {
    current = drawerId;
    void show(drawerId);
  };
  const leaveTo = (drawerId: string, side: boolean): void => {
    pick.hide();
    open(drawerId, side).catch(fail);
  };

  pick.title = localiser.t('Find Similar');
  pick.placeholder = localiser.t('Narrow the list; Enter opens the source');
  pick.matchOnDetail = true;
  held.add(
    pick.onDidAccept(() => {
      const drawerId = pick.selectedItems[0]?.drawerId;
      if (drawerId !== undefined) leaveTo(drawerId, false);
    }),
  );
  held.add(
    pick.onDidTriggerItemButton(({ button, item: { drawerId } }) => {
      if (drawerId === undefined) return;
      if (button === toSide) {
        leaveTo(drawerId, true);
        return;
      }
      visited.push(current);
      goTo(drawerId);
    }),
  );
  held.add(
    pick.onDidTriggerButton(() => {
      const back = visited.pop();
      if (back !== undefined) goTo(back);
    }),
  );
  held.add(
    pick.onDidHide(() => {
      abort.abort();
      held.dispose();
    }),
  );
  goTo(first);
  pick.show();
};
