import { formatDecimal } from '../../score/numberFormat.ts';
import type { SelectionTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { termHelp } from '../../ui/termHelp.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { sizedPanel } from '../sizedPanel.ts';
import { moveList } from './moveList.ts';
import {
  movesBetween,
  reselect,
  weightsOf,
  type Moves,
  type Reselected,
  type SelectionWeights,
} from './reselection.ts';
import { weightSlider } from './weightSlider.ts';
import { wingRows, type WingRows } from './wingRows.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { wingCells, wingChart, wingNumbers, type WingWidths } from './wingTable.ts';
import { translatable } from '../../text/translate.ts';

const narrowLayout = '(max-width: 699px)';
/** Width of the other columns in the style sheet, in pixels. */
const sharesWidth = { wide: 200, narrow: 170 } as const;
const besideSteps = 130 + 216 + 16;

const mostGamma = 2;

/** Widths of the charts' columns in a panel of the given width, in pixels. */
const columnWidths = (width: number): WingWidths => {
  const narrow = window.matchMedia(narrowLayout).matches;
  return {
    shares: narrow ? sharesWidth.narrow : sharesWidth.wide,
    steps: Math.max(120, narrow ? width : width - besideSteps),
  };
};

const verdictOf = ({ picks, out }: Moves, wings: number, { t }: Surroundings): string => {
  const present = new Set(picks.map(({ pick }) => pick.wing)).size;
  const moved = picks.filter(({ by }) => by !== 0).length;
  return moved === 0 && out.length === 0
    ? t('As in the run: {0} of {1} wings present.', present, wings)
    : t('{0} replaced, {1} places differ; {2} of {3} wings present.', out.length, moved, present, wings);
};

/** The sliders of both weights. */
const weightSliders = (
  trace: SelectionTrace,
  used: SelectionWeights,
  change: (part: Partial<SelectionWeights>) => void,
  { t }: Surroundings,
) => {
  const runUsed = (value: number): string => t('The run used {0}.', formatDecimal(value, 2));
  const ignored =
    trace.wing_diversity_scale === 'none'
      ? t('0 ignores wings.')
      : t('0 ignores wings; large wings feel it most.');
  const gamma = weightSlider({
    id: 'weight-gamma',
    symbol: 'γ',
    name: t('wing diversity'),
    max: mostGamma,
    about: `${ignored} ${runUsed(used.gamma)}`,
    change: (value) => change({ gamma: value }),
  });
  const lambda = weightSlider({
    id: 'weight-lambda',
    symbol: 'λ',
    name: t('relevance over novelty'),
    max: 1,
    about: `${t('1 ignores similarity.')} ${runUsed(used.lambda)}`,
    change: (value) => change({ lambda: value }),
  });
  return {
    elements: [gamma.element, lambda.element],
    update: (weights: SelectionWeights): void => {
      gamma.update(weights.gamma);
      lambda.update(weights.lambda);
    },
  };
};

/** A note if the recorded selection does not give the order of the results, which is also reported. */
const orderNote = (
  run: SearchRun,
  before: readonly Reselected[],
  { inspector, t }: Surroundings,
): HTMLElement | null => {
  const selected = before.map(({ drawerId }) => drawerId).join(' ');
  if (selected === run.result.results.map((hit) => hit.drawer_id).join(' ')) return null;
  if (run.result.sort_by === undefined)
    inspector.report('E_INTERNAL', 'The recorded selection does not give the order of the results.');
  return element(
    'p',
    { class: 'note dim' },
    t('The results are in another order than this selection: a later phase or another sort moved them.'),
  );
};

/** The wing that has all drawers; null if there are several. */
const onlyWing = ({ wing_counts: counts }: SelectionTrace): string | null => {
  const [wing, ...others] = Object.keys(counts);
  return wing !== undefined && others.length === 0 ? wing : null;
};

/** Chart and what-if for one recorded selection. */
const selectionView = (run: SearchRun, trace: SelectionTrace, surroundings: Surroundings) => {
  const { inspector, t } = surroundings;
  const used = weightsOf(trace);
  const before: readonly Reselected[] = reselect(trace, used);
  const only = onlyWing(trace);
  let weights: SelectionWeights = used;
  let width = 0;
  let rows: WingRows = { rows: [], rest: { wings: 0, drawers: 0 } };
  const chart = element('div');
  const numbers = element('div');
  const list = element('div');
  const verdict = element('p', { class: 'strong', 'aria-live': 'polite' });
  const change = (part: Partial<SelectionWeights>): void => {
    weights = { ...weights, ...part };
    draw();
  };
  const sliders = weightSliders(trace, used, change, surroundings);
  const search = (): void =>
    inspector.search({ overrides: { mmr_lambda: weights.lambda, wing_diversity_weight: weights.gamma } });

  const draw = (): void => {
    const now = reselect(trace, weights);
    const wingsOf = (picks: readonly Reselected[]): readonly string[] => picks.map(({ wing }) => wing);
    rows = wingRows(trace.wing_counts, wingsOf(now), wingsOf(before));
    const moves = movesBetween(before, now);
    sliders.update(weights);
    if (only === null) {
      replaceContent(chart, wingChart(rows, columnWidths(width), surroundings));
      replaceContent(numbers, wingNumbers(rows, surroundings));
    }
    replaceContent(list, moveList(moves, before, surroundings));
    const said = verdictOf(moves, Object.keys(trace.wing_counts).length, surroundings);
    if (verdict.textContent !== said) verdict.textContent = said;
  };
  const help = termHelp(['lambda', 'gamma'], t);
  const controls = element(
    'div',
    { class: 'controls' },
    element('h2', {}, t('What if'), ' ', help.button),
    help.list,
    sliders.elements,
    verdict,
    orderNote(run, before, surroundings),
    element(
      'div',
      { class: 'buttons' },
      actionButton({ label: t('Search with these values'), run: search }),
      actionButton({ label: t('Back to the run'), run: () => change(used) }),
    ),
  );
  return {
    element: element(
      'div',
      {},
      only === null
        ? [
            exportMenu({ name: 'wings', chart: () => chart, rows: () => wingCells(rows) }, surroundings),
            chart,
            element('details', {}, element('summary', {}, t('The same as a table')), numbers),
          ]
        : element(
            'p',
            { class: 'note dim' },
            t('All drawers are in one wing, {0}: there are no shares to compare, and γ changes nothing.', only),
          ),
      element('section', { class: 'whatif', 'aria-label': t('What if') }, controls, list),
    ),
    resize: (next: number): void => {
      if (next === width) return;
      width = next;
      draw();
    },
  };
};

const open = (surroundings: Surroundings): TabPanel => {
  const { t } = surroundings;
  const invitation = t(
    'They show how full each wing was after every pick, and what other values of γ and λ would have picked.',
  );
  let drawn: { readonly result: unknown; readonly view: ReturnType<typeof selectionView> | null } | undefined;
  const panel = element('div');
  return sizedPanel(panel, (run, _state, width) => {
    if (drawn?.result !== run.result) {
      const trace = run.result.selection_trace;
      const view = trace === undefined ? null : selectionView(run, trace, surroundings);
      drawn = { result: run.result, view };
      panel.replaceChildren(view?.element ?? noTrace(run, invitation, surroundings));
    }
    drawn.view?.resize(width);
  });
};

/** Wings: the share of each wing in palace and result, and what other weights would have picked. */
export const wingsTab: SearchTab = { id: 'wings', title: translatable('Wings'), count: () => null, open };
