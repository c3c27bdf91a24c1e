import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import { VirtualList, type ListViewport, type VirtualRow } from '../../ui/virtualList.ts';
import { dropColumns, type DropColumn, type DropRow } from './dropRows.ts';
import { dropTableRow } from './dropTableRow.ts';
import { refocus } from '../../ui/refocus.ts';

/** Height of a closed row, in pixels. */
const closedHeight = 22;
const overscan = 220;
const numeric: ReadonlySet<DropColumn> = new Set<DropColumn>(['cosine', 'score']);

interface DropTable {
  readonly element: HTMLElement;
  readonly update: (drops: readonly DropRow[], sort: DropColumn, descending: boolean) => void;
  readonly dispose: () => void;
}

/** The row of sort buttons, and how it shows which column sorts. */
const dropHead = (
  choose: (column: DropColumn) => void,
  { t }: Surroundings,
): {
  readonly element: HTMLElement;
  readonly update: (sort: DropColumn, descending: boolean) => void;
} => {
  const titles: Readonly<Record<DropColumn, string>> = {
    title: t('Drawer'),
    wing: t('Wing'),
    phase: t('Dropped at'),
    reason: t('Reason'),
    cosine: t('Cosine'),
    score: t('Score'),
  };
  const heads = dropColumns.map((column) => {
    const arrow = element('span', { 'aria-hidden': 'true' });
    const head = element(
      'span',
      { role: 'columnheader', 'aria-sort': 'none', class: numeric.has(column) ? `${column} num` : column },
      element(
        'button',
        { type: 'button', class: 'sort', on: { click: () => choose(column) } },
        titles[column],
        arrow,
      ),
    );
    return { column, head, arrow };
  });
  return {
    element: element(
      'div',
      { class: 'drop-head', role: 'rowgroup' },
      element(
        'div',
        { class: 'drop-row', role: 'row', 'aria-rowindex': 1 },
        heads.map(({ head }) => head),
      ),
    ),
    update: (sort, descending) => {
      for (const { column, head, arrow } of heads) {
        head.setAttribute('aria-sort', column === sort ? (descending ? 'descending' : 'ascending') : 'none');
        arrow.textContent = column === sort ? (descending ? ' ↓' : ' ↑') : '';
      }
    },
  };
};

/** The table scrolls in its own box. Two rows below a revealed one are kept in view. */
const boxViewport = (scroller: HTMLElement): ListViewport => ({
  scroller,
  visible: () => ({ top: scroller.scrollTop, bottom: scroller.scrollTop + scroller.clientHeight }),
  reveal: (top) => {
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 3 * closedHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + 3 * closedHeight - scroller.clientHeight;
  },
});

/** The dropped candidates. Enter or Space opens a row, which then shows its full reason and the drawer's ID. */
export const dropTable = (choose: (column: DropColumn) => void, surroundings: Surroundings): DropTable => {
  const { t } = surroundings;
  const head = dropHead(choose, surroundings);
  const body = element('div', { class: 'drop-body', role: 'rowgroup' });
  const table = element(
    'div',
    { class: 'drop-table', role: 'table', 'aria-label': t('Dropped candidates') },
    head.element,
    body,
  );
  const scroller = element('div', { class: 'drop-scroll' }, table);
  const open = new Set<string>();

  const rows = new VirtualList<DropRow, VirtualRow>({
    body,
    viewport: boxViewport(scroller),
    closedHeight,
    overscan,
    keyOf: ({ drawerId }) => drawerId,
    isOpen: ({ drawerId }) => open.has(drawerId),
    makeRow: (drop, index) =>
      dropTableRow(drop, index, surroundings, () => {
        if (!open.delete(drop.drawerId)) open.add(drop.drawerId);
        rows.activate(index);
        rows.draw();
      }),
  });
  const sizes = new ResizeObserver(() => rows.draw());
  sizes.observe(scroller);

  return {
    element: scroller,
    update: (drops, sort, descending) => {
      const { hasFocus } = rows;
      head.update(sort, descending);
      rows.setItems(drops);
      scroller.scrollTop = 0;
      table.setAttribute('aria-rowcount', String(drops.length + 1));
      rows.draw();
      if (hasFocus) refocus(() => rows.focus());
    },
    dispose: () => {
      rows.dispose();
      sizes.disconnect();
    },
  };
};
