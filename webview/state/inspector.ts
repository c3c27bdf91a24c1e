import { Emitter } from '../../extension/base/emitter.ts';
import type { HostMessage } from '../../extension/protocol/inspectorMessages.ts';
import type { SearchChange } from '../../extension/palace/contract/search/searchResult.ts';
import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import type { EditorHost } from '../host/editorHost.ts';
import { appliedChange } from './appliedChange.ts';
import type { SideQueries } from './sideQueries.ts';
import { changedSearch } from './changedSearch.ts';
import { editorRequests, type EditorRequests } from './editorRequests.ts';
import type { InspectorAction } from './inspectorAction.ts';
import {
  initialState,
  type InspectorLook,
  type InspectorState,
  type LostState,
  type SimilarTo,
} from './inspectorState.ts';
import { persistedState, readPersistedState } from './persistedState.ts';
import { rankingKey, type Ranking } from './ranking.ts';
import { reduce } from './reduce.ts';
import { isCarryingOut, type ReviewDraft, type ReviewQuestion } from '../review/review.ts';
import { reviewQuestionOf } from '../review/reviewQuestion.ts';

/** A running search is shown as such only after this time, in milliseconds: most are done before. */
const noticeAfter = 150;
const saveAfter = 400;
/** Decisions on a plan come in quick succession; the host is asked for their outcome after a pause of this many milliseconds. */
const checkAfter = 200;

/** Holds the state, passes it on when it changes, and turns what a person does into actions and messages. */
export class Inspector {
  readonly editor: EditorRequests;
  #state: InspectorState = initialState;
  readonly #host: EditorHost;
  readonly #tell: (text: string) => void;
  /** Carries no state: a listener may change it, and those after it must not get an older one. */
  readonly #changed = new Emitter<void>();
  readonly #searchWanted = new Emitter<void>();
  /** A drawer that is missing from the result of a search. */
  #missed: { readonly drawer: string; readonly requestId: string | undefined } | null = null;
  #asked = 0;
  #saving: number | undefined;
  #checking: number | undefined;

