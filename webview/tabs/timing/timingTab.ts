import { scaleLinear } from 'd3';
import type { PipelineTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import { drawGrid, scoreAxis, svgOf, type ScoreScale } from '../../charts/scoreScale.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { formatMilliseconds } from '../../score/numberFormat.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { timingCells, timingRows, unaccounted, type TimingDetail, type TimingRow } from './timingRows.ts';
import { translatable } from '../../text/translate.ts';

const rowHeight = 22;
const numberRoom = 56;
const thinnest = 2;
const closeEnough = 0.05; // of the whole: not worth a sentence

/** Milliseconds → pixels, the same for all rows. */
const timeScale = (most: number, width: number): ScoreScale => scaleLinear([0, most], [0, width - numberRoom]);

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

const modelGuard = ({ model_guard: guard }: PipelineTrace, { t }: Surroundings): HTMLElement => {
  const model = (name: string | null, dim: number | null): string =>
    name === null ? t('none') : [name, ...(dim === null ? [] : [String(dim)])].join(' · ');
  return element(
    'section',
    { class: 'guard' },
    element(
      'h2',
      {},
      t('Model guard'),
      ' ',
      element(
        'span',
        { class: guard.result === 'MISMATCH' ? 'badge warn' : 'badge' },
        icon(guard.result === 'MATCH' ? 'check' : guard.result === 'MISMATCH' ? 'warning' : 'info'),
        guard.result,
      ),
    ),
    element(
      'dl',
      {},
      element('dt', {}, t('palace')),
      element('dd', { class: 'mono' }, model(guard.ingest_model, guard.dim_ingest)),
      element('dt', {}, t('query')),
      element('dd', { class: 'mono' }, model(guard.query_model, guard.dim_query)),
    ),
  );
};

const detailSection = ({ phase, name, entries, tables }: TimingDetail, { t }: Surroundings): HTMLElement =>
  element(
    'section',
    {},
    element('h2', { title: phase }, t(name)),
    element(
      'dl',
      {},
      entries.map((entry) => [element('dt', {}, entry.name), element('dd', { class: 'mono' }, entry.value)]),
    ),
    tables.map(({ name: table, columns, rows }) =>
      element(
        'div',
        { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': `${t(name)}: ${table}` },
        element(
          'table',
          { class: 'grid' },
          element('caption', { class: 'sr-only' }, table),
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              columns.map((column) => element('th', { scope: 'col', class: 'num' }, column)),
            ),
          ),
          element(
            'tbody',
            {},
            rows.map((row) =>
              element(
                'tr',
                {},
                row.map((cell) => element('td', { class: 'num' }, cell)),
              ),
            ),
          ),
        ),
      ),
    ),
  );

const draw = (
  { result: { pipeline_trace: trace } }: SearchRun,
  width: number,
  surroundings: Surroundings,
): readonly HTMLElement[] => {
  const { t } = surroundings;
  const { rows, details } = timingRows(trace);
  const most = Math.max(
    trace.elapsed_ms,
    ...rows.map(({ milliseconds, start }) => (start ?? 0) + milliseconds),
    0.01,
  );
  const scale = timeScale(most, width);
  const rest = unaccounted(rows, trace.elapsed_ms);
  const note =
    rest < -closeEnough * trace.elapsed_ms
      ? t('less than the sum: some phases ran side by side')
      : rest > closeEnough * trace.elapsed_ms
        ? t('{0} ms of it between the phases', formatMilliseconds(rest))
        : '';
  const line = (row: TimingRow, kind = ''): HTMLElement =>
    element(
      'tr',
      { role: 'row', class: kind },
      element(
        'th',
        { role: 'rowheader', scope: 'row', title: row.phase },
        element('span', { class: `swatch family-${row.family}` }),
        t(row.name),
      ),
      element(
        'td',
        { role: 'cell' },
        timingBar(row, scale, width),
        element(
          'span',
          { class: 'sr-only' },
          row.start === null
            ? t('{0} ms', formatMilliseconds(row.milliseconds))
            : t('{0} ms from {1} ms on', formatMilliseconds(row.milliseconds), formatMilliseconds(row.start)),
        ),
      ),
    );
  const chart = element(
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
      rows.map((row) => line(row)),
      line(
        {
          phase: 'elapsed_ms',
          name: translatable('whole search'),
          milliseconds: trace.elapsed_ms,
          start: 0,
          family: 'base',
        },
        'total',
      ),
    ),
  );
  return [
    exportMenu({ name: 'timing', chart: () => chart, rows: () => timingCells(rows) }, surroundings),
    chart,
    element('p', { class: 'dim timing-note' }, note),
    element(
      'div',
      { class: 'timing-split' },
      modelGuard(trace, surroundings),
      details.map((detail) => detailSection(detail, surroundings)),
      element(
        'section',
        {},
        element('h2', {}, t('Phases')),
        element(
          'dl',
          {},
          element('dt', {}, t('applied')),
          element('dd', {}, trace.phases_applied.join(', ')),
          element('dt', {}, t('skipped')),
          element('dd', {}, trace.phases_skipped.length === 0 ? t('none') : trace.phases_skipped.join(', ')),
        ),
      ),
    ),
  ];
};

const nameColumn = 190;
const widest = 900;

const open = (surroundings: Surroundings): TabPanel => {
  const whole = element('div');
  let last: SearchRun | undefined;
  let drawn: { readonly result: unknown; readonly width: number } | undefined;
  const update = (run: SearchRun): void => {
    last = run;
    const width = Math.max(160, Math.min(widest, whole.clientWidth - nameColumn));
    if (drawn?.result === run.result && drawn.width === width) return;
    drawn = { result: run.result, width };
    whole.replaceChildren(...draw(run, width, surroundings));
  };
  const observer = new ResizeObserver(() => {
    if (last !== undefined) update(last);
  });
  observer.observe(whole);
  return { element: whole, update, dispose: () => observer.disconnect() };
};

/** Timing: when each phase began and how long it took, the model guard's state, and what else the phases report. */
export const timingTab: SearchTab = { id: 'timing', title: translatable('Timing'), count: () => null, open };
