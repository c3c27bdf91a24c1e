import { scaleLinear } from 'd3';
import { drawGrid, scoreAxis, svgOf, type ScoreScale } from '../../charts/scoreScale.ts';
import { formatMilliseconds } from '../../score/numberFormat.ts';
import { translatable, type Translate } from '../../text/translate.ts';
import { element } from '../../ui/element.ts';
import type { TimingRow } from './timingRows.ts';

const rowHeight = 22;
const numberRoom = 56;
const thinnest = 2;

/** Milliseconds → pixels, the same for all rows. */
const timeScale = (rows: readonly TimingRow[], width: number): ScoreScale => {
  const most = Math.max(...rows.map(({ milliseconds, start }) => (start ?? 0) + milliseconds), 0.01);
  return scaleLinear([0, most], [0, width - numberRoom]);
};

const timingBar = (
  { milliseconds, start, family }: TimingRow,
  scale: ScoreScale,
  width: number,
): SVGSVGElement => {
  const { node, svg } = svgOf('gantt', width, rowHeight);
  svg.attr('aria-hidden', 'true');
  drawGrid(svg, scale, rowHeight);
  const bar = svg.append('g').attr('class', `step gain family-${family}`);
  const x = scale(start ?? 0);
  const length = Math.max(thinnest, scale(milliseconds));
  bar.append('rect').attr('class', 'block').attr('x', x).attr('y', 5).attr('width', length).attr('height', 12);
  bar.append('rect').attr('class', 'rail').attr('x', x).attr('y', 15).attr('width', length).attr('height', 2);
  svg
    .append('text')
    .attr('x', x + length + 5)
    .attr('y', 15)
    .text(formatMilliseconds(milliseconds));
  return node;
};

/** A row's time in words. */
const spokenTime = ({ milliseconds, start }: TimingRow, t: Translate): string =>
  start === null
    ? t('{0} ms', formatMilliseconds(milliseconds))
    : t('{0} ms from {1} ms on', formatMilliseconds(milliseconds), formatMilliseconds(start));

const chartRow = (row: TimingRow, kind: string, scale: ScoreScale, width: number, t: Translate): HTMLElement =>
  element(
    'tr',
    { role: 'row', class: kind },
    element(
      'th',
      { role: 'rowheader', scope: 'row', title: `${t(row.name)} · ${row.phase}` },
      element('span', { class: `swatch family-${row.family}` }),
      t(row.name),
    ),
    element(
      'td',
      { role: 'cell' },
      timingBar(row, scale, width),
      element('span', { class: 'sr-only' }, spokenTime(row, t)),
    ),
  );

/** The phases as bars on one axis, and below them the whole search. `elapsed` is in milliseconds, `width` in pixels. */
export const timingChart = (
  rows: readonly TimingRow[],
  elapsed: number,
  width: number,
  t: Translate,
): HTMLElement => {
  const whole: TimingRow = {
    phase: 'elapsed_ms',
    name: translatable('whole search'),
    milliseconds: elapsed,
    start: 0,
    family: 'base',
  };
  const scale = timeScale([...rows, whole], width);
  return element(
    'table',
    { class: 'timing', role: 'table', 'aria-label': t('Time of each phase') },
    element(
      'thead',
      { role: 'rowgroup' },
      element(
        'tr',
        { role: 'row' },
        element('th', { role: 'columnheader', scope: 'col' }, t('Phase')),
        element('th', { role: 'columnheader', scope: 'col' }, t('Milliseconds'), scoreAxis(scale, width)),
      ),
    ),
    element(
      'tbody',
      { role: 'rowgroup' },
      rows.map((row) => chartRow(row, '', scale, width, t)),
      chartRow(whole, 'total', scale, width, t),
    ),
  );
};
