import * as vscode from 'vscode';
import type { SearchHit, SearchResult } from '../../palace/contract/search/searchResult.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIcon } from './drawerIcon.ts';
import { hitText } from './hitText.ts';
import { noteItem, pickButtons, type PickButtons } from './pickItems.ts';

interface SimilarPickDependencies {
  readonly similar: (drawerId: string, signal: AbortSignal) => Promise<SearchResult>;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Shows what went wrong after the list was closed. */
  readonly fail: (thrown: unknown) => void;
  readonly localiser: Localiser;
}

interface Item extends vscode.QuickPickItem {
  readonly drawerId?: string;
}

/**
 * The drawers nearest to one, as a list: Enter opens the source; buttons open it to the side or continue from
 * there.
 */
export const showSimilarPick = (first: string, dependencies: SimilarPickDependencies): void =>
  new SimilarPick(first, dependencies).show();

class SimilarPick {
  readonly #dependencies: SimilarPickDependencies;
  readonly #buttons: PickButtons;
  readonly #held = new DisposableStore();
  readonly #pick = this.#held.add(vscode.window.createQuickPick<Item>());
  /** Drawers that the Back button returns to, the last one first. */
  readonly #visited: string[] = [];
  #current: string;
  #asking = new AbortController();

  constructor(first: string, given: SimilarPickDependencies) {
    this.#dependencies = given;
    this.#current = first;
    this.#buttons = pickButtons(given.localiser);
    const pick = this.#pick;
    pick.title = given.localiser.t('Find Similar');
    pick.placeholder = given.localiser.t('Narrow the list; Enter opens the source');
    pick.matchOnDetail = true;
    this.#held.add(pick.onDidAccept(() => this.#open(pick.selectedItems[0]?.drawerId, false)));
    this.#held.add(
      pick.onDidTriggerItemButton(({ button, item: { drawerId } }) => {
        if (button === this.#buttons.toSide) this.#open(drawerId, true);
        else if (drawerId !== undefined) {
          this.#visited.push(this.#current);
          this.#goTo(drawerId);
        }
      }),
    );
    this.#held.add(
      pick.onDidTriggerButton(() => {
        const back = this.#visited.pop();
        if (back !== undefined) this.#goTo(back);
      }),
    );
    this.#held.add(
      pick.onDidHide(() => {
        this.#asking.abort();
        this.#held.dispose();
      }),
    );
  }

  show(): void {
    this.#goTo(this.#current);
    this.#pick.show();
  }

  #goTo(drawerId: string): void {
    this.#current = drawerId;
    void this.#load(drawerId);
  }

  #open(drawerId: string | undefined, toSide: boolean): void {
    if (drawerId === undefined) return;
    this.#pick.hide();
    this.#dependencies.open(drawerId, toSide).catch(this.#dependencies.fail);
  }

  async #load(drawerId: string): Promise<void> {
    const { similar, localiser } = this.#dependencies;
    const pick = this.#pick;
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    pick.busy = true;
    pick.items = [];
    pick.value = '';
    pick.buttons = this.#visited.length === 0 ? [] : [vscode.QuickInputButtons.Back];
    try {
      const { query, results } = await similar(drawerId, asking.signal);
      if (asking.signal.aborted) return;
      pick.title = localiser.t('Similar to {0}', query);
      pick.items =
        results.length === 0
          ? [noteItem('info', localiser.t('No other drawer has a vector yet.'))]
          : results.map((hit) => this.#itemOf(hit));
    } catch (thrown) {
      if (asking.signal.aborted) return;
      const { message, remedy } = localisedError(thrown, localiser);
      pick.items = [noteItem('error', message, remedy)];
    }
    pick.busy = false;
  }

  #itemOf(hit: SearchHit): Item {
    const { localiser } = this.#dependencies;
    return {
      ...hitText(hit, [], localiser),
      description: localiser.t('similarity {0}', localiser.decimal(hit.score, 2)),
      iconPath: new vscode.ThemeIcon(drawerIcon(hit.type)),
      buttons: [this.#buttons.toSide, this.#buttons.similar],
      drawerId: hit.drawer_id,
    };
  }
}
