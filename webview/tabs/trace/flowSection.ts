import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { ChartRows } from '../../export/csvFile.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { dropLook } from '../../score/dropLook.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { stepLook } from '../../score/stepName.ts';
import { columnHeads } from '../../ui/columnHeads.ts';
import { element } from '../../ui/element.ts';
import { createTextMeasure } from '../../ui/textMeasure.ts';
import type { Surroundings } from '../../ui/view.ts';
import { flowChart } from './flowChart.ts';
import { flowLayout } from './flowLayout.ts';
import { flowParts, flowStages, type FlowStage } from './flowStages.ts';
import { legName } from '../../text/legName.ts';

const flowTable = (stages: readonly FlowStage[], { t }: Surroundings): HTMLElement => {
  return element(
    'div',
    { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Flow of candidates, as a table') },
    element(
      'table',
      { class: 'grid stages' },
      columnHeads([
        ['', t('Phase')],
        ['num', t('In')],
        ['num', t('Out')],
        ['num', t('Dropped')],
        ['', t('Why')],
      ]),
      element(
        'tbody',
        {},
        stages.map(({ phase, in: into, out, drops }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, t(stepLook(phase).name)),
            element('td', { class: 'num' }, formatCount(into)),
            element('td', { class: 'num' }, formatCount(out)),
            element('td', { class: 'num' }, into === out ? '' : `−${formatCount(into - out)}`),
            element(
              'td',
              { class: 'dim why' },
              drops
                .map(({ phase: reason, count }) => `${t(dropLook(reason).label)} ${formatCount(count)}`)
                .join(', '),
            ),
          ),
        ),
      ),
    ),
  );
};

/** The flow for a spreadsheet: `dropped` says how many left for which reason. */
const flowCells = (stages: readonly FlowStage[]): ChartRows => [
  ['phase', 'in', 'out', 'dropped'],
  ...stages.map(({ phase, in: into, out, drops }) => [
    phase,
    into,
    out,
    drops.map(({ phase: reason, count }) => `${reason} ${count}`).join('; '),
  ]),
];

/** How the drawers in scope became candidates, in words. */
const flowNote = (
  { legs, total_candidates_in: candidates, scope }: SearchResult['pipeline_trace'],
  before: readonly FlowStage[],
  { t }: Surroundings,
): string => {
  const matched = Object.entries(legs)
    .map(([leg, count]) => `${legName(leg, t)} ${formatCount(count)}`)
    .join(', ');
  const left = before
    .flatMap(({ drops }) => drops)
    .map(({ phase, count }) => `−${formatCount(count)} ${t(dropLook(phase).label)}`)
    .join(', ');
  const [all, taken] = [formatCount(scope.in_scope), formatCount(candidates)];
  const became = (): string => {
    if (scope.in_scope === 1)
      return left === ''
        ? t('Candidates: {0} of the 1 drawer in scope.', taken)
        : t('Candidates: {0} of the 1 drawer in scope ({1}).', taken, left);
    if (left === '') return t('Candidates: {0} of the {1} drawers in scope.', taken, all);
    return candidates === 1
      ? t('Of {0} drawers in scope, 1 became a candidate ({1}).', all, left)
      : t('Of {0} drawers in scope, {1} became candidates ({2}).', all, taken, left);
  };
  return [...(matched === '' ? [] : [t('Matches: {0}.', matched)]), became()].join(' ');
};

interface FlowView {
  /** Pixels. */
  readonly width: number;
  /** There is no room for the chart. */
  readonly isNarrow: boolean;
  readonly isTableOpen: boolean;
  /** Called when the table is opened or closed. */
  readonly keep: (isOpen: boolean) => void;
}

/** The flow of candidates: chart and table of one array; only the table if there is no room for the chart. */
export const flowSection = (
  result: SearchResult,
  { width, isNarrow, isTableOpen, keep }: FlowView,
  surroundings: Surroundings,
): HTMLElement => {
  const { t } = surroundings;
  const { pipeline_trace: trace } = result;
  const stages = flowStages(result.flow ?? []);
  const chart = element('div');
  const { before, drawn } = flowParts(stages, trace.total_candidates_in);
  const layout = isNarrow ? null : flowLayout(drawn, width);
  const details = element(
    'details',
    { on: { toggle: () => keep(details.open) } },
    element('summary', {}, t('The same as a table')),
    flowTable(stages, surroundings),
  );
  details.open = isTableOpen;
  if (layout !== null)
    chart.append(
      flowChart(
        layout,
        { candidates: trace.total_candidates_in, results: result.results.length },
        createTextMeasure(),
        surroundings,
      ),
    );
  return element(
    'section',
    { class: 'flow-section', 'aria-label': t('Flow of candidates') },
    element('p', { class: 'dim flow-note' }, flowNote(trace, before, surroundings)),
    layout === null
      ? stages.length === 0
        ? element('p', {}, t('The trace has no flow.'))
        : flowTable(stages, surroundings)
      : [
          exportMenu({ name: 'trace', chart: () => chart, rows: () => flowCells(stages) }, surroundings),
          chart,
          details,
        ],
  );
};
