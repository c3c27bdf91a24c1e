import { formatCount } from '../score/numberFormat.ts';
import type { Translate } from '../text/translate.ts';
import { element, replaceContent } from './element.ts';
import { refocus } from './refocus.ts';
import { actionButton } from './toolkit.ts';

interface NumberRow {
  readonly name: string;
  readonly cells: readonly { readonly text: string; readonly isStrong?: boolean }[];
}

/** Rows that are drawn at once: a page lays out thousands of rows with dozens of cells for seconds. */
const rowsAtOnce = 200;

const rowElement = ({ name, cells }: NumberRow): HTMLElement =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    cells.map(({ text, isStrong = false }) => element('td', { class: isStrong ? 'num strong' : 'num' }, text)),
  );

/**
 * A chart's numbers as a table that scrolls sideways on its own; `heads` begins with the heading of the rows' names. A long table
 * begins with its first rows, says how many it has, and goes on when asked to. Drawn again, it shows as many rows as before.
 */
export const numberTable = <Item>(label: string, rowOf: (item: Item) => NumberRow, t: Translate) => {
  let items: readonly Item[] = [];
  const head = element('tr');
  const body = element('tbody');
  const scroller = element(
    'div',
    { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': label },
    element('table', { class: 'grid wing-numbers' }, element('thead', {}, head), body),
  );
  const state = element('span', { class: 'dim', role: 'status' });
  const further = actionButton({
    label: t('Show more'),
    run: () => showRows(body.childElementCount + rowsAtOnce),
  });
  const foot = element('div', { class: 'further' }, state, further);
  /** Adds the rows that are missing of so many. */
  const showRows = (most: number): void => {
    const wasOnButton = document.activeElement === further;
    body.append(...items.slice(body.childElementCount, most).map((item) => rowElement(rowOf(item))));
    state.textContent = [
      t('{0} of {1} rows.', formatCount(body.childElementCount), formatCount(items.length)),
      ...(body.childElementCount < items.length ? [t('The CSV file under “Export” has all of them.')] : []),
    ].join(' ');
    further.hidden = body.childElementCount === items.length;
    foot.hidden = items.length <= rowsAtOnce;
    if (wasOnButton && further.hidden) refocus(() => scroller.focus({ preventScroll: true }));
  };
  return {
    element: element('div', {}, scroller, foot),
    draw: (heads: readonly string[], all: readonly Item[]): void => {
      const shown = body.childElementCount;
      items = all;
      replaceContent(
        head,
        heads.map((text, at) => element('th', at === 0 ? { scope: 'col' } : { scope: 'col', class: 'num' }, text)),
      );
      body.replaceChildren();
      showRows(Math.max(shown, rowsAtOnce));
    },
  };
};
