import { dropLook } from '../../score/dropLook.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { shortTitle } from '../../text/drawerTitle.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { virtualLayout, visibleRows } from '../../ui/virtualLayout.ts';
import { dropColumns, type DropColumn, type DropRow } from './dropRows.ts';

/** Height of a closed row, in pixels. */
const closedHeight = 22;
const overscan = 220;
const numeric: ReadonlySet<DropColumn> = new Set<DropColumn>(['cosine', 'score']);

export interface DropTable {
  readonly element: HTMLElement;
  readonly update: (rows: readonly DropRow[], sort: DropColumn, descending: boolean) => void;
  readonly dispose: () => void;
}

interface MadeRow {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly detail: HTMLElement;
}

const written = (value: number | null): string => (value === null ? '' : shownScore(value));

/**
 * The dropped candidates. Only rows near the window of the table exist. One tab stop: ↑ ↓ Home End move between rows,
 * Enter or Space opens one, which then shows its reason in full and the drawer's ID.
 */
export const dropTable = (choose: (column: DropColumn) => void, { t, inspector }: Surroundings): DropTable => {
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
  const body = element('div', { class: 'drop-body', role: 'rowgroup' });
  const table = element(
    'div',
    { class: 'drop-table', role: 'table', 'aria-label': t('Dropped candidates') },
    element(
      'div',
      { class: 'drop-head', role: 'rowgroup' },
      element(
        'div',
        { class: 'drop-row', role: 'row', 'aria-rowindex': 1 },
        heads.map(({ head }) => head),
      ),
    ),
    body,
  );
  const scroller = element('div', { class: 'drop-scroll' }, table);

  let rows: readonly DropRow[] = [];
  let active = 0;
  let frame = 0;
  const open = new Set<string>();
  const made = new Map<number, MadeRow>();
  const measured = new Map<string, number>();
  const keyOf = (index: number): string => rows[index]?.drawerId ?? '';
  const layout = () =>
    virtualLayout(rows.length, (index) =>
      open.has(keyOf(index)) ? (measured.get(keyOf(index)) ?? closedHeight) : closedHeight,
    );

  const observer = new ResizeObserver((entries) => {
    let changed = false;
    for (const { target } of entries) {
      const key = keyOf(Number(target.getAttribute('data-index')));
      const { height } = target.getBoundingClientRect();
      if (!open.has(key) || measured.get(key) === height) continue;
      measured.set(key, height);
      changed = true;
    }
    if (changed) draw();
  });

  const toggle = (index: number): void => {
    const key = keyOf(index);
    if (!open.delete(key)) open.add(key);
    activate(index);
    draw();
  };
  const make = (index: number, row: DropRow): MadeRow => {
    const look = dropLook(row.phase);
    const button = element(
      'button',
      {
        type: 'button',
        class: 'disclose',
        tabindex: index === active ? '0' : '-1',
        'aria-expanded': 'false',
        on: { click: () => toggle(index), focus: () => activate(index) },
      },
      icon('chevron'),
      element('span', { class: 'clip' }, shortTitle(row.title)),
    );
    const detail = element(
      'div',
      { role: 'row', class: 'drop-detail', hidden: true },
      element(
        'div',
        { role: 'cell', 'aria-colspan': dropColumns.length },
        element('p', {}, row.reason),
        element(
          'p',
          { class: 'dim' },
          row.title === row.drawerId ? '' : `${row.title} · `,
          row.wing === '' ? '' : `${row.wing} · `,
          element('span', { class: 'mono' }, row.drawerId),
        ),
        element(
          'p',
          {},
          element(
            'button',
            { type: 'button', class: 'quiet', on: { click: () => inspector.openSource(row.drawerId) } },
            icon('open'),
            t('Open source'),
          ),
          element(
            'button',
            { type: 'button', class: 'quiet', on: { click: () => inspector.askWhyNot(row.drawerId) } },
            icon('info'),
            t('Why isn’t it here?'),
          ),
        ),
      ),
    );
    const whole = element(
      'div',
      { class: 'drop', 'data-index': index },
      element(
        'div',
        { class: 'drop-row', role: 'row', 'aria-rowindex': index + 2 },
        element('span', { role: 'rowheader', class: 'title' }, button),
        element('span', { role: 'cell', class: 'wing clip' }, row.wing),
        element(
          'span',
          { role: 'cell', class: 'phase clip' },
          element('span', { class: `swatch family-${look.family}` }),
          t(look.label),
        ),
        element('span', { role: 'cell', class: 'reason clip dim' }, row.reason),
        element('span', { role: 'cell', class: 'cosine num' }, written(row.cosine)),
        element('span', { role: 'cell', class: 'score num' }, written(row.score)),
      ),
      detail,
    );
    const after = [...made.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    body.insertBefore(whole, after === undefined ? null : (made.get(after)?.element ?? null));
    const one = { element: whole, button, detail };
    made.set(index, one);
    observer.observe(whole);
    return one;
  };
  const drop = (index: number, { element: gone }: MadeRow): void => {
    observer.unobserve(gone);
    gone.remove();
    made.delete(index);
  };
  const draw = (): void => {
    const { tops, height } = layout();
    const { from, to } = visibleRows(
      { tops, height },
      scroller.scrollTop - overscan,
      scroller.scrollTop + scroller.clientHeight + overscan,
    );
    body.style.height = `${height}px`;
    for (const [index, row] of made) if ((index < from || index >= to) && index !== active) drop(index, row);
    for (const index of new Set([...Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i), active])) {
      const data = rows[index];
      if (data === undefined) continue;
      const row = made.get(index) ?? make(index, data);
      const isOpen = open.has(data.drawerId);
      row.button.setAttribute('aria-expanded', String(isOpen));
      row.detail.hidden = !isOpen;
      row.element.style.transform = `translateY(${tops[index] ?? 0}px)`;
    }
  };
  const activate = (index: number): void => {
    if (index === active) return;
    const before = made.get(active);
    if (before !== undefined) before.button.tabIndex = -1;
    active = index;
    const now = made.get(index);
    if (now !== undefined) now.button.tabIndex = 0;
  };
  body.addEventListener('keydown', (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('disclose')) return;
    const target = { ArrowUp: active - 1, ArrowDown: active + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0 || target >= rows.length) return;
    activate(target);
    const top = layout().tops[target] ?? 0;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + closedHeight > scroller.scrollTop + scroller.clientHeight - 2 * closedHeight)
      scroller.scrollTop = top + 3 * closedHeight - scroller.clientHeight;
    draw();
    made.get(target)?.button.focus({ preventScroll: true });
  });
  scroller.addEventListener(
    'scroll',
    () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    },
    { passive: true },
  );
  const sizes = new ResizeObserver(() => draw());
  sizes.observe(scroller);

  return {
    element: scroller,
    update: (next, sort, descending) => {
      const focused = body.contains(document.activeElement);
      for (const { column, head, arrow } of heads) {
        head.setAttribute('aria-sort', column === sort ? (descending ? 'descending' : 'ascending') : 'none');
        arrow.textContent = column === sort ? (descending ? ' ↓' : ' ↑') : '';
      }
      for (const [index, row] of made) drop(index, row);
      rows = next;
      active = 0;
      scroller.scrollTop = 0;
      table.setAttribute('aria-rowcount', String(rows.length + 1));
      draw();
      if (focused) made.get(0)?.button.focus({ preventScroll: true });
    },
    dispose: () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      sizes.disconnect();
    },
  };
};
