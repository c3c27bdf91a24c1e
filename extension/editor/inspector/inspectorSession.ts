import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { InspectorSearch } from '../../protocol/inspectorNavigation.ts';
import type { HostMessage } from '../../protocol/inspectorMessages.ts';
import { parseInspectorMessage } from '../../protocol/parseMessage.ts';
import { initMessage, pastSearches, type FirstAnswers } from './initMessage.ts';
import type { InspectorDependencies } from './inspectorDependencies.ts';
import { InspectorAnswers } from './inspectorAnswers.ts';
import { palaceSummaryOf } from './palaceSummaryOf.ts';
import { profilesMessage } from './profilesMessage.ts';
import { localisedError } from '../platform/localisedError.ts';

/** What the page is to show once it is ready. */
interface Wanted {
  readonly search: Omit<Extract<HostMessage, { readonly type: 'showSearch' }>, 'type'> | null;
  readonly isFocused: boolean;
  readonly planId: string | null;
}
const nothingWanted: Wanted = { search: null, isFocused: false, planId: null };

/** The host's side of one inspector: answers its messages in the order that the protocol lays down. No `vscode` here. */
export class InspectorSession implements Disposable {
  readonly #dependencies: InspectorDependencies;
  readonly #answers: InspectorAnswers;
  readonly #searchesChanged: Disposable;
  #ready = false;
  /** Rises with each page that comes or goes, so that nothing meant for one that is gone is taken for sent. */
  #page = 0;
  #haveProfilesChanged = false;
  /** The page got no `init`: the palace could not be asked. */
  #isUnanswered = false;
  #wanted = nothingWanted;

  constructor(dependencies: InspectorDependencies) {
    this.#dependencies = dependencies;
    const { post, searches } = dependencies;
    this.#searchesChanged = searches.onChange(() => {
      if (this.#ready) post({ type: 'searches', searches: pastSearches(searches) });
    });
    this.#answers = new InspectorAnswers(dependencies, (thrown, requestId) => this.#fail(thrown, requestId));
  }

  /** Handles any value from the webview. Never throws: a refused message is logged and does nothing. */
  receive(value: unknown): void {
    const parsed = parseInspectorMessage(value);
    if (!parsed.ok) {
      this.#dependencies.log('warn', `${parsed.refused.code}: ${parsed.refused.message}`);
      return;
    }
    const { message } = parsed;
    const done = message.type === 'ready' ? this.#initialise() : this.#answers.answer(message);
    done.catch((thrown: unknown) => this.#fail(thrown, null));
  }

  /** Fills in the form and searches, now or once the webview is ready. `whyNot`: a drawer missing from the result. */
  showSearch(search: Partial<InspectorSearch>, whyNot?: string): void {
    const wanted = { search, ...(whyNot === undefined ? {} : { whyNot }) };
    if (this.#ready) this.#dependencies.post({ type: 'showSearch', ...wanted });
    else this.#wanted = { ...this.#wanted, search: wanted };
    this.#initialiseAgain();
  }

  /** Gives the keyboard to the search box, now or once the webview is ready. */
  focusSearch(): void {
    if (this.#ready) this.#dependencies.post({ type: 'focusSearch' });
    else this.#wanted = { ...this.#wanted, isFocused: true };
  }

  /** Shows an existing result, such as a recorded one, under the search that it answers. */
  showResult(search: Partial<InspectorSearch>, result: SearchResult): void {
    this.#answers.give(result);
    this.showSearch({ ...search, query: result.query });
  }

  /** Opens the review of a stored plan, now or once the webview is ready. Throws E_PLAN if there is none. */
  async showReview(planId: string): Promise<void> {
    if (this.#ready) await this.#answers.showPlan(planId);
    else this.#wanted = { ...this.#wanted, planId };
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
    this.#answers.forget();
    this.#wanted = { ...nothingWanted, isFocused: this.#wanted.isFocused };
    this.#dependencies.post({ type: 'erased' });
  }

  /** The palace's state has changed. */
  update(status: PalaceStatus | null): void {
    if (this.#ready)
      this.#dependencies.post({
        type: 'status',
        palace: palaceSummaryOf(status, this.#dependencies.workspace(), this.#dependencies.localiser),
      });
    this.#initialiseAgain();
    // While it mines, the palace changes all the time.
    if (this.#ready && status?.mining === null) void this.#lookAgain(status);
    if (status !== null && this.#haveProfilesChanged) void this.#tellProfiles(false);
  }

  /** Somebody else may have changed a drawer that the page shows. */
  async #lookAgain({ palace: { revision } }: PalaceStatus): Promise<void> {
    await this.#answers
      .lookAgain(revision)
      .catch((thrown: unknown) =>
        this.#dependencies.log('warn', `Inspector: ${PalaceError.from(thrown).message}`),
      );
  }

  /** Their settings have changed. The palace may be opened anew for that: it is asked once more then. */
  profilesChanged(): void {
    void this.#tellProfiles(true);
  }

  /** `isOld`: whether the palace may still answer with those of before. */
  async #tellProfiles(isOld: boolean): Promise<void> {
    this.#haveProfilesChanged = isOld;
    const message = this.#ready ? await profilesMessage(this.#dependencies) : null;
    if (message !== null) this.#dependencies.post(message);
  }

  /** Other commands are offered than before. */
  offer(): void {
    if (this.#ready) this.#dependencies.post({ type: 'commands', commands: [...this.#dependencies.commands()] });
  }

  dispose(): void {
    this.#searchesChanged.dispose();
    this.#answers.dispose();
  }

  /** Rejects while the palace can't be asked; the page then waits for another try. */
  async #firstAnswers(page: number): Promise<FirstAnswers> {
    try {
      const api = await this.#dependencies.api();
      if (api === null) return { status: null, profiles: [this.#dependencies.settings().profile] };
      const [status, profiles] = await Promise.all([api.status({}), api.profiles({})]);
      return { status, profiles: profiles.names };
    } catch (thrown) {
      this.#isUnanswered = page === this.#page;
      // The page says so with buttons for these.
      if (this.#isUnanswered)
        this.#dependencies.post({ type: 'commands', commands: [...this.#dependencies.commands()] });
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
    const answers = await this.#firstAnswers(page);
    if (page !== this.#page) return;
    // A palace that is made later has more of them.
    if (answers.status === null) this.#haveProfilesChanged = true;
    const { search, isFocused, planId } = this.#wanted;
    this.#wanted = nothingWanted;
    this.#dependencies.post(initMessage({ ...answers, hasSearch: search !== null }, this.#dependencies));
    this.#ready = true;
    if (search !== null) this.#dependencies.post({ type: 'showSearch', ...search });
    if (isFocused) this.#dependencies.post({ type: 'focusSearch' });
    if (planId !== null) await this.#answers.showPlan(planId);
  }

  #fail(thrown: unknown, requestId: string | null): void {
    const { code, message } = PalaceError.from(thrown);
    this.#dependencies.log('error', `Inspector: ${code}: ${message}`);
    this.#dependencies.post({
      type: 'error',
      requestId,
      code,
      ...localisedError(thrown, this.#dependencies.localiser),
    });
  }
}
