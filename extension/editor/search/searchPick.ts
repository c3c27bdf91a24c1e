import * as vscode from 'vscode';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Settings } from '../settings/settings.ts';
import type { Wording } from '../wording.ts';
import { DisposableStore } from '../disposableStore.ts';
import { plainLabel } from './bestLine.ts';
import { drawerIcon } from './drawerIcon.ts';
import { hitText } from './hitText.ts';
import type { SearchHistory } from './searchHistory.ts';
import { SearchRun } from './searchRun.ts';
import type { SearchOutcome } from './searchRun.ts';

export interface SearchPickDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly wording: Wording;
  readonly history: SearchHistory;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
  readonly findSimilar: (drawerId: string) => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
  readonly query?: string;
}

/**
 * The editor's list would put entries whose label holds the typed text first; ours is ranked already. The switch is not
 * in the published interface, so where it is missing the list is only less well ordered.
 */
const keepOrder = (pick: vscode.QuickPick<Item>): void => {
  if (Reflect.has(pick, 'sortByLabel')) Reflect.set(pick, 'sortByLabel', false);
};

/** Search as you type in a Quick Pick: Enter opens the source, buttons open it to the side or explain the ranking. */
export const showSearchPick = ({ session, settings, wording, history, open, inspect, findSimilar }: SearchPickDependencies, initial = ''): void => {
  const held = new DisposableStore();
  const pick = held.add(vscode.window.createQuickPick<Item>());
  const toSide: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('split-horizontal'), tooltip: wording.t('Open to the Side') };
  const explain: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('graph'), tooltip: wording.t('Explain the Ranking') };
  const alike: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('search-fuzzy'), tooltip: wording.t('Find Similar') };
  pick.title = wording.t('Search Memory');
  pick.placeholder = wording.t('Words, "a phrase", -without, room:docs, type:file, after:2026-01-31');
  pick.buttons = [explain];
  keepOrder(pick);

  const note = (icon: string, label: string, detail?: string): Item => ({ label, detail, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true });
  const earlier = (): readonly Item[] => history.read().map((query) => ({ label: plainLabel(query), query, iconPath: new vscode.ThemeIcon('history'), alwaysShow: true }));
  /** Enter was pressed before the answer was there: the first result opens as soon as it is. */
  let openFirst = false;
  const show = (outcome: SearchOutcome): void => {
    pick.busy = false;
    const hurried = openFirst;
    openFirst = false;
    if (outcome.kind === 'failed') {
      pick.items = [note('error', outcome.error.message, outcome.error.remedy)];
      return;
    }
    const { results, warnings, error, pipeline_trace: trace } = outcome.result;
    const items = results.map((hit): Item => ({
      ...hitText(hit, trace.terms, wording),
      iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)), alwaysShow: true, buttons: [toSide, alike, explain], drawerId: hit.drawer_id,
    }));
    const notes = error === undefined ? warnings.map((warning) => note('warning', warning)) : [note('error', error.message, error.remedy)];
    pick.items = items.length === 0 && notes.length === 0
      ? [note('info', wording.t('Nothing matches.'), wording.t('Try fewer or other words.'))]
      : [...items, ...notes];
    if (hurried) accept(items[0]);
  };
  const run = held.add(new SearchRun(async (query, signal) => {
    const api = await session.api();
    const { profile, results } = settings();
    const { state } = session;
    const modelLoads = state.kind === 'open' && state.status?.embeddings.state === 'loading';
    return api.search({ query, profile, k: results, dry_run: true, ...(modelLoads ? { words_only: true } : {}) }, { signal });
  }, show));

  held.add(pick.onDidChangeValue((value) => {
    if (value.trim() === '') {
      run.cancel();
      pick.busy = false;
      pick.items = earlier();
      return;
    }
    pick.busy = true;
    openFirst = false;
    // What the box held before is no answer to what it holds now.
    if (pick.items.some(({ query }) => query !== undefined)) pick.items = [];
    run.later(value);
  }));
  const close = (): void => {
    history.add(pick.value);
    pick.hide();
  };
  const accept = (chosen: Item | undefined): void => {
    if (chosen?.query !== undefined) {
      pick.value = chosen.query;
      pick.busy = true;
      run.now(chosen.query);
    } else if (chosen?.drawerId !== undefined) {
      close();
      void open(chosen.drawerId, false);
    }
  };
  held.add(pick.onDidAccept(() => {
    if (pick.busy) openFirst = true;
    else accept(pick.selectedItems[0]);
  }));
  held.add(pick.onDidTriggerItemButton(({ button, item }) => {
    const query = pick.value;
    close();
    if (button === explain) void inspect(query);
    else if (button === alike && item.drawerId !== undefined) void findSimilar(item.drawerId);
    else if (item.drawerId !== undefined) void open(item.drawerId, true);
  }));
  held.add(pick.onDidTriggerButton(() => {
    const query = pick.value;
    close();
    void inspect(query);
  }));
  held.add(pick.onDidHide(() => held.dispose()));

  pick.items = earlier();
  if (initial.trim() !== '') {
    pick.value = initial;
    pick.busy = true;
    run.now(initial);
  }
  pick.show();
};
