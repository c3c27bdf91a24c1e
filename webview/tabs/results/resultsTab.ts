import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { scoreScale } from '../../charts/scoreScale.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { ledgerDomain } from '../../score/ledgerLayout.ts';
import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { inspectorLimits } from '../../../extension/protocol/inspectorNavigation.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { segmented } from '../../ui/segmented.ts';
import { createTextMeasure } from '../../ui/textMeasure.ts';
import { actionButton } from '../../ui/toolkit.ts';
import { refocus } from '../../ui/refocus.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { sizedPanel } from '../sizedPanel.ts';
import type { ListScale } from './listScale.ts';
import { nextCount } from './nextCount.ts';
import { rankedHits, type RankedHit } from './rankedHit.ts';
import { resultList, type ListPlace, type ResultList } from './resultList.ts';
import { scoreTable } from './scoreTable.ts';
import { scoreTableView } from './scoreTableView.ts';
import { translatable } from '../../text/translate.ts';

/** The widths below which the style sheet stacks an open row's steps, and leaves a row without its lane. */
const stackedLayout = '(max-width: 699px)';
const narrowLayout = '(max-width: 560px)';
const stackedIndent = 58;

/** Width of the charts in an open row of a panel of the given width, in pixels. */
const chartWidthIn = (width: number): number =>
  window.matchMedia(stackedLayout).matches
    ? Math.max(120, width - stackedIndent)
    : Math.round(Math.max(240, width * 0.34));
const laneWidthIn = (width: number): number => Math.round(Math.max(96, width * 0.18));

/** Width of a row's other columns in the style sheet, in pixels. */
const besideLine = { wide: 52, narrow: 94 } as const;
/** Rather too wide than too narrow. */
const letterWidth = 7.5;

interface Drawn {
  readonly result: SearchResult;
  readonly scoresAs: 'chart' | 'table';
  readonly width: number;
}

/** The head of the list: whether its scores are lanes or a table. */
const listHead = ({ inspector, t }: Surroundings) => {
  const caption = element('span', { class: 'caption' });
  const kinds = segmented(
    t('Show scores as'),
    [
      { value: 'chart', label: t('Chart') },
      { value: 'table', label: t('Table') },
    ],
    (scoresAs) => inspector.setLook({ scoresAs }),
  );
  const captionOf = (run: SearchRun, isExplained: boolean, asChart: boolean): string => {
    if (run.result.weak === true) return t('Nothing close. The nearest:');
    if (!isExplained) return t('Scores without their steps: Explain is off.');
    return asChart ? '' : t('Each row adds up to its final score.');
  };
  return {
    element: element('div', { class: 'list-head' }, caption, kinds.element),
    choose: kinds.update,
    update: (run: SearchRun, isExplained: boolean, asChart: boolean): void => {
      caption.textContent = captionOf(run, isExplained, asChart);
    },
  };
};

/** The sizes that all rows of a list share, for a panel of the given width. */
const listScale = (run: SearchRun, hits: readonly RankedHit[], width: number): ListScale => {
  const chartWidth = chartWidthIn(width);
  const laneWidth = window.matchMedia(narrowLayout).matches ? null : laneWidthIn(width);
  const domain = ledgerDomain(
    hits.map(({ story }) => story),
    hits.map(({ hit }) => hit.score),
  );
  const beside = laneWidth === null ? besideLine.narrow : laneWidth + besideLine.wide;
  return {
    lane: laneWidth === null ? null : { scale: scoreScale(domain, laneWidth), width: laneWidth },
    scale: scoreScale(domain, chartWidth),
    chartWidth,
    letters: Math.floor((width - beside) / letterWidth),
    measure: createTextMeasure(),
    terms: run.result.pipeline_trace.terms,
  };
};

/** More of the same list: of the search, or of the drawers nearest to one. */
const showMore = (
  { result, wantedResults, similarTo }: SearchRun,
  { inspector, t }: Surroundings,
): HTMLElement | null => {
  const next = nextCount(result, wantedResults, similarTo === null ? inspectorLimits.k : inspectorLimits.similar);
  return next === null
    ? null
    : actionButton({
        label: t('Show more'),
        run: () =>
          similarTo === null ? inspector.search({ k: next }) : inspector.findSimilar({ ...similarTo, k: next }),
      });
};

