import * as vscode from 'vscode';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { Settings } from '../settings/settings.ts';
import { plainLabel } from './lineLabel.ts';
import { drawerIcon } from './drawerIcon.ts';
import { byWordsOnly, hitText } from './hitText.ts';
import { noteItem, pickButtons } from './pickItems.ts';
import type { SearchHistory } from './searchHistory.ts';
import { SearchRun, type SearchOutcome } from './searchRun.ts';

export interface SearchPickDependencies {
  readonly session: PalaceSession;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly history: SearchHistory;
  /** `terms`: the stems that the search looked for. */
  readonly open: (drawerId: string, toSide: boolean, terms: readonly string[]) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
  readonly findSimilar: (drawerId: string) => Promise<void>;
  readonly pin: (drawerId: string, pinned: boolean) => Promise<void>;
  /** IDs of the results whose file has changed since it was filed. Never rejects. */
  readonly changedSince: (hits: readonly SearchHit[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
  readonly pinned?: boolean;
  readonly terms?: readonly string[];
  readonly query?: string;
}

/** Search as you type in a Quick Pick: Enter opens the source, buttons open it to the side or explain the ranking. */
export const showSearchPick = (dependencies: SearchPickDependencies, initial = ''): void =>
  new SearchPick(dependencies).show(initial);

class SearchPick {
  readonly #given: SearchPickDependencies;
  readonly #buttons: ReturnType<typeof pickButtons>;
  readonly #held = new DisposableStore();
  readonly #pick = this.#held.add(vscode.window.createQuickPick<Item>());
  readonly #run = this.#held.add(
    new SearchRun(
      (query, signal) => this.#search(query, signal),
      (outcome) => this.#showOutcome(outcome),
      (query, signal) => this.#complete(query, signal),
    ),
  );
  /** Enter was pressed before the answer came: the first result opens as soon as it does. */
  #isEnterPending = false;
  #comparing = new AbortController();
  /** The query that was answered by words only because the model was still loading. */
  #unfinished: string | null = null;

  constructor(given: SearchPickDependencies) {
    this.#given = given;
    const { t } = given.localiser;
    this.#buttons = pickButtons(given.localiser);
    const pick = this.#pick;
    pick.title = t('Search Memory');
    pick.placeholder = t('Words, "a phrase", -without, room:docs, type:file, tag:auth, after:2026-01-31');
    pick.buttons = [this.#buttons.explain];
    keepOrder(pick);
    this.#held.add(pick.onDidChangeValue((value) => this.#type(value)));
    this.#held.add(
      given.session.onState((state) => {
        if (this.#unfinished === null || this.#unfinished !== pick.value || isLoading(state)) return;
        this.#unfinished = null;
        this.#run.now(pick.value);
      }),
    );
    this.#held.add(
      pick.onDidAccept(() => {
        if (pick.busy) this.#isEnterPending = true;
        else this.#accept(pick.selectedItems[0]);
      }),
    );
    this.#held.add(pick.onDidTriggerItemButton(({ button, item }) => this.#press(button, item)));
    this.#held.add(
      pick.onDidTriggerButton(() => {
        const query = pick.value;
        this.#close();
        void given.inspect(query);
      }),
    );
    this.#held.add(
      pick.onDidHide(() => {
        this.#comparing.abort();
        this.#held.dispose();
      }),
    );
  }

  show(initial: string): void {
    this.#pick.items = this.#earlier();
    if (initial.trim() !== '') {
      this.#pick.value = initial;
      this.#searchNow(initial);
    }
    this.#pick.show();
  }

  async #search(query: string, signal: AbortSignal): Promise<SearchResult> {
    const modelLoads = isLoading(this.#given.session.state);
    this.#unfinished = modelLoads ? query : null;
    return this.#ask(query, modelLoads ? { words_only: true } : {}, signal);
  }

  /** While vectors are due, those of the results come next, and the results once more with them. */
  #complete(query: string, signal: AbortSignal): Promise<SearchResult> | null {
    return isEmbedding(this.#given.session.state) ? this.#ask(query, { complete: true }, signal) : null;
  }

  async #ask(query: string, how: Partial<SearchRequest>, signal: AbortSignal): Promise<SearchResult> {
    const { session, settings } = this.#given;
    const api = await session.api();
    const { profile, results } = settings();
    return api.search({ query, profile, k: results, dry_run: true, ...how }, { signal });
  }

  #searchNow(query: string): void {
    this.#pick.busy = true;
    this.#run.now(query);
  }

  #type(value: string): void {
    const pick = this.#pick;
    this.#comparing.abort();
    if (value.trim() === '') {
      this.#run.cancel();
      pick.busy = false;
      pick.items = this.#earlier();
      return;
    }
    pick.busy = true;
    this.#isEnterPending = false;
    // Earlier queries do not answer what was typed since.
    if (pick.items.some(({ query }) => query !== undefined)) pick.items = [];
    this.#run.later(value);
  }

  #showOutcome(outcome: SearchOutcome): void {
    const pick = this.#pick;
    const { localiser } = this.#given;
    pick.busy = false;
    const isEnterPending = this.#isEnterPending;
    this.#isEnterPending = false;
    if (outcome.kind === 'failed') {
      const { message, remedy } = localisedError(outcome.error, localiser);
      pick.items = [noteItem('error', message, remedy)];
      return;
    }
    const { result, isLater } = outcome;
    if (isLater) {
      pick.title = titleOf(result, localiser);
      this.#replaceRows(result, new Set());
      void this.#markChanged(result);
      return;
    }
    const items = this.#itemsOf(result, new Set());
    const notes = notesOf(result, localiser);
    pick.items =
      items.length === 0 && notes.length === 0
        ? [noteItem('info', localiser.t('Nothing matches.'), localiser.t('Try fewer or other words.'))]
        : [...items, ...notes];
    pick.title = titleOf(result, localiser);
    if (isEnterPending) this.#accept(items[0]);
    else void this.#markChanged(result);
  }

  /** Marks the results whose file has changed, once the files have been read. */
  async #markChanged(result: SearchResult): Promise<void> {
    this.#comparing.abort();
    const abort = new AbortController();
    this.#comparing = abort;
    const changed = await this.#given.changedSince(result.results, abort.signal);
    if (!abort.signal.aborted && changed.size > 0) this.#replaceRows(result, changed);
  }

  /** Shows the rows anew, and leaves the list where it is, with the same row active. */
  #replaceRows(result: SearchResult, changed: ReadonlySet<string>): void {
    const pick = this.#pick;
    // The editor reports the active row a moment late: until then it is the first. Without one, Enter would do nothing.
    const active = (pick.activeItems[0] ?? pick.items.find(({ drawerId }) => drawerId !== undefined))?.drawerId;
    pick.keepScrollPosition = true;
    const { localiser } = this.#given;
    pick.items = [...this.#itemsOf(result, changed), ...notesOf(result, localiser)];
    pick.activeItems = pick.items.filter(({ drawerId }) => drawerId !== undefined && drawerId === active);
  }

  #itemsOf({ results, pipeline_trace: trace }: SearchResult, changed: ReadonlySet<string>): Item[] {
    const { pin, unpin, toSide, similar, explain } = this.#buttons;
    return results.map((hit) => ({
      ...hitText(hit, trace.terms, this.#given.localiser, changed.has(hit.drawer_id)),
      iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
      alwaysShow: true,
      buttons: [hit.pinned ? unpin : pin, toSide, similar, explain],
      drawerId: hit.drawer_id,
      terms: trace.terms,
      pinned: hit.pinned,
    }));
  }

  #earlier(): readonly Item[] {
    return this.#given.history.read().map((query) => ({
      label: plainLabel(query),
      query,
      iconPath: new vscode.ThemeIcon('history'),
      alwaysShow: true,
    }));
  }

  #accept(chosen: Item | undefined): void {
    if (chosen?.query !== undefined) {
      this.#pick.value = chosen.query;
      this.#searchNow(chosen.query);
    } else if (chosen?.drawerId !== undefined) {
      this.#close();
      void this.#given.open(chosen.drawerId, false, chosen.terms ?? []);
    }
  }

  #press(button: vscode.QuickInputButton, { drawerId, terms = [] }: Item): void {
    const { pin, unpin, explain, similar } = this.#buttons;
    const query = this.#pick.value;
    if ((button === pin || button === unpin) && drawerId !== undefined) {
      // The list stays open. Searching again shows and ranks the drawer as pinned.
      this.#pick.busy = true;
      void this.#given.pin(drawerId, button === pin).then(() => this.#run.now(query));
      return;
    }
    this.#close();
    if (button === explain) void this.#given.inspect(query);
    else if (button === similar && drawerId !== undefined) void this.#given.findSimilar(drawerId);
    else if (drawerId !== undefined) void this.#given.open(drawerId, true, terms);
  }

  #close(): void {
    this.#given.history.add(this.#pick.value);
    this.#pick.hide();
  }
}

const isLoading = (state: PalaceState): boolean =>
  state.kind === 'open' && state.status?.embeddings.state === 'loading';

const isEmbedding = (state: PalaceState): boolean =>
  state.kind === 'open' && state.status?.embeddings.state === 'working';

/** Says above the results whether any is close. */
const titleOf = ({ weak }: SearchResult, { t }: Localiser): string =>
  weak === true ? t('Nothing close. The nearest:') : t('Search Memory');

const notesOf = (result: SearchResult, localiser: Localiser): readonly Item[] => {
  const { warnings, error } = result;
  return error === undefined
    ? [
        ...warnings.map((warning) => noteItem('warning', warning)),
        ...byWordsOnly(result, localiser).map((note) => noteItem('info', note)),
      ]
    : [noteItem('error', error.message, error.remedy)];
};

/**
 * The editor would put rows whose label holds the typed text first, but the rows are ranked already. The switch is not in the
 * published interface. Where it is missing, the list is only less well ordered.
 */
const keepOrder = (pick: vscode.QuickPick<Item>): void => {
  if (Reflect.has(pick, 'sortByLabel')) Reflect.set(pick, 'sortByLabel', false);
};
