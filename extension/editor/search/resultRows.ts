import type { QuickPick } from 'vscode';
import { PlacedRows } from './placedRows.ts';
import type { SearchRow } from './searchRows.ts';

type ResultList = Pick<QuickPick<SearchRow>, 'items' | 'activeItems' | 'keepScrollPosition'>;

/** The rows of a search's results in its list, and which of them is active. */
export class ResultRows {
  readonly #pick: ResultList;
  readonly #placed = new PlacedRows();
  #isPartial = false;

  constructor(pick: ResultList) {
    this.#pick = pick;
  }

  /** The row of the best result that is shown. */
  get first(): SearchRow | undefined {
    return this.#pick.items.find(({ drawerId }) => drawerId !== undefined);
  }

  /** Whether the drawer's row was made active without anybody moving to it. */
  isPlaced(drawerId: string): boolean {
    return this.#placed.has(drawerId);
  }

  /** Shows the answer to another query. `isPartial`: it was found while files were being filed. */
  show(rows: readonly SearchRow[], isPartial: boolean): void {
    this.#pick.items = rows;
    this.#placed.clear();
    this.#activate(this.first, false, isPartial);
  }

  /** Shows a later answer to the same query, and leaves the list where it is, with the same row active. */
  replace(rows: readonly SearchRow[], isPartial: boolean): void {
    const pick = this.#pick;
    const shown = pick.items.flatMap(({ drawerId }) => drawerId ?? []);
    const chosen = this.#placed.movedTo(pick.activeItems[0]?.drawerId, shown);
    const active = chosen ?? this.#placed.last;
    // Until somebody moves, the best result so far is ready to be opened.
    const stays = chosen !== undefined || !this.#isPartial;
    pick.keepScrollPosition = stays;
    pick.items = rows;
    const same = pick.items.find(({ drawerId }) => stays && drawerId !== undefined && drawerId === active);
    // Without an active row, Enter would do nothing.
    this.#activate(same ?? this.first, chosen !== undefined, isPartial);
  }

  /** `isMoved`: somebody had moved to the row. */
  #activate(row: SearchRow | undefined, isMoved: boolean, isPartial: boolean): void {
    this.#pick.activeItems = row === undefined ? [] : [row];
    if (!isMoved) this.#placed.place(row?.drawerId);
    this.#isPartial = isPartial;
  }
}
