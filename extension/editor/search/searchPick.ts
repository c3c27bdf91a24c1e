import * as vscode from 'vscode';
import { isAwaitingVectors } from '../../palace/contract/search/awaitingVectors.ts';
import { wantedTags } from '../../palace/contract/search/meantSearch.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { localisedError } from '../platform/localisedError.ts';
import { searchTitle } from './hitText.ts';
import { MiningWatch } from './miningWatch.ts';
import { ResultRows } from './resultRows.ts';
import { keepOrder, noteItem, pickButtons, type PickButtons } from './pickItems.ts';
import { ResultPreview } from './resultPreview.ts';
import { meantRows, namesOf, noteRows, pastRows, readRows, resultRows, type SearchRow } from './searchRows.ts';
import type { SearchPickDependencies } from './searchPickDependencies.ts';
import { SearchRun, type SearchOutcome } from './searchRun.ts';
import { isLoaded, isLoading, isReady } from './vectorState.ts';

/**
 * Search as you type in a Quick Pick: Enter opens the source, buttons open it to the side or explain the ranking.
 * Long, because each event depends on what others left shown.
 */
export const showSearchPick = (dependencies: SearchPickDependencies, initial = ''): void =>
  new SearchPick(dependencies).show(initial);

class SearchPick {
  readonly #dependencies: SearchPickDependencies;
  readonly #buttons: PickButtons;
  readonly #held = new DisposableStore();
  readonly #pick = this.#held.add(vscode.window.createQuickPick<SearchRow>());
  readonly #rows = new ResultRows(this.#pick);
  readonly #run = this.#held.add(
    new SearchRun(
      (query, signal) => this.#search(query, signal),
      (outcome) => this.#showOutcome(outcome),
      (result, signal) => this.#complete(result, signal),
    ),
  );
  /** Enter was pressed before the answer came: the first result opens as soon as it does. */
  #isEnterPending = false;
  readonly #preview: ResultPreview;
  readonly #mining: MiningWatch;
  #comparing = new AbortController();
  /** The editors stay as they are when the list closes, because something was chosen. */
  #isChosen = false;
  /** The shown results lack vectors: tells in which state of the palace a search would find more. */
  #findsMore: ((state: PalaceState) => boolean) | null = null;
  /** The palace's tags, if nothing has the one that was asked for. */
  #tags: readonly string[] | undefined;

  constructor(given: SearchPickDependencies) {
    this.#dependencies = given;
    const { t } = given.localiser;
    this.#buttons = pickButtons(given.localiser);
    const pick = this.#pick;
    pick.title = t('Search Memory');
    pick.placeholder = t('Words, "a phrase", -without, room:docs, type:file, tag:auth, after:2026-01-31');
    pick.buttons = [this.#buttons.star, this.#buttons.explain];
    this.#preview = new ResultPreview((previewed) => given.preview(previewed));
    keepOrder(pick);
    this.#held.add(pick.onDidChangeValue((value) => this.#type(value)));
    this.#held.add(
      given.session.onState((state) => {
        if (this.#findsMore?.(state) !== true) return;
        this.#findsMore = null;
        this.#run.again(pick.value);
      }),
    );
    this.#mining = this.#held.add(
      new MiningWatch(given.miner, given.session, () => {
        if (!pick.busy && pick.value.trim() !== '') this.#run.again(pick.value);
      }),
    );
    this.#held.add(
      pick.onDidAccept(() => {
        if (pick.busy) this.#isEnterPending = true;
        else this.#accept(pick.selectedItems[0]);
      }),
    );
    this.#held.add(pick.onDidTriggerItemButton(({ button, item }) => this.#press(button, item)));
    this.#held.add(pick.onDidTriggerButton((button) => this.#pressTitle(button)));
    this.#held.add(pick.onDidChangeActive(([active]) => this.#look(active)));
    this.#held.add(
      pick.onDidHide(() => {
        this.#comparing.abort();
        this.#held.dispose();
        if (this.#isChosen) this.#preview.dispose();
        else void this.#preview.restore();
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
    const modelLoads = isLoading(this.#dependencies.session.state);
    this.#mining.searching();
    this.#findsMore = modelLoads ? isLoaded : null;
    return this.#ask(query, modelLoads ? { words_only: true } : {}, signal);
  }

  /**
   * While vectors are due, the results' vectors are made next, and the results are searched again with them. An
   * answer knows this sooner than the state.
   */
  #complete(result: SearchResult, signal: AbortSignal): Promise<SearchResult> | null {
    const isDue = isAwaitingVectors(result) && !isLoading(this.#dependencies.session.state);
    return isDue ? this.#ask(this.#pick.value, { complete: true }, signal) : null;
  }

  async #ask(query: string, how: Partial<SearchRequest>, signal: AbortSignal): Promise<SearchResult> {
    const { palace, settings } = this.#dependencies;
    const api = await palace();
    const { profile, results } = settings();
    const result = await api.search({ query, profile, k: results, dry_run: true, ...how }, { signal });
    const tags = await wantedTags({ query }, result, api).catch(() => undefined);
    if (!signal.aborted) this.#tags = tags;
    return result;
  }

  #searchNow(query: string): void {
    this.#pick.busy = true;
    this.#run.now(query);
  }

  #type(value: string): void {
    const pick = this.#pick;
    this.#comparing.abort();
    this.#findsMore = null;
    this.#isEnterPending = false;
    if (value.trim() === '') {
      this.#run.cancel();
      pick.busy = false;
      pick.items = this.#earlier();
      this.#showStar();
      return;
    }
    pick.busy = true;
    // Earlier queries do not answer what was typed since.
    if (pick.items.every(({ drawerId }) => drawerId === undefined)) pick.items = [];
    this.#showStar();
    this.#run.later(value);
  }

  #showOutcome(outcome: SearchOutcome): void {
    const pick = this.#pick;
    const { localiser } = this.#dependencies;
    pick.busy = false;
    const isEnterPending = this.#isEnterPending;
    this.#isEnterPending = false;
    if (outcome.kind === 'failed') {
      const { message, remedy } = localisedError(outcome.error, localiser);
      // A misspelt kind or type is refused, not searched for.
      const meant = meantRows(pick.value, namesOf(this.#dependencies.session.state, undefined), localiser);
      pick.items = [noteItem('error', message, remedy), ...meant];
      return;
    }
    const { result, isLater } = outcome;
    this.#mining.shown();
    // Vectors may take longer than a search waits for them.
    if (isAwaitingVectors(result)) this.#findsMore ??= isReady;
    pick.title = searchTitle(result, localiser);
    if (isLater && !isEnterPending) this.#rows.replace(this.#rowsOf(result, new Set()), this.#mining.isPartial);
    else this.#rows.show(this.#rowsOf(result, new Set()), this.#mining.isPartial);
    if (isEnterPending) this.#accept(this.#rows.first);
    else void this.#markChanged(result);
  }

  /** Marks the results whose file has changed, once the files have been read. */
  async #markChanged(result: SearchResult): Promise<void> {
    this.#comparing.abort();
    const abort = new AbortController();
    this.#comparing = abort;
    const changed = await this.#dependencies.changedSince(result.results, abort.signal);
    if (!abort.signal.aborted && changed.size > 0)
      this.#rows.replace(this.#rowsOf(result, changed), this.#mining.isPartial);
  }

  #rowsOf(result: SearchResult, changed: ReadonlySet<string>): SearchRow[] {
    const { localiser, session } = this.#dependencies;
    const isMining = this.#mining.isPartial;
    return [
      ...readRows(result, localiser),
      ...resultRows(result, changed, this.#buttons, localiser),
      ...noteRows(result, namesOf(session.state, this.#tags), isMining, localiser),
      ...(isMining ? [noteItem('sync~spin', localiser.t('Mining the workspace'))] : []),
    ];
  }

  #earlier(): readonly SearchRow[] {
    return pastRows(this.#dependencies.history.read(), this.#buttons, this.#dependencies.localiser);
  }

  /** A row that a person moves to is previewed. A row that is active from the start shows nothing. */
  #look(active: SearchRow | undefined): void {
    if (active?.previewed !== true || active.drawerId === undefined) return;
    if (this.#rows.isPlaced(active.drawerId) && !this.#preview.isUsed) return;
    this.#preview.show({ drawerId: active.drawerId, terms: active.terms ?? [] });
  }

  /** The title's star says whether the typed query has one. */
  #showStar(): void {
    const { star, unstar, explain } = this.#buttons;
    const isStarred = this.#dependencies.history.read().starred.includes(this.#pick.value.trim());
    this.#pick.buttons = [isStarred ? unstar : star, explain];
  }

  #pressTitle(button: vscode.QuickInputButton): void {
    const query = this.#pick.value;
    if (button === this.#buttons.explain) {
      this.#close();
      this.#afterPreview(() => this.#dependencies.inspect(query));
      return;
    }
    this.#dependencies.history.star(query, button === this.#buttons.star);
    this.#showStar();
  }

  #accept(chosen: SearchRow | undefined): void {
    if (chosen?.query !== undefined) {
      this.#pick.value = chosen.query;
      this.#showStar();
      this.#searchNow(chosen.query);
    } else if (chosen?.drawerId !== undefined) {
      this.#close();
      this.#open(chosen.drawerId, false, chosen.terms);
    }
  }

  #press(button: vscode.QuickInputButton, { drawerId, terms = [], query: past }: SearchRow): void {
    const { pin, unpin, explain, similar, forget, star } = this.#buttons;
    const pick = this.#pick;
    const query = pick.value;
    if (past !== undefined) {
      if (button === forget) this.#dependencies.history.remove(past);
      else this.#dependencies.history.star(past, button === star);
      pick.items = this.#earlier();
      return;
    }
    if ((button === pin || button === unpin) && drawerId !== undefined) {
      // The list stays open. Searching again shows and ranks the drawer as pinned.
      pick.busy = true;
      void this.#dependencies.pin(drawerId, button === pin).then(() => {
        // Another query may have been typed since, and is answered by its own search.
        if (pick.value === query) this.#run.now(query);
      });
      return;
    }
    this.#close();
    if (button === explain) this.#afterPreview(() => this.#dependencies.inspect(query));
    else if (button === similar && drawerId !== undefined)
      this.#afterPreview(() => this.#dependencies.findSimilar(drawerId));
    else if (drawerId !== undefined) this.#open(drawerId, true, terms);
  }

  #open(drawerId: string, toSide: boolean, terms: readonly string[] = []): void {
    this.#afterPreview(() => this.#dependencies.open(drawerId, toSide, terms));
  }

  /** Whatever is opened waits for a preview in progress, which would be shown over it. */
  #afterPreview(act: () => Promise<unknown>): void {
    void this.#preview.stop().then(act);
  }

  #close(): void {
    this.#isChosen = true;
    this.#dependencies.history.add(this.#pick.value);
    this.#pick.hide();
  }
}
