import type { Translate } from '../../text/translate.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { scoreTableText, type ScoreTable } from './scoreTable.ts';

type ScoreRow = ScoreTable['rows'][number];

const headRow = (columns: ScoreTable['columns'], t: Translate): HTMLElement =>
  element(
    'tr',
    {},
    element('th', { scope: 'col', class: 'num' }, '#'),
    element('th', { scope: 'col' }, t('Drawer')),
    columns.map(({ label, family }) =>
      element(
        'th',
        { scope: 'col', class: 'num' },
        element('span', { class: `swatch family-${family}` }),
        t(label),
      ),
    ),
    element('th', { scope: 'col', class: 'num' }, t('final')),
    element('th', { scope: 'col', class: 'num' }, t('selection')),
  );

/** A shown number, whose tooltip is the exact one; empty without a number. */
const numberCell = (number: ScoreRow['selection'], kind = 'num'): HTMLElement =>
  element('td', { class: kind, title: number === null ? null : String(number.exact) }, number?.shown ?? '');

const scoreRow = ({ rank, drawerId, place, cells, final, selection }: ScoreRow): HTMLElement =>
  element(
    'tr',
    {},
    element('td', { class: 'num' }, String(rank)),
    element('th', { scope: 'row', class: 'clip', title: drawerId }, place),
    cells.map((cell) => numberCell(cell)),
    numberCell(final),
    numberCell(selection, 'num strong'),
  );

/** The list as a table; Copy gives every number at full precision. */
export const scoreTableView = (table: ScoreTable, { inspector, t }: Surroundings): HTMLElement => {
  const copy = (): void => inspector.editor.copyText(scoreTableText(table));
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Scores as a table') },
      element(
        'table',
        { class: 'grid scores' },
        element('thead', {}, headRow(table.columns, t)),
        element('tbody', {}, table.rows.map(scoreRow)),
      ),
    ),
    element(
      'button',
      { type: 'button', class: 'quiet', on: { click: copy } },
      icon('copy'),
      t('Copy at full precision'),
    ),
  );
};
