import type { Selection } from 'd3';
import { stepSentence } from '../score/describeScore.ts';
import { fittingLabel } from '../score/labelFit.ts';
import { ledgerLayout, type LedgerBar, type LedgerLayout } from '../score/ledgerLayout.ts';
import type { ScoreStep, ScoreStory } from '../score/scoreSteps.ts';
import type { Translate } from '../text/translate.ts';
import { element } from '../ui/element.ts';
import type { TextMeasure } from '../ui/textMeasure.ts';
import type { Surroundings } from '../ui/view.ts';
import { drawGrid, svgOf, type ScoreScale, type Svg } from './scoreScale.ts';

const laneHeight = 13;
const laneGap = 2;
const height = 2 * laneHeight + laneGap;
const thinnest = 1.5;
const easyToHit = 6;

export interface LedgerOptions {
  readonly scale: ScoreScale;
  readonly width: number;
  readonly measure: TextMeasure;
  /** Read by screen readers in place of the picture. */
  readonly label: string;
  /** The score is written into its own bar (narrow layout). */
  readonly scoreInBar: string | null;
}

/** A drawn ledger. The keyboard can step through its bars. */
export interface LedgerChart {
  readonly node: SVGSVGElement;
  /** Moves to the next (1) or previous (−1) bar in event order; gives the step, null where there are none. */
  readonly moveTo: (by: 1 | -1) => { readonly step: ScoreStep; readonly bar: Element } | null;
  readonly leave: () => void;
}

export const tooltipOf = (step: ScoreStep, t: Translate): readonly (string | Node)[] => [
  element('strong', {}, stepSentence(step, t)),
  step.reason,
  element(
    'span',
    { class: 'dim num' },
    step.isStart
      ? t('starts here')
      : `${step.running === step.change ? '' : `${((step.shownAfter - step.shownDelta) / 1000).toFixed(3).replace('-', '−')} → `}${step.running}`,
  ),
];

/** A score that was not explained: its bar alone. */
export const scoreBar = (score: number, { scale, width, label, scoreInBar }: LedgerOptions): LedgerChart => {
  const { node, svg } = svgOf('ledger', width, height);
  svg.attr('role', 'img').attr('aria-label', label);
  drawGrid(svg, scale, height);
  svg
    .append('rect')
    .attr('class', 'final')
    .attr('x', scale(Math.min(0, score)))
    .attr('y', 7)
    .attr('width', Math.abs(scale(score) - scale(0)))
    .attr('height', laneHeight);
  if (scoreInBar !== null)
    svg
      .append('text')
      .attr('class', 'final-text')
      .attr('x', scale(0) + 4)
      .attr('y', 17)
      .text(scoreInBar);
  return { node, moveTo: () => null, leave: () => undefined };
};

const below = laneHeight + laneGap;
const isGain = ({ step }: LedgerBar): boolean => step.delta > 0;

/** The final score: drawn in the lower lane, or dashed in the upper one where losses exceed what adds up. */
const drawFinal = (svg: Svg, { final }: LedgerLayout, scale: ScoreScale): void => {
  const isBelow = final.lane === 'below';
  svg
    .append('rect')
    .attr('class', isBelow ? 'final' : 'final owed')
    .attr('data-lane', final.lane)
    .attr('x', scale(final.from))
    .attr('y', isBelow ? below : 0.5)
    .attr('width', scale(final.to) - scale(final.from))
    .attr('height', isBelow ? laneHeight : laneHeight - 1);
};

/** A mark where the final score ends, over the bars, and the score in its bar where there is room. */
const drawFinalMark = (svg: Svg, { final }: LedgerLayout, { scale, measure, scoreInBar }: LedgerOptions): void => {
  svg
    .append('rect')
    .attr('class', 'final-cap')
    .attr('x', scale(final.lane === 'below' ? final.to : final.from) - 1.5)
    .attr('y', below - 1)
    .attr('width', 3)
    .attr('height', laneHeight + 1);
  if (scoreInBar === null || final.lane !== 'below') return;
  if (measure(scoreInBar) + 12 > scale(final.to) - scale(0)) return;
  svg
    .append('text')
    .attr('class', 'final-text')
    .attr('x', scale(0) + 4)
    .attr('y', below + 10)
    .text(scoreInBar);
};

