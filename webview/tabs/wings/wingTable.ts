import type { ChartRows } from '../../export/csvFile.ts';
import { formatCount, formatPercent } from '../../score/numberFormat.ts';
import { element } from '../../ui/element.ts';
import { numberTable } from '../../ui/numberTable.ts';
import type { Surroundings } from '../../ui/view.ts';
import { saturationChart, shareBars } from './wingCharts.ts';
import type { WingRow, WingRows } from './wingRows.ts';
import { counted, drawersText, resultsText } from '../../score/counted.ts';

/** Picks drawn one by one; later ones change a share by less than a pixel. */
const mostSteps = 100;

export interface WingWidths {
  readonly shares: number;
  readonly steps: number;
}

const inWords = ({ palaceCount, palaceShare, resultCount, resultShare }: WingRow, t: Surroundings['t']): string =>
  t(
    '{0}, {1} of the palace; {2}, {3}',
    drawersText(palaceCount, t),
    formatPercent(palaceShare),
    resultsText(resultCount, t),
    formatPercent(resultShare),
  );

const picksOf = ({ steps }: WingRow): string =>
  steps.flatMap(({ picked }, index) => (picked ? [`#${index + 1}`] : [])).join(', ');

const wingRow = (row: WingRow, widths: WingWidths, t: Surroundings['t']): HTMLElement =>
  element(
    'div',
    { class: 'wing-row', role: 'row' },
    element('span', { class: 'clip', role: 'rowheader', title: row.wing }, row.wing),
    element(
      'span',
      { role: 'cell' },
      shareBars(row, widths.shares),
      element('span', { class: 'sr-only' }, inWords(row, t)),
    ),
    element(
      'span',
      { role: 'cell' },
      saturationChart(row, widths.steps),
      element(
        'span',
        { class: 'sr-only' },
        row.resultCount === 0 ? t('never picked') : t('picked at {0}', picksOf(row)),
      ),
    ),
  );

/** The wings as a chart, one row each, and below it how many have none. */
export const wingChart = (
  { rows, rest }: WingRows,
  widths: WingWidths,
  { t }: Surroundings,
): readonly (HTMLElement | null)[] => {
  const shown = rows.map((row) => ({ ...row, steps: row.steps.slice(0, mostSteps) }));
  const heads = [
    t('Wing'),
    t('Palace, then result'),
    t('Share of the set after each pick (half at mid-height; filled where the wing was picked; dashes: the run)'),
  ];
  const table = element(
    'div',
    {
      class: 'wings',
      role: 'table',
      'aria-label': t('Wings: share of the palace, of the result, and after each pick'),
    },
    element(
      'div',
      { role: 'rowgroup' },
      element(
        'div',
        { class: 'wing-row head', role: 'row' },
        heads.map((text) => element('span', { role: 'columnheader' }, text)),
      ),
    ),
    element(
      'div',
      { role: 'rowgroup' },
      shown.map((row) => wingRow(row, widths, t)),
    ),
  );
  const others =
    rest.wings === 0
      ? null
      : element(
          'p',
          { class: 'dim' },
          t(
            '{0} with {1}: none of them picked.',
            counted(rest.wings, '1 more wing', '{0} more wings', t),
            drawersText(rest.drawers, t),
          ),
        );
  return [table, others];
};

/** The same rows for a spreadsheet; shares are 0…1. */
export const wingCells = ({ rows }: WingRows): ChartRows => [
  [
    'wing',
    'palace_drawers',
    'palace_share',
    'results',
    'result_share',
    ...(rows[0]?.steps ?? []).map((_, index) => `share_after_${index + 1}`),
  ],
  ...rows.map(({ wing, palaceCount, palaceShare, resultCount, resultShare, steps }) => [
    wing,
    palaceCount,
    palaceShare,
    resultCount,
    resultShare,
    ...steps.map(({ share }) => share),
  ]),
];

/** The same rows as numbers. */
export const wingNumbers = ({ t }: Surroundings) => {
  const table = numberTable<WingRows['rows'][number]>(
    t('Wings as a table'),
    (row) => ({
      name: row.wing,
      cells: [
        { text: formatCount(row.palaceCount) },
        { text: formatPercent(row.palaceShare) },
        { text: formatCount(row.resultCount) },
        { text: formatPercent(row.resultShare) },
        ...row.steps
          .slice(0, mostSteps)
          .map(({ share, picked }) => ({ text: formatPercent(share), isStrong: picked })),
      ],
    }),
    t,
  );
  return {
    element: table.element,
    draw: ({ rows }: WingRows): void => {
      const picks = Math.min(mostSteps, rows[0]?.steps.length ?? 0);
      table.draw(
        [
          t('Wing'),
          t('Palace'),
          t('share'),
          t('Result'),
          t('share'),
          ...Array.from({ length: picks }, (_, index) => `#${index + 1}`),
        ],
        rows,
      );
    },
  };
};
