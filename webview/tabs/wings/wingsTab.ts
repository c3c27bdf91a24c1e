import type { SelectionTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { translatable } from '../../text/translate.ts';
import { element, replaceContent } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { sizedPanel } from '../sizedPanel.ts';
import {
  recordedSelection,
  reselect,
  type RecordedSelection,
  type Reselected,
  type SelectionWeights,
} from './reselection.ts';
import { whatIf } from './whatIf.ts';
import { wingRows, type WingRows } from './wingRows.ts';
import { wingCells, wingChart, wingNumbers, type WingWidths } from './wingTable.ts';

const narrowLayout = '(max-width: 699px)';
/** Width of the other columns in the style sheet, in pixels. */
const sharesWidth = { wide: 200, narrow: 170 } as const;
const besideSteps = 130 + 216 + 16;

/** Widths of the charts' columns in a panel of the given width, in pixels. */
const columnWidths = (width: number): WingWidths => {
  const narrow = window.matchMedia(narrowLayout).matches;
  return {
    shares: narrow ? sharesWidth.narrow : sharesWidth.wide,
    steps: Math.max(120, narrow ? width : width - besideSteps),
  };
};

/** The wing that has all drawers; null if there are several. */
const onlyWing = ({ wing_counts: counts }: SelectionTrace): string | null => {
  const [wing, ...others] = Object.keys(counts);
  return wing !== undefined && others.length === 0 ? wing : null;
};

interface WingShares {
  readonly elements: readonly HTMLElement[];
  /** `picks` are those with the current weights, `width` is the panel's, in pixels. */
  readonly update: (picks: readonly Reselected[], width: number) => void;
}

/** A note in place of the shares, if all drawers are in one wing. */
const singleWing = (wing: string, { t }: Surroundings): WingShares => ({
  elements: [
    element(
      'p',
      { class: 'note dim' },
      t('All drawers are in one wing, {0}: there are no shares to compare, and γ changes nothing.', wing),
    ),
  ],
  update: () => undefined,
});

/** The wings' shares as a chart, and the same as a table. */
const wingShares = ({ trace, picks: before }: RecordedSelection, surroundings: Surroundings): WingShares => {
  const { t } = surroundings;
  const wingsOf = (picks: readonly Reselected[]): readonly string[] => picks.map(({ wing }) => wing);
  let rows: WingRows = { rows: [], rest: { wings: 0, drawers: 0 } };
  const chart = element('div');
  const numbers = wingNumbers(surroundings);
  return {
    elements: [
      exportMenu({ name: 'wings', chart: () => chart, rows: () => wingCells(rows) }, surroundings),
      chart,
      element('details', {}, element('summary', {}, t('The same as a table')), numbers.element),
    ],
    update: (picks, width) => {
      rows = wingRows(trace.wing_counts, wingsOf(picks), wingsOf(before));
      replaceContent(chart, wingChart(rows, columnWidths(width), surroundings));
      numbers.draw(rows);
    },
  };
};

/** Shares and what-if for one recorded selection. Both are drawn anew when a weight changes. */
const selectionView = (run: SearchRun, trace: SelectionTrace, surroundings: Surroundings) => {
  const recorded = recordedSelection(run, trace);
  const only = onlyWing(trace);
  let weights = recorded.used;
  let width = 0;
  const draw = (): void => {
    const picks = reselect(trace, weights);
    shares.update(picks, width);
    tried.update(weights, picks);
  };
  const change = (part: Partial<SelectionWeights>): void => {
    weights = { ...weights, ...part };
    draw();
  };
  const search = (): void =>
    surroundings.inspector.search({
      overrides: { mmr_lambda: weights.lambda, wing_diversity_weight: weights.gamma },
    });
  const shares = only === null ? wingShares(recorded, surroundings) : singleWing(only, surroundings);
  const tried = whatIf(recorded, { change, search }, surroundings);
  return {
    element: element('div', {}, shares.elements, tried.element),
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
