import * as vscode from 'vscode';
import type { SearchHit } from '../../palace/contract/searchResult.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Settings } from '../settings/settings.ts';
import type { Localiser } from '../platform/localiser.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { plainLabel } from './lineLabel.ts';
import { drawerIcon } from './drawerIcon.ts';
import { hitText } from './hitText.ts';
import type { SearchHistory } from './searchHistory.ts';
import { SearchRun, type SearchOutcome } from './searchRun.ts';
import { localisedError } from '../platform/localisedError.ts';

export interface SearchPickDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly history: SearchHistory;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
  readonly findSimilar: (drawerId: string) => Promise<void>;
  readonly pin: (drawerId: string, pinned: boolean) => Promise<void>;
  /** IDs of those results whose file says something else by now; never rejects. */
  readonly changedSince: (hits: readonly SearchHit[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
  readonly pinned?: boolean;
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
export const showSearchPick = (
  { session, settings, localiser, history, open, inspect, findSimilar, pin, changedSince }: SearchPickDependencies,
  initial = '',
): void => {
  const held = new DisposableStore();
  const pick = held.add(vscode.window.createQuickPick<Item>());
  const toSide: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('split-horizontal'),
    tooltip: localiser.t('Open to the Side'),
  };
  const explain: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('graph'),
    tooltip: localiser.t('Explain the Ranking'),
  };
  const alike: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('search-fuzzy'),
    tooltip: localiser.t('Find Similar'),
  };
  const pinIt: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('pin'), tooltip: localiser.t('Pin') };
  const unpinIt: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('pinned'),
    tooltip: localiser.t('Unpin'),
  };
  pick.title = localiser.t('Search Memory');
  pick.placeholder = localiser.t('Words, "a phrase", -without, room:docs, type:file, tag:auth, after:2026-01-31');
  pick.buttons = [explain];
  keepOrder(pick);

  const note = (icon: string, label: string, detail?: string): Item => ({
    label,
    detail,
    iconPath: new vscode.ThemeIcon(icon),
    alwaysShow: true,
  });
  const earlier = (): readonly Item[] =>
    history.read().map((query) => ({
      label: plainLabel(query),
      query,
      iconPath: new vscode.ThemeIcon('history'),
      alwaysShow: true,
    }));
  /** Enter was pressed before the answer was there: the first result opens as soon as it is. */
  let openFirst = false;
  const show = (outcome: SearchOutcome): void => {
    pick.busy = false;
    const hurried = openFirst;
    openFirst = false;
    if (outcome.kind === 'failed') {
      const { message, remedy } = localisedError(outcome.error, localiser);
      pick.items = [note('error', message, remedy)];
      return;
    }
    const { results, warnings, error, pipeline_trace: trace } = outcome.result;
    const itemsWith = (changed: ReadonlySet<string>): Item[] =>
      results.map((hit): Item => ({
        ...hitText(hit, trace.terms, localiser, changed.has(hit.drawer_id)),
        iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
        alwaysShow: true,
        buttons: [hit.pinned ? unpinIt : pinIt, toSide, alike, explain],
        drawerId: hit.drawer_id,
        pinned: hit.pinned,
      }));
    const items = itemsWith(new Set());
    const notes =
      error === undefined
        ? warnings.map((warning) => note('warning', warning))
        : [note('error', error.message, error.remedy)];
    pick.items =
      items.length === 0 && notes.length === 0
        ? [note('info', localiser.t('Nothing matches.'), localiser.t('Try fewer or other words.'))]
        : [...items, ...notes];
    if (hurried) accept(items[0]);
    else void markChanged(results, (changed) => [...itemsWith(changed), ...notes]);
  };
  let comparing = new AbortController();
  /** Says of results whose file was changed since that it was, once their files have been read. */
  const markChanged = async (
    hits: readonly SearchHit[],
    itemsWith: (changed: ReadonlySet<string>) => readonly Item[],
  ): Promise<void> => {
    comparing.abort();
    const abort = new AbortController();
    comparing = abort;
    const changed = await changedSince(hits, abort.signal);
    if (abort.signal.aborted || changed.size === 0) return;
    const active = pick.activeItems[0]?.drawerId;
    pick.keepScrollPosition = true;
    pick.items = itemsWith(changed);
    pick.activeItems = pick.items.filter(({ drawerId }) => drawerId !== undefined && drawerId === active);
  };
  const run = held.add(
    new SearchRun(async (query, signal) => {
      const api = await session.api();
      const { profile, results } = settings();
      const { state } = session;
      const modelLoads = state.kind === 'open' && state.status?.embeddings.state === 'loading';
      return api.search(
        { query, profile, k: results, dry_run: true, ...(modelLoads ? { words_only: true } : {}) },
        { signal },
      );
    }, show),
  );

  held.add(
    pick.onDidChangeValue((value) => {
      comparing.abort();
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
    }),
  );
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
  held.add(
    pick.onDidAccept(() => {
      if (pick.busy) openFirst = true;
      else accept(pick.selectedItems[0]);
    }),
  );
  held.add(
    pick.onDidTriggerItemButton(({ button, item }) => {
      const query = pick.value;
      if ((button === pinIt || button === unpinIt) && item.drawerId !== undefined) {
        // The list stays: what is pinned shows, and ranks, as such in the search made anew.
        pick.busy = true;
        void pin(item.drawerId, button === pinIt).then(() => run.now(query));
        return;
      }
      close();
      if (button === explain) void inspect(query);
      else if (button === alike && item.drawerId !== undefined) void findSimilar(item.drawerId);
      else if (item.drawerId !== undefined) void open(item.drawerId, true);
    }),
  );
  held.add(
    pick.onDidTriggerButton(() => {
      const query = pick.value;
      close();
      void inspect(query);
    }),
  );
  held.add(
    pick.onDidHide(() => {
      comparing.abort();
      held.dispose();
    }),
  );

  pick.items = earlier();
  if (initial.trim() !== '') {
    pick.value = initial;
    pick.busy = true;
    run.now(initial);
  }
  pick.show();
};
