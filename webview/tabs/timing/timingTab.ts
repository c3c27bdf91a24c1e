import type { PipelineTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { formatMilliseconds } from '../../score/numberFormat.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { columnHeads } from '../../ui/columnHeads.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { sizedPanel } from '../sizedPanel.ts';
import { timingChart } from './timingChart.ts';
import { phaseName, reportCell, reportName } from './timingNames.ts';
import { timingCells, timingRows, unaccounted, type TimingDetail, type TimingRow } from './timingRows.ts';
import { translatable, type Translate } from '../../text/translate.ts';

const closeEnough = 0.05; // of the whole: not worth a sentence

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
      entries.map((entry) => [
        element('dt', {}, reportName(entry.name, t)),
        element('dd', { class: 'mono' }, entry.value),
      ]),
    ),
    tables.map(({ name: table, columns, rows }) =>
      element(
        'div',
        { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': `${t(name)}: ${reportName(table, t)}` },
        element(
          'table',
          { class: 'grid' },
          element('caption', { class: 'sr-only' }, reportName(table, t)),
          columnHeads(columns.map((column) => ['num', reportName(column, t)])),
          element(
            'tbody',
            {},
            rows.map((row) =>
              element(
                'tr',
                {},
                row.map((cell, index) =>
                  element('td', { class: 'num' }, reportCell(columns[index] ?? '', cell, t)),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );

/** Why the phases don't add up to the whole search; empty if they nearly do. */
const restNote = (rows: readonly TimingRow[], elapsed: number, t: Translate): string => {
  const rest = unaccounted(rows, elapsed);
  if (rest < -closeEnough * elapsed) return t('less than the sum: some phases ran side by side');
  return rest > closeEnough * elapsed ? t('{0} ms of it between the phases', formatMilliseconds(rest)) : '';
};

const phaseNames = (
  { phases_applied: applied, phases_skipped: skipped }: PipelineTrace,
  { t }: Surroundings,
): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, t('Phases')),
    element(
      'dl',
      {},
      element('dt', {}, t('applied')),
      element('dd', {}, applied.map((phase) => phaseName(phase, t)).join(', ')),
      element('dt', {}, t('skipped')),
      element('dd', {}, skipped.length === 0 ? t('none') : skipped.map((phase) => phaseName(phase, t)).join(', ')),
    ),
  );

const draw = (
  { result: { pipeline_trace: trace } }: SearchRun,
  width: number,
  surroundings: Surroundings,
): readonly HTMLElement[] => {
  const { t } = surroundings;
  const { rows, details } = timingRows(trace);
  const chart = timingChart(rows, trace.elapsed_ms, width, t);
  return [
    exportMenu({ name: 'timing', chart: () => chart, rows: () => timingCells(rows) }, surroundings),
    chart,
    element('p', { class: 'dim timing-note' }, restNote(rows, trace.elapsed_ms, t)),
    element(
      'div',
      { class: 'timing-split' },
      modelGuard(trace, surroundings),
      details.map((detail) => detailSection(detail, surroundings)),
      phaseNames(trace, surroundings),
    ),
  ];
};

/** Pixels: the column of names with its gap, as in the style sheet; `tight` in a panel narrower than `roomy`. */
const nameColumn = { roomy: 190, tight: 122 } as const;
const roomy = 350;
const [narrowest, widest] = [120, 900] as const;

/** Pixels that a panel of this width leaves to the chart. */
const chartWidth = (panel: number): number =>
  Math.max(narrowest, Math.min(widest, panel - (panel < roomy ? nameColumn.tight : nameColumn.roomy)));

const open = (surroundings: Surroundings): TabPanel => {
  const whole = element('div');
  let drawn: { readonly result: unknown; readonly width: number } | undefined;
  return sizedPanel(whole, (run, _state, panelWidth) => {
    const width = chartWidth(panelWidth);
    whole.classList.toggle('tight', panelWidth < roomy);
    if (drawn?.result === run.result && drawn.width === width) return;
    drawn = { result: run.result, width };
    whole.replaceChildren(...draw(run, width, surroundings));
  });
};

/** Timing: when each phase began and how long it took, the model guard's state, and what else the phases report. */
export const timingTab: SearchTab = { id: 'timing', title: translatable('Timing'), count: () => null, open };
