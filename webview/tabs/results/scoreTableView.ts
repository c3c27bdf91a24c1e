import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { scoreTableText, type ScoreTable } from './scoreTable.ts';

/** The list as a table; Copy gives every number at full precision. */
export const scoreTableView = (table: ScoreTable, { inspector, t }: Surroundings): HTMLElement => {
  const swatch = (family: string): HTMLElement => element('span', { class: `swatch family-${family}` });
  const copy = (): void => inspector.copyText(scoreTableText(table));
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Scores as a table') },
      element(
        'table',
        { class: 'grid scores' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col', class: 'num' }, '#'),
            element('th', { scope: 'col' }, t('Drawer')),
            table.columns.map(({ label, family }) =>
              element('th', { scope: 'col', class: 'num' }, swatch(family), t(label)),
            ),
            element('th', { scope: 'col', class: 'num' }, t('final')),
            element('th', { scope: 'col', class: 'num' }, t('selection')),
          ),
        ),
        element(
          'tbody',
          {},
          table.rows.map(({ rank, drawerId, place, cells, final, selection }) =>
            element(
              'tr',
              {},
              element('td', { class: 'num' }, String(rank)),
              element('th', { scope: 'row', class: 'clip', title: drawerId }, place),
              cells.map((cell) =>
                element(
                  'td',
                  { class: 'num', title: cell === null ? null : String(cell.exact) },
                  cell?.shown ?? '',
                ),
              ),
              element('td', { class: 'num', title: String(final.exact) }, final.shown),
              element(
                'td',
                { class: 'num strong', title: selection === null ? null : String(selection.exact) },
                selection?.shown ?? '',
              ),
            ),
          ),
        ),
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
