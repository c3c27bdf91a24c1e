import { columnHeads } from '../../ui/columnHeads.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { ComparedDrawer, Comparison } from './comparison.ts';
import { slopeChart } from '../../charts/slopeChart.ts';
import type { Slope } from '../../charts/slopeLayout.ts';

const slopesWidth = 180;

const movedCell = ({ moved }: ComparedDrawer): HTMLElement =>
  element(
    'td',
    { class: 'by' },
    element('span', { 'aria-hidden': 'true' }, moved.shown),
    element('span', { class: 'sr-only' }, moved.spoken),
  );

const table = (
  label: string,
  heads: Parameters<typeof columnHeads>[0],
  rows: readonly HTMLElement[],
  kind = 'run',
): HTMLElement =>
  element('table', { class: kind, 'aria-label': label }, columnHeads(heads), element('tbody', {}, rows));

/** Lights up a drawer in both tables and its slope while the mouse is over any of them. */
const lightUpPairs = (whole: HTMLElement): void => {
  const light = (event: Event, on: boolean): void => {
    if (!(event.target instanceof Element)) return;
    const id = event.target.closest('[data-drawer]')?.getAttribute('data-drawer');
    if (id === undefined || id === null) return;
    for (const node of whole.querySelectorAll('[data-drawer]'))
      if (node.getAttribute('data-drawer') === id) node.classList.toggle('lit', on);
  };
  whole.addEventListener('mouseover', (event) => light(event, true));
  whole.addEventListener('mouseout', (event) => light(event, false));
};

/** Both rankings as tables on one grid, with their slopes between. */
export const sideBySide = (
  { layout, drawers }: Comparison,
  names: readonly [string, string],
  { t }: Surroundings,
): HTMLElement => {
  const rowsOf = (
    slopes: readonly Slope[],
    top: number,
    cells: (drawer: ComparedDrawer) => readonly HTMLElement[],
  ): readonly HTMLElement[] =>
    slopes.flatMap(({ id }, index) => {
      const drawer = drawers.get(id);
      return drawer === undefined
        ? []
        : [element('tr', { 'data-drawer': id, class: index >= top ? 'beyond' : '' }, cells(drawer))];
    });
  const title = (drawer: ComparedDrawer): HTMLElement =>
    element('th', { scope: 'row', class: 'clip', title: drawer.title }, drawer.title);
  const left = table(
    t('Ranking A'),
    [
      ['num rank', '#'],
      ['', t('A: {0}', names[0])],
      ['num score', t('Score')],
    ],
    rowsOf(layout.rowsA, layout.topA, (drawer) => [
      element('td', { class: 'num' }, drawer.rankA),
      title(drawer),
      element('td', { class: 'num' }, drawer.scoreA),
    ]),
  );
  const right = table(
    t('Ranking B'),
    [
      ['num rank', '#'],
      ['by', t('Moved')],
      ['', t('B: {0}', names[1])],
      ['num score', t('Score')],
      ['num score', t('Change')],
    ],
    rowsOf(layout.rowsB, layout.topB, (drawer) => [
      element('td', { class: 'num' }, drawer.rankB),
      movedCell(drawer),
      title(drawer),
      ...(drawer.why === null
        ? [element('td', { class: 'num' }, drawer.scoreB), element('td', { class: 'num dim' }, drawer.change)]
        : [element('td', { class: 'num clip', colspan: 2, title: drawer.why.reason }, drawer.why.short)]),
    ]),
  );
  const whole = element(
    'div',
    { class: 'compare' },
    left,
    element('div', { class: 'slopes-slot' }, slopeChart(layout, slopesWidth)),
    right,
  );
  lightUpPairs(whole);
  return whole;
};

/** The same drawers in one list, for narrow panels: both places, the move, the title and why it dropped out, stacked. */
export const stacked = (
  { layout, drawers }: Comparison,
  names: readonly [string, string],
  { t }: Surroundings,
): HTMLElement =>
  element(
    'div',
    {},
    element('p', { class: 'dim' }, t('A: {0}. B: {1}.', names[0], names[1])),
    table(
      t('Both rankings'),
      [
        ['num rank', 'A'],
        ['num rank', 'B'],
        ['by', t('Moved')],
        ['', t('Drawer')],
      ],
      layout.rowsB.flatMap(({ id }, index) => {
        const drawer = drawers.get(id);
        return drawer === undefined
          ? []
          : [
              element(
                'tr',
                { class: index >= layout.topB ? 'beyond' : '' },
                element('td', { class: 'num' }, drawer.rankA),
                element('td', { class: 'num' }, drawer.rankB),
                movedCell(drawer),
                element(
                  'th',
                  { scope: 'row', title: drawer.title },
                  element('span', { class: 'two-lines' }, drawer.title),
                  element(
                    'span',
                    { class: 'dim scores' },
                    drawer.why === null
                      ? [drawer.scoreA, drawer.scoreB].filter((score) => score !== '').join(' → ')
                      : drawer.why.short,
                  ),
                ),
              ),
            ];
      }),
      'run stacked',
    ),
  );
