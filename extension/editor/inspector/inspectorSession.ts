import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import {
  inspectorLimits,
  inspectorNavigationSchema,
  type InspectorNavigation,
  type InspectorSearch,
} from '../../protocol/inspectorNavigation.ts';
import type { HostMessage, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import { parseInspectorMessage } from '../../protocol/parseMessage.ts';
import { InspectorSideQueries } from './sideQueries.ts';
import { inspectorRequest } from './inspectorRequest.ts';
import { answerDrawerMessage } from './drawerMessages.ts';
import { noPalace } from './noPalace.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';
import { InspectorSearches } from './inspectorSearches.ts';
import { InspectorReview } from './inspectorReview.ts';
import { palaceSummaryOf } from './palaceSummaryOf.ts';
import { profilesMessage } from './profilesMessage.ts';
import { localisedError } from '../platform/localisedError.ts';

/** The host's side of one inspector: answers its messages in the order that the protocol lays down. No `vscode` here. */
export class InspectorSession implements Disposable {
  readonly #to: InspectorDependencies;
  readonly #results: InspectorSearches;
  readonly #sideQueries: InspectorSideQueries;
  readonly #review: InspectorReview;
  readonly #searchesChanged: Disposable;
  #ready = false;
  /** Rises with each page that comes or goes, so that nothing meant for one that is gone is taken for sent. */
  #page = 0;
  #haveProfilesChanged = false;
  /** The page got no `init`: the palace could not be asked. */
  #isUnanswered = false;
  #wanted: Omit<Extract<HostMessage, { readonly type: 'showSearch' }>, 'type'> | null = null;
  #wantsFocus = false;
  #wantedPlan: string | null = null;
  /** An answer that exists before its question. */
  #given: { readonly query: string; readonly result: SearchResult } | null = null;

  constructor(dependencies: InspectorDependencies) {
    this.#to = dependencies;
    const { post, log, readSource, settings, packets, changed, searches } = dependencies;
    this.#searchesChanged = searches.onChange(() => {
      if (this.#ready) post({ type: 'searches', searches: this.#searches() });
    });
    const shared = {
      post,
      palace: () => this.#palace(),
      fail: (thrown: unknown, requestId: string) => this.#fail(thrown, requestId),
    };
    this.#results = new InspectorSearches({ ...shared, log, readSource });
    this.#sideQueries = new InspectorSideQueries({ ...shared, settings, packets });
    this.#review = new InspectorReview({ ...shared, changed });
  }

  /** Handles any value from the webview. Never throws: a refused message is logged and does nothing. */
  receive(value: unknown): void {
    const parsed = parseInspectorMessage(value);
    if (!parsed.ok) {
      this.#to.log('warn', `${parsed.refused.code}: ${parsed.refused.message}`);
      return;
    }
    this.#answer(parsed.message).catch((thrown: unknown) => this.#fail(thrown, null));
  }

  /** Fills in the form and searches, now or once the webview is ready. `whyNot`: a drawer missing from the result. */
  showSearch(search: Partial<InspectorSearch>, whyNot?: string): void {
    const wanted = { search, ...(whyNot === undefined ? {} : { whyNot }) };
    if (this.#ready) this.#to.post({ type: 'showSearch', ...wanted });
    else this.#wanted = wanted;
    this.#initialiseAgain();
  }

  /** Gives the keyboard to the search box, now or once the webview is ready. */
  focusSearch(): void {
    if (this.#ready) this.#to.post({ type: 'focusSearch' });
    else this.#wantsFocus = true;
  }

  /** Shows an existing result, such as a recorded one, under the search that it answers. */
  showResult(search: Partial<InspectorSearch>, result: SearchResult): void {
    this.#given = { query: result.query, result };
    this.showSearch({ ...search, query: result.query });
  }

  /** Opens the review of a stored plan, now or once the webview is ready. Throws E_PLAN if there is none. */
  async showReview(planId: string): Promise<void> {
    if (this.#ready) await this.#review.show(planId);
    else this.#wantedPlan = planId;
    this.#initialiseAgain();
  }

  /** The webview is gone until it sends `ready` again. Messages wait until then. */
  leave(): void {
    this.#ready = false;
    this.#isUnanswered = false;
    this.#page += 1;
  }

  /** Drops everything that this inspector shows and keeps: drawers were erased, and any of it may quote them. */
  forget(): void {
    this.#results.forget();
    this.#sideQueries.cancelOfSearch();
    this.#review.forget();
    [this.#given, this.#wanted, this.#wantedPlan] = [null, null, null];
    this.#to.post({ type: 'erased' });
  }

  /** The palace's state has changed. */
  update(status: PalaceStatus | null): void {
    if (this.#ready)
      this.#to.post({ type: 'status', palace: palaceSummaryOf(status, this.#to.workspace(), this.#to.localiser) });
    this.#initialiseAgain();
    // While it mines, the palace changes all the time.
    if (this.#ready && status?.mining === null) void this.#lookAgain(status);
    if (status !== null && this.#haveProfilesChanged) void this.#tellProfiles(false);
  }

  /** Somebody else may have changed a drawer that the page shows. */
  async #lookAgain({ palace: { revision } }: PalaceStatus): Promise<void> {
    await this.#results
      .lookAgain(revision)
      .catch((thrown: unknown) => this.#to.log('warn', `Inspector: ${PalaceError.from(thrown).message}`));
  }

  /** Their settings have changed. The palace may be opened anew for that: it is asked once more then. */
  profilesChanged(): void {
    void this.#tellProfiles(true);
  }

  /** `isOld`: whether the palace may still answer with those of before. */
  async #tellProfiles(isOld: boolean): Promise<void> {
    this.#haveProfilesChanged = isOld;
    const message = this.#ready ? await profilesMessage(this.#to) : null;
    if (message !== null) this.#to.post(message);
  }

  /** Other commands are offered than before. */
  offer(): void {
    if (this.#ready) this.#to.post({ type: 'commands', commands: [...this.#to.commands()] });
  }

  dispose(): void {
    this.#searchesChanged.dispose();
    this.#results.dispose();
    this.#sideQueries.dispose();
  }

  #searches(): { recent: string[]; starred: string[] } {
    const { recent, starred } = this.#to.searches.read();
    return { recent: [...recent], starred: [...starred] };
  }

  async #answer(message: InspectorMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#initialise();
      case 'search': {
        this.#to.searches.add(message.search.query);
        const { requestId, search } = message;
        const given = this.#givenFor(search);
        if (given !== null) return this.#search(requestId, undefined, given);
        const settings = this.#to.settings();
        return this.#search(requestId, search.k ?? settings.results, async (api, options) =>
          api.search(inspectorRequest(search, settings), options),
        );
      }
      case 'similar': {
        const { drawerId, k = Math.min(inspectorLimits.similar, this.#to.settings().results) } = message;
        return this.#search(message.requestId, k, async (api, options) =>
          api.similar({ drawer_id: drawerId, k }, options),
        );
      }
      case 'whyNot':
      case 'rank':
      case 'openPacket':
      case 'growth':
        return this.#sideQueries.ask(message);
      case 'checkPlan':
      case 'applyPlan':
      case 'restorePlan':
        return this.#review.answer(message);
      case 'savePacket':
        return this.#tellSaved(await this.#sideQueries.savePacket(message.search));
      case 'saveChart':
        return this.#tellSaved(await this.#to.saveChart(message));
      case 'cancel':
        if (!this.#results.cancel(message.requestId)) this.#sideQueries.cancel(message.requestId);
        return;
      case 'openSource':
      case 'pinDrawer':
      case 'eraseDrawer':
      case 'copyDrawer':
      case 'copyForChat':
      case 'copyMarkdown':
      case 'copyText':
        return answerDrawerMessage(message, { ...this.#to, palace: () => this.#palace() });
      case 'starSearch':
        return this.#to.searches.star(message.query, message.starred);
      case 'runCommand':
        if (this.#to.commands().includes(message.command)) await this.#to.runCommand(message.command);
        else
          this.#to.log(
            'warn',
            `The inspector asked for the command ${message.command}, which this editor does not offer.`,
          );
        return;
      case 'saveNavigation':
        return this.#to.navigation.save(message.navigation);
      case 'report':
        return this.#to.log('warn', `Inspector: ${message.code}: ${message.message}`);
    }
  }

  /** Null: the person chose no file. */
  #tellSaved(name: string | null): void {
    if (name !== null) this.#to.post({ type: 'announce', text: this.#to.localiser.t('Saved as {0}', name) });
  }

  /** Gives an answer only once; the same search made again goes to the palace. */
  #givenFor({ query }: InspectorSearch): (() => Promise<SearchResult>) | null {
    const given = this.#given;
    if (given?.query !== query) return null;
    this.#given = null;
    return () => Promise.resolve(given.result);
  }

  /** What the page needs first. Rejects while the palace can't be asked; the page then waits for another try. */
  async #firstAnswers(page: number): Promise<[PalaceStatus | null, { readonly names: string[] }]> {
    try {
      const api = await this.#to.api();
      return api === null
        ? [null, { names: [this.#to.settings().profile] }]
        : await Promise.all([api.status({}), api.profiles({})]);
    } catch (thrown) {
      this.#isUnanswered = page === this.#page;
      // What is said of it has buttons.
      if (this.#isUnanswered) this.#to.post({ type: 'commands', commands: [...this.#to.commands()] });
      throw thrown;
    }
  }

  /** The palace can be asked now, or somebody wants to see something. */
  #initialiseAgain(): void {
    if (this.#isUnanswered) this.receive({ type: 'ready' });
  }

  async #initialise(): Promise<void> {
    const page = (this.#page += 1);
    this.#isUnanswered = false;
    const [status, profiles] = await this.#firstAnswers(page);
    if (page !== this.#page) return;
    // A palace that is made later has more of them.
    if (status === null) this.#haveProfilesChanged = true;
    const { profile, explain } = this.#to.settings();
    const stored = inspectorNavigationSchema.safeParse(this.#to.navigation.read());
    const navigation: InspectorNavigation = stored.success
      ? stored.data
      : {
          tab: 'results',
          history: [],
          search: { query: '', profile: null, filter: {}, k: null, explain, candidateTrace: false, dryRun: false },
        };
    this.#to.post({
      type: 'init',
      palace: palaceSummaryOf(status, this.#to.workspace(), this.#to.localiser),
      profiles: { names: profiles.names, current: profile },
      // The webview would repeat the earlier search, in vain if another follows.
      navigation:
        this.#wanted === null ? navigation : { ...navigation, search: { ...navigation.search, query: '' } },
      searches: this.#searches(),
      commands: [...this.#to.commands()],
    });
    this.#ready = true;
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted !== null) this.#to.post({ type: 'showSearch', ...wanted });
    if (this.#wantsFocus) this.#to.post({ type: 'focusSearch' });
    this.#wantsFocus = false;
    const wantedPlan = this.#wantedPlan;
    this.#wantedPlan = null;
    if (wantedPlan !== null) await this.#review.show(wantedPlan);
  }

  async #search(
    requestId: string,
    asked: number | undefined,
    find: (api: PalaceApi, options: CallOptions) => Promise<SearchResult>,
  ): Promise<void> {
    this.#sideQueries.cancelOfSearch();
    await this.#results.run(requestId, asked, find);
  }

  async #palace(): Promise<PalaceApi> {
    const api = await this.#to.api();
    if (api !== null) return api;
    throw noPalace(this.#to.commands());
  }

  #fail(thrown: unknown, requestId: string | null): void {
    const { code, message } = PalaceError.from(thrown);
    this.#to.log('error', `Inspector: ${code}: ${message}`);
    this.#to.post({ type: 'error', requestId, code, ...localisedError(thrown, this.#to.localiser) });
  }
}