/** Gains in the upper lane, losses in the lower one, each with its label and tooltip. */
const drawBars = (
  svg: Svg,
  layout: LedgerLayout,
  { scale, measure }: LedgerOptions,
  { tooltip, t }: Pick<Surroundings, 'tooltip' | 't'>,
): Selection<SVGGElement, LedgerBar, SVGSVGElement, undefined> => {
  const span = (bar: LedgerBar): number => scale(bar.to) - scale(bar.from);
  const drawn = (bar: LedgerBar): number => Math.max(thinnest, span(bar) - 1); // one pixel between neighbours
  const inset = (bar: LedgerBar): number => (isGain(bar) ? 0 : 1);
  const bars = svg
    .selectAll<SVGGElement, LedgerBar>('g.step')
    .data([...layout.gains, ...layout.losses])
    .join('g')
    .attr('class', (bar) => `step ${isGain(bar) ? 'gain' : 'loss'} family-${bar.step.look.family}`)
    .attr('data-lane', (bar) => (isGain(bar) ? 'above' : 'below'))
    .attr('transform', (bar) => `translate(${scale(bar.from)},${isGain(bar) ? 0 : below})`);
  const rect = (kind: string, y: number, barHeight: number) =>
    bars
      .append('rect')
      .attr('class', kind)
      .attr('x', inset)
      .attr('y', y)
      .attr('width', drawn)
      .attr('height', barHeight);
  rect('block', 0.5, laneHeight - 1);
  rect('rail', laneHeight - 2, 2);
  bars
    .append('text')
    .attr('x', 4)
    .attr('y', 9)
    .text((bar) => {
      const { look, change } = bar.step;
      return fittingLabel({ label: t(look.label), short: t(look.short), change }, span(bar), measure);
    });
  bars
    .append('rect')
    .attr('class', 'hit')
    .attr('y', -1)
    .attr('width', (bar) => Math.max(easyToHit, span(bar)))
    .attr('height', laneHeight + 2)
    .on('mouseenter', (event: MouseEvent, bar) => {
      if (event.currentTarget instanceof Element) tooltip.show(event.currentTarget, ...tooltipOf(bar.step, t));
    })
    .on('mouseleave', () => tooltip.hide());
  return bars;
};

/** The score as two lanes of equal length: above what adds up, below the final score and the losses. */
export const ledgerChart = (
  story: ScoreStory,
  options: LedgerOptions,
  surroundings: Pick<Surroundings, 'tooltip' | 't'>,
): LedgerChart => {
  const { scale, width, label } = options;
  const layout = ledgerLayout(story);
  const { node, svg } = svgOf('ledger', width, height);
  svg.attr('role', 'img').attr('aria-label', label);
  drawGrid(svg, scale, height);
  drawFinal(svg, layout, scale);
  const bars = drawBars(svg, layout, options, surroundings);
  drawFinalMark(svg, layout, options);

  const inOrder = bars
    .nodes()
    .map((group, index) => ({ group, bar: bars.data()[index] }))
    .flatMap(({ group, bar }) => (bar === undefined ? [] : [{ group, step: bar.step }]))
    .sort((a, b) => story.steps.indexOf(a.step) - story.steps.indexOf(b.step));
  let at = -1;
  const mark = (): void => inOrder.forEach(({ group }, index) => group.classList.toggle('cursor', index === at));
  return {
    node,
    moveTo: (by) => {
      at = Math.max(0, Math.min(inOrder.length - 1, at + by));
      mark();
      const current = inOrder[at];
      return current === undefined ? null : { step: current.step, bar: current.group };
    },
    leave: () => {
      at = -1;
      mark();
    },
  };
};
