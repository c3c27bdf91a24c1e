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

/** A score step by step, as ledger and staircase. It folds in and out for all rows at once, which is remembered. */
export const scoreDetail = (
  hit: SearchHit,
  story: ScoreStory,
  list: ListScale,
  surroundings: Surroundings,
): HTMLElement => {
  const { inspector, t } = surroundings;
  const { scale, chartWidth } = list;
  const steps = (of: ScoreStory, table: string, sum: string): HTMLElement =>
    staircase(of, scale, chartWidth, { table, sum }, surroundings);
  const selection = selectionStory(hit);
  const help = termHelp(['cosine', 'fusion', 'ltp', 'lambda', 'gamma'], t);
  const chart = element(
    'div',
    {},
    element(
      'div',
      { class: 'ledger-line' },
      ledgerChart(story, { scale, width: chartWidth, measure: list.measure }, surroundings),
      scoreAxis(scale, chartWidth),
    ),
    steps(story, t('Score, step by step'), t('Final score')),
    selection === null ? null : steps(selection, t('Selection score, step by step'), t('Selection score')),
  );
  const cells = (): ChartRows => [
    ['score', 'step', 'change', 'running', 'why'],
    ...[story, ...(selection === null ? [] : [selection])].flatMap((of) =>
      of.steps.map(({ phase, delta, after, reason }) => [
        of === story ? 'final' : 'selection',
        phase,
        delta,
        after,
        reason,
      ]),
    ),
  ];
  const body = element(
    'div',
    { class: 'score-steps', hidden: !inspector.state.look.scoreDetail },
    help.button,
    help.list,
    exportMenu({ name: `score-${hit.rank}`, chart: () => chart, rows: cells }, surroundings),
    chart,
  );
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
          inspector.setLook({ scoreDetail: !body.hidden });
        },
      },
    },
    icon('chevron'),
    t('Score in detail'),
  );
  return element('div', { class: 'score-detail' }, button, body);
};
