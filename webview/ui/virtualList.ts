import type { Disposable } from '../../extension/base/disposable.ts';
import { virtualLayout, visibleRows, type VirtualLayout } from './virtualLayout.ts';

/** One drawn row. `button` is its only tab stop while it is closed; the list decides which row's button is reached by Tab. */
export interface VirtualRow {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly setOpen: (open: boolean) => void;
}

/** The viewport that the rows scroll in. Pixels, counted from the top of the list. */
export interface ListViewport {
  readonly scroller: EventTarget;
  readonly visible: () => { readonly top: number; readonly bottom: number };
  /** Scrolls until a row whose top is at `top` can be seen. */
  readonly reveal: (top: number) => void;
}

interface VirtualListOptions<Item, Row extends VirtualRow> {
  /** Holds the rows, which the style sheet places absolutely at its top. */
  readonly body: HTMLElement;
  readonly viewport: ListViewport;
  /** Height of every closed row, in pixels. Open rows are measured. */
  readonly closedHeight: number;
  /** How far beyond the viewport rows are kept ready, in pixels. */
  readonly overscan: number;
  /** Identifies an item; an open row's height is remembered by its key. */
  readonly keyOf: (item: Item) => string;
  readonly isOpen: (item: Item) => boolean;
  readonly makeRow: (item: Item, index: number) => Row;
}

/**
 * A list in which only the rows near the viewport exist. It has one tab stop: ↑ ↓ Home End move between rows. The
 * active row always exists, so that the focus survives scrolling.
 */
export class VirtualList<Item, Row extends VirtualRow> implements Disposable {
  readonly #options: VirtualListOptions<Item, Row>;
  readonly #rows = new Map<number, Row>();
  /** Heights of open rows, by key. */
  readonly #heights = new Map<string, number>();
  readonly #observer = new ResizeObserver((entries) => this.#measure(entries));
  #items: readonly Item[] = [];
  #active = 0;
  #frame = 0;

  constructor(options: VirtualListOptions<Item, Row>) {
    this.#options = options;
    options.body.addEventListener('keydown', (event) => this.#onKey(event));
    options.viewport.scroller.addEventListener('scroll', this.#drawSoon, { passive: true });
  }

  /** Index of the row that Tab reaches. */
  get active(): number {
    return this.#active;
  }

  get hasFocus(): boolean {
    return this.#options.body.contains(document.activeElement);
  }

  /** Drops all rows; call `draw` next. */
  setItems(items: readonly Item[], active = 0): void {
    for (const [index, row] of this.#rows) this.#drop(index, row);
    this.#items = items;
    this.#active = Math.min(active, items.length - 1);
  }

  /** Calls back for every row that exists. */
  forEachRow(change: (item: Item, row: Row) => void): void {
    for (const [index, row] of this.#rows) {
      const item = this.#items[index];
      if (item !== undefined) change(item, row);
    }
  }

  /** Makes the row at `index` the tab stop, without moving the focus. */
  activate(index: number): void {
    if (index === this.#active) return;
    const before = this.#rows.get(this.#active);
    if (before !== undefined) before.button.tabIndex = -1;
    this.#active = index;
    const now = this.#rows.get(index);
    if (now !== undefined) now.button.tabIndex = 0;
  }

  /** Focuses the active row; does nothing if it was not drawn. */
  focus(): void {
    this.#rows.get(this.#active)?.button.focus({ preventScroll: true });
  }

  /** Updates the rows in the page for items, viewport and open rows. */
  draw(): void {
    const { body, viewport, overscan, isOpen } = this.#options;
    const layout = this.#layout();
    const { top, bottom } = viewport.visible();
    const { from, to } = visibleRows(layout, top - overscan, bottom + overscan);
    body.style.height = `${layout.height}px`;
    for (const [index, row] of this.#rows)
      if ((index < from || index >= to) && index !== this.#active) this.#drop(index, row);
    const wanted = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
    for (const index of new Set([...wanted, this.#active])) {
      const item = this.#items[index];
      if (item === undefined) continue;
      const row = this.#rows.get(index) ?? this.#make(item, index);
      row.setOpen(isOpen(item));
      row.element.style.transform = `translateY(${layout.tops[index] ?? 0}px)`;
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#options.viewport.scroller.removeEventListener('scroll', this.#drawSoon);
  }

  readonly #drawSoon = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  };

  #layout(): VirtualLayout {
    const { closedHeight, keyOf, isOpen } = this.#options;
    return virtualLayout(this.#items.length, (index) => {
      const item = this.#items[index];
      if (item === undefined || !isOpen(item)) return closedHeight;
      return this.#heights.get(keyOf(item)) ?? closedHeight;
    });
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    const { keyOf, isOpen } = this.#options;
    let changed = false;
    for (const { target } of entries) {
      const item = this.#items[Number(target.getAttribute('data-index'))];
      const { height } = target.getBoundingClientRect();
      if (item === undefined || !isOpen(item) || this.#heights.get(keyOf(item)) === height) continue;
      this.#heights.set(keyOf(item), height);
      changed = true;
    }
    if (changed) this.draw();
  }

  /** Inserts the row in the list's order, for the Tab key and for screen readers. */
  #make(item: Item, index: number): Row {
    const row = this.#options.makeRow(item, index);
    row.element.dataset['index'] = String(index);
    row.button.tabIndex = index === this.#active ? 0 : -1;
    // Wherever in the row the keyboard is: the row must exist for as long as it is there.
    row.element.addEventListener('focusin', () => this.activate(index));
    const after = Math.min(...[...this.#rows.keys()].filter((other) => other > index));
    this.#options.body.insertBefore(row.element, this.#rows.get(after)?.element ?? null);
    this.#rows.set(index, row);
    this.#observer.observe(row.element);
    return row;
  }

  #drop(index: number, row: Row): void {
    this.#observer.unobserve(row.element);
    row.element.remove();
    this.#rows.delete(index);
  }

  #onKey(event: KeyboardEvent): void {
    const active = this.#active;
    if (event.target !== this.#rows.get(active)?.button) return;
    const target = { ArrowUp: active - 1, ArrowDown: active + 1, Home: 0, End: this.#items.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0 || target >= this.#items.length) return;
    this.activate(target);
    this.#options.viewport.reveal(this.#layout().tops[target] ?? 0);
    this.draw();
    this.focus();
  }
}
