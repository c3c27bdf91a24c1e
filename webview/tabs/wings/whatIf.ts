import { counted } from '../../score/counted.ts';
import { formatDecimal } from '../../score/numberFormat.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { termHelp } from '../../ui/termHelp.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import { moveList } from './moveList.ts';
import {
  movesBetween,
  type Moves,
  type RecordedSelection,
  type Reselected,
  type SelectionWeights,
} from './reselection.ts';
import { weightSlider } from './weightSlider.ts';

const mostGamma = 2;

interface WeightActions {
  readonly change: (part: Partial<SelectionWeights>) => void;
  /** Searches with the weights as they are now. */
  readonly search: () => void;
}

interface WhatIf {
  readonly element: HTMLElement;
  /** `picks` are those with these weights. */
  readonly update: (weights: SelectionWeights, picks: readonly Reselected[]) => void;
}

const verdictOf = ({ picks, out }: Moves, wings: number, { t }: Surroundings): string => {
  const present = new Set(picks.map(({ pick }) => pick.wing)).size;
  const moved = picks.filter(({ by }) => by !== 0).length;
  const inSet = wings === 1 ? t('{0} of 1 wing present', present) : t('{0} of {1} wings present', present, wings);
  return moved === 0 && out.length === 0
    ? t('As in the run: {0}.', inSet)
    : t('{0} replaced, {1}; {2}.', out.length, counted(moved, '1 place differs', '{0} places differ', t), inSet);
};

/** The sliders of both weights. */
const weightSliders = (
  { trace, used }: RecordedSelection,
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
const orderNote = ({ run, picks }: RecordedSelection, { inspector, t }: Surroundings): HTMLElement | null => {
  const selected = picks.map(({ drawerId }) => drawerId).join(' ');
  if (selected === run.result.results.map((hit) => hit.drawer_id).join(' ')) return null;
  if (run.result.sort_by === undefined)
    inspector.editor.report('E_INTERNAL', 'The recorded selection does not give the order of the results.');
  return element(
    'p',
    { class: 'note dim' },
    t('The results are in another order than this selection: a later phase or another sort moved them.'),
  );
};

/** Sliders for the weights, and the ranking that these would have given. */
export const whatIf = (
  recorded: RecordedSelection,
  { change, search }: WeightActions,
  surroundings: Surroundings,
): WhatIf => {
  const { t } = surroundings;
  const { trace, used, picks: before } = recorded;
  const help = termHelp(['lambda', 'gamma'], t);
  const sliders = weightSliders(recorded, change, surroundings);
  const verdict = element('p', { class: 'strong', 'aria-live': 'polite' });
  const list = element('div');
  const controls = element(
    'div',
    { class: 'controls' },
    element('h2', {}, t('What if'), ' ', help.button),
    help.list,
    sliders.elements,
    verdict,
    orderNote(recorded, surroundings),
    element(
      'div',
      { class: 'buttons' },
      actionButton({ label: t('Search with these values'), run: search }),
      actionButton({ label: t('Back to the run'), run: () => change(used) }),
    ),
  );
  return {
    element: element('section', { class: 'whatif', 'aria-label': t('What if') }, controls, list),
    update: (weights, picks) => {
      const moves = movesBetween(before, picks);
      sliders.update(weights);
      replaceContent(list, moveList(moves, before, surroundings));
      const said = verdictOf(moves, Object.keys(trace.wing_counts).length, surroundings);
      if (verdict.textContent !== said) verdict.textContent = said;
    },
  };
};