/** If the profile leaves out replaced drawers: a button that shows them, below their replacement. */
const showReplaced = (
  { result: { replaced_left_out: count = 0 }, search: { overrides } }: SearchRun,
  { inspector, t }: Surroundings,
): HTMLElement | null =>
  count === 0
    ? null
    : actionButton({
        label: t('Show {0} replaced', formatCount(count)),
        run: () => inspector.search({ overrides: { ...overrides, supersede_action: 'demote' } }),
      });

/** Where the search found little and archived drawers match: a button that finds those, too. */
const showArchived = (
  { result: { archived_matches: count = 0 }, search: { filter } }: SearchRun,
  { inspector, t }: Surroundings,
): HTMLElement | null =>
  count === 0
    ? null
    : actionButton({
        label: t('Show {0} archived', formatCount(count)),
        run: () => inspector.search({ filter: { ...filter, includeArchived: true } }),
      });

/** The buttons below the list. */
const furtherResults = (run: SearchRun, surroundings: Surroundings): readonly (HTMLElement | null)[] => [
  showMore(run, surroundings),
  showReplaced(run, surroundings),
  showArchived(run, surroundings),
];

const open = (surroundings: Surroundings): TabPanel => {
  const { inspector } = surroundings;
  const head = listHead(surroundings);
  const body = element('div');
  const more = element('div', { class: 'more' });
  const whole = element('div', {}, head.element, body, more);
  let list: ResultList | undefined;
  let drawn: Drawn | undefined;

  /** Where the keyboard continues after a redraw: at the same row, or at the first new one after “Show more”. */
  const placeAfter = (result: SearchResult): ListPlace => {
    const isPanelFocused = document.activeElement === whole.closest('[role="tabpanel"]');
    const place = list?.place() ?? { active: 0, focused: isPanelFocused };
    if (drawn?.result === result) return place;
    return drawn !== undefined && more.contains(document.activeElement)
      ? { active: drawn.result.results.length, focused: true }
      : { active: 0, focused: place.focused };
  };
  const reportWrongSums = (hits: readonly RankedHit[]): void => {
    const wrong = hits.find(({ story }) => story !== null && !story.addsUp);
    if (wrong !== undefined)
      inspector.editor.report(
        'E_INTERNAL',
        `The score events of ${wrong.hit.drawer_id} do not add up to its score.`,
      );
  };
  const draw = (run: SearchRun, { look: { scoresAs } }: InspectorState, width: number): void => {
    const hits = rankedHits(run.result);
    if (drawn?.result !== run.result) reportWrongSums(hits);
    const scale = listScale(run, hits, width);
    const asChart = scoresAs === 'chart';
    const place = placeAfter(run.result);
    // A table has no rows that take the keyboard, and a list that was only resized has no new ones.
    const staysOnMore = more.contains(document.activeElement) && (!asChart || drawn?.result === run.result);
    list?.dispose();
    list = asChart ? resultList(hits, place, scale, surroundings) : undefined;
    whole.style.setProperty('--chart-width', `${scale.chartWidth}px`);
    whole.style.setProperty('--lane-width', `${scale.lane?.width ?? 56}px`);
    whole.style.setProperty('--further-digits', String(Math.max(0, String(hits.length).length - 2)));
    const isExplained = hits.some(({ story }) => story !== null);
    head.update(run, isExplained, asChart);
    body.replaceChildren(list?.element ?? scoreTableView(scoreTable(hits), surroundings));
    replaceContent(more, ...furtherResults(run, surroundings));
    list?.restoreFocus();
    if (staysOnMore) refocus(() => more.querySelector<HTMLElement>('vscode-button')?.focus());
    drawn = { result: run.result, scoresAs, width };
  };
  const panel = sizedPanel(whole, (run, state, width) => {
    const { scoresAs } = state.look;
    head.choose(scoresAs);
    if (drawn?.result !== run.result || drawn.scoresAs !== scoresAs || drawn.width !== width)
      draw(run, state, width);
    list?.update(run, state);
  });
  return {
    ...panel,
    dispose: () => {
      panel.dispose();
      list?.dispose();
    },
  };
};

/** Results: the ranked list with its waterfalls, or the same numbers as a table. */
export const resultsTab: SearchTab = {
  id: 'results',
  title: translatable('Results'),
  count: ({ result }) => result.results.length,
  open,
};
