import type { Disposable } from '../../base/disposable.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { InspectorCommand, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import { inspectorLimits, type InspectorSearch } from '../../protocol/inspectorNavigation.ts';
import { InspectorSideQueries } from './sideQueries.ts';
import { inspectorRequest } from './inspectorRequest.ts';
import { answerDrawerMessage } from './drawerMessages.ts';
import { noPalace } from './noPalace.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';
import { InspectorSearches } from './inspectorSearches.ts';
import { InspectorReview } from './inspectorReview.ts';

/** What a page that has its `init` asks for. */
type PageMessage = Exclude<InspectorMessage, { readonly type: 'ready' }>;

/** Answers the questions of an inspector's page, and does what it asks for. */
export class InspectorAnswers implements Disposable {
  readonly #dependencies: InspectorDependencies;
  readonly #results: InspectorSearches;
  readonly #sideQueries: InspectorSideQueries;
  readonly #review: InspectorReview;
  /** An answer that exists before its question. */
  #given: { readonly query: string; readonly result: SearchResult } | null = null;

  /** `fail`: logs the error, and posts it as the answer to a question. */
  constructor(dependencies: InspectorDependencies, fail: (thrown: unknown, requestId: string) => void) {
    this.#dependencies = dependencies;
    const { post, log, readSource, settings, packets, changed } = dependencies;
    const shared = { post, palace: () => this.#palace(), fail };
    this.#results = new InspectorSearches({ ...shared, log, readSource });
    this.#sideQueries = new InspectorSideQueries({ ...shared, settings, packets });
    this.#review = new InspectorReview({ ...shared, changed });
  }

  /** Answers the next search for its query with this result, such as a recorded one. */
  give(result: SearchResult): void {
    this.#given = { query: result.query, result };
  }

  /** Opens the review of a stored plan. Throws E_PLAN if there is none. */
  showPlan(planId: string): Promise<void> {
    return this.#review.show(planId);
  }

  /** See {@link InspectorSearches.lookAgain}. */
  lookAgain(revision: number): Promise<void> {
    return this.#results.lookAgain(revision);
  }

  /** Drops every answer, because drawers were erased. */
  forget(): void {
    this.#results.forget();
    this.#sideQueries.cancelOfSearch();
    this.#review.forget();
    this.#given = null;
  }

  dispose(): void {
    this.#results.dispose();
    this.#sideQueries.dispose();
  }

  /** Answers a message of the page, or does what it says. Rejects where no answer says what failed. */
  async answer(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'search':
        return this.#answerSearch(message);
      case 'similar': {
        const { drawerId, k = Math.min(inspectorLimits.similar, this.#dependencies.settings().results) } = message;
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
        return this.#tellSaved(await this.#dependencies.saveChart(message));
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
        return answerDrawerMessage(message, { ...this.#dependencies, palace: () => this.#palace() });
      case 'starSearch':
        return this.#dependencies.searches.star(message.query, message.starred);
      case 'runCommand':
        return this.#runCommand(message.command);
      case 'saveNavigation':
        return this.#dependencies.navigation.save(message.navigation);
      case 'report':
        return this.#dependencies.log('warn', `Inspector: ${message.code}: ${message.message}`);
    }
  }

  async #answerSearch({
    requestId,
    search,
  }: Extract<InspectorMessage, { readonly type: 'search' }>): Promise<void> {
    this.#dependencies.searches.add(search.query);
    const given = this.#givenFor(search);
    if (given !== null) return this.#search(requestId, undefined, given);
    const settings = this.#dependencies.settings();
    return this.#search(requestId, search.k ?? settings.results, async (api, options) =>
      api.search(inspectorRequest(search, settings), options),
    );
  }

  async #runCommand(command: InspectorCommand): Promise<void> {
    if (this.#dependencies.commands().includes(command)) await this.#dependencies.runCommand(command);
    else
      this.#dependencies.log(
        'warn',
        `The inspector asked for the command ${command}, which this editor does not offer.`,
      );
  }

  /** Null: the person chose no file. */
  #tellSaved(name: string | null): void {
    if (name !== null)
      this.#dependencies.post({ type: 'announce', text: this.#dependencies.localiser.t('Saved as {0}', name) });
  }

  /** Gives an answer only once; the same search made again goes to the palace. */
  #givenFor({ query }: InspectorSearch): (() => Promise<SearchResult>) | null {
    const given = this.#given;
    if (given?.query !== query) return null;
    this.#given = null;
    return () => Promise.resolve(given.result);
  }

  async #search(
    requestId: string,
    wantedResults: number | undefined,
    find: (api: PalaceApi, options: CallOptions) => Promise<SearchResult>,
  ): Promise<void> {
    this.#sideQueries.cancelOfSearch();
    await this.#results.run(requestId, wantedResults, find);
  }

  async #palace(): Promise<PalaceApi> {
    const api = await this.#dependencies.api();
    if (api !== null) return api;
    throw noPalace(this.#dependencies.commands());
  }
}