  /** `tell` shows and speaks short messages of the host. */
  constructor(host: EditorHost, tell: (text: string) => void) {
    this.editor = editorRequests(host, () => this.#state);
    this.#host = host;
    this.#tell = tell;
  }

  get state(): InspectorState {
    return this.#state;
  }

  /** Calls back at once and after every change. */
  subscribe(listener: (state: InspectorState) => void): void {
    this.#changed.event(() => listener(this.#state));
    listener(this.#state);
  }

  /** Calls back when the keyboard belongs to the search box. */
  onSearchWanted(listener: () => void): void {
    this.#searchWanted.event(listener);
  }

  /** Restores, listens, and tells the host that it is ready. The host answers with `init`. */
  start(): void {
    let lost: readonly LostState[] = [];
    const restored = readPersistedState(this.#host.restore(), (parts) => (lost = parts));
    if (restored !== null) this.#apply({ type: 'restored', ...restored, lost });
    this.#host.listen((message) => this.#receive(message));
    this.greet();
  }

  /** Asks the host for the palace, once more if it could not be opened. */
  greet(): void {
    this.#host.post({ type: 'ready' });
  }

  edit(change: Partial<InspectorSearch>): void {
    this.#apply({ type: 'searchEdited', change });
  }

  /** Changes the search; repeats it if one was made. */
  refine(change: Partial<InspectorSearch>): void {
    this.edit(change);
    if (this.#state.run !== null || this.#state.pending !== null) this.search();
  }

  search(change: Partial<InspectorSearch> = {}): void {
    const search = changedSearch(this.#state.navigation.search, change);
    if (search.query.trim() === '') return;
    const requestId = this.#start(search);
    this.#host.post({ type: 'search', requestId, search });
  }

  /** Shows the drawers nearest to one; the query and the filters stay for the next search. */
  findSimilar(similarTo: SimilarTo): void {
    this.chooseTab('results');
    const requestId = this.#start(this.#state.navigation.search, similarTo);
    const { drawerId, k } = similarTo;
    this.#host.post({ type: 'similar', requestId, drawerId, ...(k === undefined ? {} : { k }) });
  }

  /** Makes the search again that gave the results. */
  searchAgain(): void {
    const { run } = this.#state;
    if (run === null) return;
    if (run.similarTo === null) this.search({ overrides: undefined, sortBy: undefined, ...run.search });
    else this.findSimilar(run.similarTo);
  }

  /** Asks why a drawer is not among the results; `drawer` is its ID, path or text. */
  askWhyNot(drawer: string): void {
    const { run } = this.#state;
    if (run === null || drawer.trim() === '') return;
    const requestId = this.#nextId();
    this.#apply({ type: 'whyNotAsked', requestId, drawer });
    this.#host.post({ type: 'whyNot', requestId, search: run.search, drawer });
  }

  /** Asks for another ranking of the run's query, unless it is there or on its way; a failed one is asked for again. */
  askRanking(ranking: Ranking): void {
    const { run, sideQueries } = this.#state;
    const key = rankingKey(ranking);
    const known = sideQueries.rankings.get(key);
    if (
      run === null ||
      ranking.kind === 'run' ||
      ranking.kind === 'packet' ||
      (known !== undefined && known.failure === null)
    )
      return;
    const requestId = this.#nextId();
    this.#apply({ type: 'rankingAsked', requestId, key });
    const search = ranking.kind === 'profile' ? { ...run.search, profile: ranking.name } : { ...run.search };
    delete search.overrides; // they belong to the run alone
    this.#host.post({ type: 'rank', requestId, search, by: ranking.kind });
  }

  /** Makes a change of the search that gave the results, and shows them; false if it can't be made here. */
  change(change: SearchChange): boolean {
    const { run, commands } = this.#state;
    if (change.palace !== undefined && commands.includes('rebuildEmbeddings')) {
      this.editor.runCommand('rebuildEmbeddings');
      return true;
    }
    const search = run === null ? null : appliedChange(run.search, change);
    if (search === null) return false;
    this.edit({ sortBy: undefined, overrides: undefined, ...search });
    this.search();
    this.chooseTab('results');
    this.#searchWanted.fire();
    return true;
  }

  /**
   * Asks how the wings have grown, unless the answer for the palace's current state is known, on its way, or
   * failed.
   */
  askGrowth(): void {
    const { palace, sideQueries } = this.#state;
    if (palace === null || sideQueries.growth?.revision === palace.revision) return;
    const requestId = this.#nextId();
    this.#apply({ type: 'growthAsked', requestId, revision: palace.revision });
    this.#host.post({ type: 'growth', requestId });
  }

  chooseRankings(compared: SideQueries['compared']): void {
    this.#apply({ type: 'rankingsChosen', compared });
  }

  openPacket(): void {
    const requestId = this.#nextId();
    this.#apply({ type: 'packetAsked', requestId });
    this.#host.post({ type: 'openPacket', requestId });
  }

  /**
   * Changes decisions on the plan. If they change its outcome, the host is asked for it a moment later, but not while the plan is
   * being applied or undone: that question still has its answer to come.
   */
  decide(change: Partial<Omit<ReviewDraft, 'planId'>>): void {
    this.#apply({ type: 'reviewDecided', change });
    if (change.rejected === undefined || isCarryingOut(this.#state.review)) return;
    window.clearTimeout(this.#checking);
    this.#checking = window.setTimeout(() => this.askOfPlan('check'), checkAfter);
  }

  /** Asks the host about the reviewed plan, or has it applied or undone. */
  askOfPlan(question: ReviewQuestion): void {
    window.clearTimeout(this.#checking);
    const {
      look: { review: draft },
      review: { plan },
    } = this.#state;
    if (draft === null) return;
    const requestId = this.#nextId();
    this.#apply({ type: 'planAsked', requestId, question, rejected: draft.rejected });
    this.#host.post(reviewQuestionOf(question, requestId, draft, plan));
  }

  closeReviewQuestion(): void {
    this.#apply({ type: 'reviewQuestionClosed' });
  }

  /** Stops the running search; false if none is running. */
  cancel(): boolean {
    const { pending } = this.#state;
    if (pending === null) return false;
    this.#host.post({ type: 'cancel', requestId: pending.requestId });
    this.#apply({ type: 'searchCancelled' });
    return true;
  }

  closeNotice(closed: 'notice' | LostState): void {
    this.#apply({ type: 'noticeClosed', closed });
  }

  chooseTab(tab: string): void {
    this.#apply({ type: 'tabChosen', tab });
  }

  setLook(change: Partial<InspectorLook>): void {
    this.#apply({ type: 'lookChanged', change });
  }

  #nextId(): string {
    this.#asked += 1;
    return `${Date.now().toString(36)}-${this.#asked}`;
  }

  #start(search: InspectorSearch, similarTo?: SimilarTo): string {
    const requestId = this.#nextId();
    this.#apply({ type: 'searchStarted', requestId, search, similarTo });
    window.setTimeout(() => this.#apply({ type: 'searchNoticed', requestId }), noticeAfter);
    return requestId;
  }

  #receive(message: HostMessage): void {
    this.#apply({ type: 'received', message });
    switch (message.type) {
      case 'announce':
        return this.#tell(message.text);
      case 'showSearch':
        return this.#showSearch(message.whyNot);
      case 'showPlan':
        return this.#checkShownPlan();
      case 'focusSearch':
        return this.#searchWanted.fire();
      case 'result':
        return this.#askOfMissed(message.requestId);
      case 'init':
        return this.#resume();
      default:
    }
  }

  #showSearch(whyNot: string | undefined): void {
    this.search();
    this.#missed = whyNot === undefined ? null : { drawer: whyNot, requestId: this.#state.pending?.requestId };
  }

  /** A plan that is shown was read as if nobody had rejected anything of it. */
  #checkShownPlan(): void {
    const { look, review } = this.#state;
    if (review.plan?.state === 'proposed' && (look.review?.rejected.length ?? 0) > 0) this.askOfPlan('check');
  }

  #askOfMissed(requestId: string): void {
    if (this.#missed?.requestId !== requestId) return;
    const { drawer } = this.#missed;
    this.#missed = null;
    this.chooseTab('trace');
    this.askWhyNot(drawer);
  }

  /** Searches again and reads the plan after a reload. */
  #resume(): void {
    const { run, pending, review } = this.#state;
    if (run === null && pending === null) this.search();
    if (review.plan === null) this.askOfPlan('read');
  }

  #apply(action: InspectorAction): void {
    const before = this.#state;
    this.#state = reduce(before, action);
    if (this.#state === before) return;
    if (this.#state.navigation !== before.navigation || this.#state.look !== before.look) {
      this.#host.persist(persistedState(this.#state));
    }
    if (this.#state.navigation !== before.navigation && action.type !== 'restored') this.#saveSoon();
    this.#changed.fire();
  }

  #saveSoon(): void {
    window.clearTimeout(this.#saving);
    this.#saving = window.setTimeout(
      () => this.#host.post({ type: 'saveNavigation', navigation: this.#state.navigation }),
      saveAfter,
    );
  }
}
