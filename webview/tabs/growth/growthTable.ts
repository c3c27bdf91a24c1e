import type { PalaceGrowth } from '../../../extension/palace/contract/growthSchema.ts';
import type { ChartRows } from '../../export/csvFile.ts';
import { counted } from '../../score/counted.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { element } from '../../ui/element.ts';
import { dayOf } from '../../text/provenance.ts';
import { numberTable } from '../../ui/numberTable.ts';
import type { Surroundings } from '../../ui/view.ts';
import { cumulated } from '../../../extension/base/cumulated.ts';
import { growthChart } from './growthChart.ts';

/** Wings that are drawn; the table has all. */
const mostRows = 40;

/** The name of the step that begins then, as short as its length allows: `2026`, `2026-03`, `2026-03-02`. */
const stepName = (unit: PalaceGrowth['unit'], start: string): string =>
  start.slice(0, unit === 'year' ? 4 : unit === 'month' || unit === 'quarter' ? 7 : 10);

type WingGrowth = PalaceGrowth['wings'][number];

const growthRow = ({ wing, drawers, newest, filed }: WingGrowth, width: number): HTMLElement =>
  element(
    'div',
    { class: 'growth-row', role: 'row' },
    element('span', { class: 'clip', role: 'rowheader', title: wing }, wing),
    element('span', { class: 'num', role: 'cell' }, formatCount(drawers)),
    element('span', { class: 'num', role: 'cell' }, dayOf(newest)),
    element('span', { class: 'lane', role: 'presentation' }, growthChart(filed, width)),
  );

/** The wings as a chart, one row each, over one time axis, and below it how many are in the table alone. */
export const growthRows = (
  { unit, starts, wings }: PalaceGrowth,
  width: number,
  { t }: Surroundings,
): readonly (HTMLElement | null)[] => {
  const heads = [t('Wing'), t('Drawers'), t('Newest')];
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  const table = element(
    'div',
    { class: 'growth-rows', role: 'table', 'aria-label': t('Wings: drawers, newest, and growth') },
    element(
      'div',
      { role: 'rowgroup' },
      element(
        'div',
        { class: 'growth-row head', role: 'row' },
        heads.map((text, at) => element('span', { role: 'columnheader', class: at === 0 ? '' : 'num' }, text)),
        element(
          'span',
          { class: 'lane ends', role: 'presentation' },
          element('span', {}, stepName(unit, first)),
          element('span', {}, stepName(unit, last)),
        ),
      ),
    ),
    element(
      'div',
      { role: 'rowgroup' },
      wings.slice(0, mostRows).map((wing) => growthRow(wing, width)),
    ),
  );
  const more =
    wings.length <= mostRows
      ? null
      : element(
          'p',
          { class: 'dim' },
          counted(wings.length - mostRows, '1 more wing in the table.', '{0} more wings in the table.', t),
        );
  return [table, more];
};

/** The same for a spreadsheet: the size of each wing after every step. */
export const growthCells = ({ unit, starts, wings }: PalaceGrowth): ChartRows => [
  ['wing', ...starts.map((start) => stepName(unit, start))],
  ...wings.map(({ wing, filed }) => [wing, ...cumulated(filed)]),
];

/** The same as numbers: the size of each wing after every step. */
export const growthNumbers = ({ t }: Surroundings) => {
  const table = numberTable<WingGrowth>(
    t('Growth as a table'),
    ({ wing, filed }) => ({ name: wing, cells: cumulated(filed).map((sum) => ({ text: formatCount(sum) })) }),
    t,
  );
  return {
    element: table.element,
    draw: ({ unit, starts, wings }: PalaceGrowth): void =>
      table.draw([t('Wing'), ...starts.map((start) => stepName(unit, start))], wings),
  };
};
