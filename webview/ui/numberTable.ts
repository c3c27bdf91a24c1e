import { formatCount } from '../score/numberFormat.ts';
import type { Translate } from '../text/translate.ts';
import { element } from './element.ts';
import { refocus } from './refocus.ts';
import { actionButton } from './toolkit.ts';

export interface NumberRow {
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
 * begins with its first rows, says how many it has, and goes on when asked to.
 */
export const numberTable = <Item>(
  label: string,
  heads: readonly string[],
  items: readonly Item[],
  rowOf: (item: Item) => NumberRow,
  t: Translate,
): HTMLElement => {
  const body = element('tbody');
  const scroller = element(
    'div',
    { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': label },
    element(
      'table',
      { class: 'grid wing-numbers' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((text, at) =>
            element('th', at === 0 ? { scope: 'col' } : { scope: 'col', class: 'num' }, text),
          ),
        ),
      ),
      body,
    ),
  );
  const state = element('span', { class: 'dim', role: 'status' });
  const further = actionButton({
    label: t('Show more'),
    run: () => {
      addRows();
      if (further.hidden) refocus(() => scroller.focus({ preventScroll: true }));
    },
  });
  const addRows = (): void => {
    const from = body.childElementCount;
    body.append(...items.slice(from, from + rowsAtOnce).map((item) => rowElement(rowOf(item))));
    state.textContent = [
      t('{0} of {1} rows.', formatCount(body.childElementCount), formatCount(items.length)),
      ...(body.childElementCount < items.length ? [t('The CSV file under “Export” has all of them.')] : []),
    ].join(' ');
    further.hidden = body.childElementCount === items.length;
  };
  addRows();
  return items.length <= rowsAtOnce
    ? scroller
    : element('div', {}, scroller, element('div', { class: 'further' }, state, further));
};
