import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { virtualLayout, visibleRows } from '../../ui/virtualLayout.ts';
import type { ListScale } from './listScale.ts';
import type { RankedHit } from './rankedHit.ts';
import { resultRow, type ResultRow } from './resultRow.ts';

/** Heights of a closed row, border included, in pixels. */
const closedHeight = { wide: 45, narrow: 77 } as const;
/** How far beyond the window rows are kept ready, in pixels. */
const overscan = 600;

/** Where the keyboard is in a list, so that a redrawn list can go on from there. */
export interface ListPlace {
  readonly active: number;
  readonly focused: boolean;
}

export interface ResultList {
  readonly element: HTMLElement;
  readonly place: () => ListPlace;
  /** Gives the focus back that a redraw took away; call it once the list stands in the page. */
  readonly restoreFocus: () => void;
  readonly update: (run: SearchRun, state: InspectorState) => void;
  readonly dispose: () => void;
}

/**
 * The ranked list. Only rows near the window exist; closed rows are of fixed height, open ones are measured. One tab
 * stop: ↑ ↓ Home End move between rows.
 */
export const resultList = (
  rows: readonly RankedHit[],
  start: ListPlace,
  list: ListScale,
  surroundings: Surroundings,
): ResultList => {
  const { inspector, t } = surroundings;
  const items = element('ol', { class: 'results', 'aria-label': t('Results, in the order of selection') });
  const made = new Map<number, ResultRow>();
  const measured = new Map<number, number>();
  const closed = list.narrow ? closedHeight.narrow : closedHeight.wide;
  let open: ReadonlySet<string> = new Set();
  let freshness: SearchRun['freshness'] = new Map();
  let active = Math.min(start.active, rows.length - 1);
  let frame = 0;

  const isOpen = (index: number): boolean => open.has(rows[index]?.hit.drawer_id ?? '');
  const layout = () =>
    virtualLayout(rows.length, (index) => (isOpen(index) ? (measured.get(index) ?? closed) : closed));
  const observer = new ResizeObserver((entries) => {
    let changed = false;
    for (const { target } of entries) {
      const index = Number(target.getAttribute('data-index'));
      const height = target.getBoundingClientRect().height;
      if (!isOpen(index) || measured.get(index) === height) continue;
      measured.set(index, height);
      changed = true;
    }
    if (changed) draw();
  });

  const toggle = (index: number): void => {
    const id = rows[index]?.hit.drawer_id;
    if (id === undefined) return;
    activate(index);
    const { openDrawers } = inspector.state.look;
    inspector.setLook({
      openDrawers: openDrawers.includes(id) ? openDrawers.filter((other) => other !== id) : [...openDrawers, id],
    });
  };
  const make = (index: number, data: RankedHit): ResultRow => {
    const row = resultRow(data, rows.length, list, surroundings, () => toggle(index));
    row.element.setAttribute('data-index', String(index));
    row.button.tabIndex = index === active ? 0 : -1;
    row.button.addEventListener('focus', () => activate(index));
    const state = freshness.get(data.hit.drawer_id);
    if (state !== undefined) row.setFreshness(state);
    const after = [...made.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    items.insertBefore(row.element, after === undefined ? null : (made.get(after)?.element ?? null));
    made.set(index, row);
    observer.observe(row.element);
    return row;
  };
  const drop = (index: number, row: ResultRow): void => {
    observer.unobserve(row.element);
    row.element.remove();
    made.delete(index);
  };

  const draw = (): void => {
    const { tops, height } = layout();
    const top = -items.getBoundingClientRect().top;
    const { from, to } = visibleRows({ tops, height }, top - overscan, top + window.innerHeight + overscan);
    items.style.height = `${height}px`;
    for (const [index, row] of made) if ((index < from || index >= to) && index !== active) drop(index, row);
    const wanted = [...new Set([...Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i), active])];
    for (const index of wanted) {
      const data = rows[index];
      if (data === undefined) continue;
      const row = made.get(index) ?? make(index, data);
      row.setOpen(isOpen(index));
      row.element.style.transform = `translateY(${tops[index] ?? 0}px)`;
    }
  };
  const drawSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };

  const activate = (index: number): void => {
    if (index === active) return;
    const before = made.get(active);
    if (before !== undefined) before.button.tabIndex = -1;
    active = index;
    const now = made.get(index);
    if (now !== undefined) now.button.tabIndex = 0;
  };
  /** Keeps a focused row clear of the sticky head and of the lower edge. */
  const bringIntoView = (index: number): void => {
    const row = made.get(index)?.element;
    if (row === undefined) return;
    const head = document.querySelector('.list-head')?.getBoundingClientRect().bottom ?? 0;
    const { top } = row.getBoundingClientRect();
    if (top < head) window.scrollBy({ top: top - head });
    else if (top + closed > window.innerHeight) window.scrollBy({ top: top + closed - window.innerHeight });
  };
  items.addEventListener('keydown', (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('row-button')) return;
    const target = { ArrowUp: active - 1, ArrowDown: active + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0 || target >= rows.length) return;
    activate(target);
    draw();
    bringIntoView(target);
    draw();
    made.get(target)?.button.focus({ preventScroll: true });
  });
  document.addEventListener('scroll', drawSoon, { passive: true });

  return {
    element: items,
    place: () => ({ active, focused: items.contains(document.activeElement) }),
    restoreFocus: () => {
      if (!start.focused) return;
      draw();
      made.get(active)?.button.focus({ preventScroll: true });
    },
    update: (run, { look }) => {
      open = new Set(look.openDrawers);
      if (run.freshness !== freshness) {
        freshness = run.freshness;
        for (const [index, row] of made) row.setFreshness(freshness.get(rows[index]?.hit.drawer_id ?? ''));
      }
      draw();
    },
    dispose: () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('scroll', drawSoon);
    },
  };
};
