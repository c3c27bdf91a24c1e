import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { VirtualList, type ListViewport } from '../../ui/virtualList.ts';
import type { ListScale } from './listScale.ts';
import type { RankedHit } from './rankedHit.ts';
import { resultRow, type ResultRow } from './resultRow.ts';
import { refocus } from '../../ui/refocus.ts';

/** Height of a closed row, border included, in pixels. */
const closedHeight = 73;
const overscan = 600;

/** Where the keyboard is in a list, so that a redrawn list can continue from there. */
export interface ListPlace {
  readonly active: number;
  readonly focused: boolean;
}

export interface ResultList {
  readonly element: HTMLElement;
  readonly place: () => ListPlace;
  /** Restores the focus that a redraw took away. Call it once the list is in the page. */
  readonly restoreFocus: () => void;
  readonly update: (run: SearchRun, state: InspectorState) => void;
  readonly dispose: () => void;
}

/** The page scrolls, not the list. A revealed row is kept clear of the sticky head and of the lower edge. */
const pageViewport = (items: HTMLElement): ListViewport => {
  const topInPage = (): number => items.getBoundingClientRect().top;
  return {
    scroller: document,
    visible: () => ({ top: -topInPage(), bottom: window.innerHeight - topInPage() }),
    reveal: (rowTop) => {
      const head = document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0;
      const top = topInPage() + rowTop;
      if (top < head) window.scrollBy({ top: top - head });
      else if (top + closedHeight > window.innerHeight)
        window.scrollBy({ top: top + closedHeight - window.innerHeight });
    },
  };
};

/** The ranked list. */
export const resultList = (
  hits: readonly RankedHit[],
  start: ListPlace,
  list: ListScale,
  surroundings: Surroundings,
): ResultList => {
  const { inspector, t } = surroundings;
  const items = element('ol', { class: 'results', 'aria-label': t('Results, in the order of selection') });
  let open: ReadonlySet<string> = new Set();
  let known: SearchRun | null = null;
  const idOf = ({ hit }: RankedHit): string => hit.drawer_id;

  const toggle = (id: string): void => {
    const { openDrawers } = inspector.state.look;
    inspector.setLook({
      openDrawers: openDrawers.includes(id) ? openDrawers.filter((other) => other !== id) : [...openDrawers, id],
    });
  };
  /** Updates a row with what has become known since the search. */
  const learn = ({ hit: { drawer_id: id, pinned } }: RankedHit, row: ResultRow): void =>
    row.learn({
      freshness: known?.freshness.get(id),
      pinned: known?.pinned.get(id) ?? pinned,
      change: known?.changes.get(id),
    });
  const rows = new VirtualList<RankedHit, ResultRow>({
    body: items,
    viewport: pageViewport(items),
    closedHeight,
    overscan,
    keyOf: idOf,
    isOpen: (ranked) => open.has(idOf(ranked)),
    makeRow: (ranked, index) => {
      const row = resultRow(ranked, hits.length, list, surroundings, () => {
        rows.activate(index);
        toggle(idOf(ranked));
      });
      learn(ranked, row);
      return row;
    },
  });
  rows.setItems(hits, start.active);

  return {
    element: items,
    place: () => ({ active: rows.active, focused: rows.hasFocus }),
    restoreFocus: () => {
      if (!start.focused) return;
      rows.draw();
      refocus(() => rows.focus());
    },
    update: (run, { look }) => {
      open = new Set(look.openDrawers);
      if (run !== known) {
        known = run;
        rows.forEachRow(learn);
      }
      rows.draw();
    },
    dispose: () => rows.dispose(),
  };
};
