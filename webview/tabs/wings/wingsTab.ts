import type { SelectionTrace } from '../../../extension/palace/contract/searchResult.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
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
import { wingRows } from './wingRows.ts';
import { wingChart, wingNumbers } from './wingTable.ts';

const narrowLayout = '(max-width: 699px)';
/** What the style sheet gives to the other columns, in pixels. */
const sharesWidth = { wide: 200, narrow: 170 } as const;
const besideSteps = 130 + 216 + 16;

const mostGamma = 2;

const verdictOf = ({ picks, out }: Moves, wings: number, { t }: Surroundings): string => {
  const present = new Set(picks.map(({ pick }) => pick.wing)).size;
  const moved = picks.filter(({ by }) => by !== 0).length;
  return moved === 0 && out.length === 0
    ? t('As in the run: {0} of {1} wings present.', present, wings)
    : t('{0} replaced, {1} places differ; {2} of {3} wings present.', out.length, moved, present, wings);
};

/** Chart and what-if over one recorded selection. */
const selectionView = (run: SearchRun, trace: SelectionTrace, surroundings: Surroundings) => {
  const { inspector, t } = surroundings;
  const used = weightsOf(trace);
  const before: readonly Reselected[] = reselect(trace, used);
  let weights: SelectionWeights = used;
  let width = 0;
  const chart = element('div');
  const numbers = element('div');
  const list = element('div');
  const verdict = element('p', { class: 'strong', 'aria-live': 'polite' });
  const details = element('details', {}, element('summary', {}, t('The same as a table')), numbers);
  const runs = (value: number): string => t('The run used {0}.', value.toFixed(2));
  const gamma = weightSlider({
    id: 'weight-gamma',
    symbol: 'γ',
    name: t('wing diversity'),
    max: mostGamma,
    about: `${trace.wing_diversity_scale === 'none' ? t('0 ignores wings.') : t('0 ignores wings; large wings feel it most.')} ${runs(used.gamma)}`,
    change: (value) => change({ gamma: value }),
  });
  const lambda = weightSlider({
    id: 'weight-lambda',
    symbol: 'λ',
    name: t('relevance over novelty'),
    max: 1,
    about: `${t('1 ignores likeness.')} ${runs(used.lambda)}`,
    change: (value) => change({ lambda: value }),
  });
  const search = (): void =>
    inspector.search({ overrides: { mmr_lambda: weights.lambda, wing_diversity_weight: weights.gamma } });

  const draw = (): void => {
    const now = reselect(trace, weights);
    const rows = wingRows(
      trace.wing_counts,
      now.map(({ wing }) => wing),
      before.map(({ wing }) => wing),
    );
    const narrow = window.matchMedia(narrowLayout).matches;
    const moves = movesBetween(before, now);
    gamma.update(weights.gamma);
    lambda.update(weights.lambda);
    replaceContent(
      chart,
      wingChart(
        rows,
        {
          shares: narrow ? sharesWidth.narrow : sharesWidth.wide,
          steps: Math.max(120, narrow ? width : width - besideSteps),
        },
        surroundings,
      ),
    );
    replaceContent(numbers, wingNumbers(rows, surroundings));
    replaceContent(list, moveList(moves, surroundings));
    const said = verdictOf(moves, Object.keys(trace.wing_counts).length, surroundings);
    if (verdict.textContent !== said) verdict.textContent = said;
  };
  const change = (part: Partial<SelectionWeights>): void => {
    weights = { ...weights, ...part };
    draw();
  };
  const asShown =
    before.map(({ drawerId }) => drawerId).join(' ') === run.result.results.map((hit) => hit.drawer_id).join(' ');
  if (!asShown) inspector.report('E_INTERNAL', 'The recorded selection does not give the order of the results.');
  const differs = element(
    'p',
    { class: 'note dim' },
    t('The results stand in another order than this selection: a later phase or another sort moved them.'),
  );
  differs.hidden = asShown;
  return {
    element: element(
      'div',
      {},
      chart,
      details,
      element(
        'section',
        { class: 'whatif', 'aria-label': t('What if') },
        element(
          'div',
          { class: 'controls' },
          element('h2', {}, t('What if')),
          gamma.element,
          lambda.element,
          verdict,
          differs,
          element(
            'div',
            { class: 'buttons' },
            actionButton({ label: t('Search with these values'), run: search }),
            actionButton({ label: t('Back to the run'), run: () => change(used) }),
          ),
        ),
        list,
      ),
    ),
    resize: (next: number): void => {
      if (next !== width) {
        width = next;
        draw();
      }
    },
  };
};

const open = (surroundings: Surroundings): TabPanel => {
  const { t } = surroundings;
  const whole = element('div');
  let last: SearchRun | undefined;
  let drawn: { readonly result: unknown; readonly view: ReturnType<typeof selectionView> | null } | undefined;
  const update = (run: SearchRun): void => {
    last = run;
    if (whole.clientWidth === 0) return; // not in the page yet: the observer calls again
    if (drawn?.result !== run.result) {
      const trace = run.result.selection_trace;
      const view = trace === undefined ? null : selectionView(run, trace, surroundings);
      drawn = { result: run.result, view };
      whole.replaceChildren(
        view?.element ??
          noTrace(
            run,
            t(
              'With a trace it shows how full each wing was after every pick, and what other values of γ and λ would have picked.',
            ),
            surroundings,
          ),
      );
    }
    drawn.view?.resize(whole.clientWidth);
  };
  const observer = new ResizeObserver(() => {
    if (last !== undefined) update(last);
  });
  observer.observe(whole);
  return { element: whole, update, dispose: () => observer.disconnect() };
};

/** Wings: the share of each wing in palace and result, and what other weights would have picked. */
export const wingsTab: SearchTab = { id: 'wings', title: 'Wings', count: () => null, open };
