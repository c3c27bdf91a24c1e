import type { SearchResult } from '../../../extension/palace/model/searchResult.ts';
import { scoreAxis, scoreScale } from '../../charts/scoreScale.ts';
import { ledgerDomain } from '../../score/ledgerLayout.ts';
import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { element } from '../../ui/element.ts';
import { segmented } from '../../ui/segmented.ts';
import { createTextMeasure } from '../../ui/textMeasure.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { InspectorTab, TabPanel } from '../inspectorTab.ts';
import { rankedHits } from './rankedHit.ts';
import { resultList } from './resultList.ts';
import type { ResultList } from './resultList.ts';
import { nextCount } from './nextCount.ts';
import { scoreTable } from './scoreTable.ts';
import { scoreTableView } from './scoreTableView.ts';

/** The width below which the style sheet stacks the rows. */
const narrowLayout = '(max-width: 699px)';
const narrowIndent = 36;

/** Width of the chart's column in a panel of the given width, in pixels. */
const chartWidthIn = (width: number, narrow: boolean): number =>
  narrow ? Math.max(120, width - narrowIndent) : Math.round(Math.max(300, width * 0.4));

const open = (surroundings: Surroundings): TabPanel => {
  const { inspector, t } = surroundings;
  const whole = element('div');
  let list: ResultList | undefined;
  let drawn: { readonly result: SearchResult; readonly scoresAs: string; readonly width: number } | undefined;
  let last: { readonly run: SearchRun; readonly state: InspectorState } | undefined;

  const draw = (run: SearchRun, state: InspectorState, width: number): void => {
    const rows = rankedHits(run.result);
    const wrong = rows.find(({ story }) => story !== null && !story.addsUp);
    if (wrong !== undefined && drawn?.result !== run.result) inspector.report('E_INTERNAL', `The score events of ${wrong.hit.drawer_id} do not add up to its score.`);
    const narrow = window.matchMedia(narrowLayout).matches;
    const chartWidth = chartWidthIn(width, narrow);
    const scale = scoreScale(ledgerDomain(rows.map(({ story }) => story), rows.map(({ hit }) => hit.score)), chartWidth);
    const asChart = state.look.scoresAs === 'chart';
    const explained = rows.some(({ story }) => story !== null);
    const place = list?.place() ?? { active: 0, focused: false };
    list?.dispose();
    list = asChart ? resultList(rows, drawn?.result === run.result ? place : { active: 0, focused: place.focused }, { scale, chartWidth, narrow, measure: createTextMeasure(), terms: run.result.pipeline_trace.terms }, surroundings) : undefined;
    whole.style.setProperty('--chart-width', `${chartWidth}px`);
    whole.replaceChildren(
      element('div', { class: asChart ? 'list-head' : 'list-head plain' },
        element('span', { class: 'caption' }, caption(explained, asChart)),
        segmented(t('Show scores as'), [{ value: 'chart', label: t('Chart') }, { value: 'table', label: t('Table') }], state.look.scoresAs, (scoresAs) => inspector.setLook({ scoresAs })),
        ...(asChart ? [element('span', { class: 'chart' }, scoreAxis(scale, chartWidth)), element('span', { class: 'score dim' }, t('score'))] : [])),
      list?.element ?? scoreTableView(scoreTable(rows), surroundings), more(run));
    list?.restoreFocus();
    drawn = { result: run.result, scoresAs: state.look.scoresAs, width };
  };
  const caption = (explained: boolean, asChart: boolean): string => {
    if (!explained) return t('Scores without their steps: Explain is off.');
    return asChart ? t('Top: what adds up. Bottom: score, then losses.') : t('Each row adds up to its final score.');
  };
  const more = (run: SearchRun): HTMLElement => {
    const next = nextCount(run.result);
    return element('div', { class: 'more' }, next === null ? null : actionButton({ label: t('Show more'), run: () => inspector.search({ k: next }) }));
  };

  const update = (run: SearchRun, state: InspectorState): void => {
    last = { run, state };
    const width = whole.clientWidth;
    if (width === 0) return; // not in the page yet: the observer calls again
    if (drawn?.result !== run.result || drawn.scoresAs !== state.look.scoresAs || drawn.width !== width) draw(run, state, width);
    list?.update(run, state);
  };
  const observer = new ResizeObserver(() => { if (last !== undefined) update(last.run, last.state); });
  observer.observe(whole);
  return {
    element: whole, update,
    dispose: () => { observer.disconnect(); list?.dispose(); },
  };
};

/** Results: the ranked list with its waterfalls, or the same numbers as a table. */
export const resultsTab: InspectorTab = {
  id: 'results',
  title: 'Results',
  count: ({ result }) => result.results.length,
  open,
};
