import { ledgerChart } from '../../charts/ledgerChart.ts';
import { scoreAxis } from '../../charts/scoreScale.ts';
import { staircase } from '../../charts/staircase.ts';
import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import type { ChartRows } from '../../export/csvFile.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { selectionStory, type ScoreStory } from '../../score/scoreSteps.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import { termHelp } from '../../ui/termHelp.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { ListScale } from './listScale.ts';

/** The final score as ledger and staircase, and the selection score as staircase, on one scale. */
const scoreCharts = (
  final: ScoreStory,
  selection: ScoreStory | null,
  { scale, chartWidth, measure }: ListScale,
  surroundings: Surroundings,
): HTMLElement => {
  const { t } = surroundings;
  const steps = (story: ScoreStory, table: string, sum: string): HTMLElement =>
    staircase(story, scale, chartWidth, { table, sum }, surroundings);
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'ledger-line' },
      ledgerChart(final, { scale, width: chartWidth, measure }, surroundings),
      scoreAxis(scale, chartWidth),
    ),
    steps(final, t('Score, step by step'), t('Final score')),
    selection === null ? null : steps(selection, t('Selection score, step by step'), t('Selection score')),
  );
};

/** The steps of one score for a spreadsheet. */
const stepCells = (score: 'final' | 'selection', story: ScoreStory | null): ChartRows =>
  (story?.steps ?? []).map(({ phase, delta, after, reason }) => [score, phase, delta, after, reason]);

/** A button that folds `body` in and out; `fold` is told whether it is open now. */
const unfoldButton = (label: string, body: HTMLElement, fold: (isOpen: boolean) => void): HTMLButtonElement => {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet unfold',
      'aria-expanded': String(!body.hidden),
      on: {
        click: () => {
          body.hidden = !body.hidden;
          button.setAttribute('aria-expanded', String(!body.hidden));
          fold(!body.hidden);
        },
      },
    },
    icon('chevron'),
    label,
  );
  return button;
};

/** A score step by step, as ledger and staircase. It folds in and out for all rows at once, which is remembered. */
export const scoreDetail = (
  hit: SearchHit,
  story: ScoreStory,
  list: ListScale,
  surroundings: Surroundings,
): HTMLElement => {
  const { inspector, t } = surroundings;
  const selection = selectionStory(hit);
  const help = termHelp(['cosine', 'fusion', 'ltp', 'lambda', 'gamma'], t);
  const chart = scoreCharts(story, selection, list, surroundings);
  const cells = (): ChartRows => [
    ['score', 'step', 'change', 'running', 'why'],
    ...stepCells('final', story),
    ...stepCells('selection', selection),
  ];
  const body = element(
    'div',
    { class: 'score-steps', hidden: !inspector.state.look.scoreDetail },
    element(
      'div',
      { class: 'score-tools' },
      help.button,
      exportMenu({ name: `score-${hit.rank}`, chart: () => chart, rows: cells }, surroundings),
    ),
    help.list,
    chart,
  );
  const button = unfoldButton(t('Score in detail'), body, (isOpen) => inspector.setLook({ scoreDetail: isOpen }));
  return element('div', { class: 'score-detail' }, button, body);
};
