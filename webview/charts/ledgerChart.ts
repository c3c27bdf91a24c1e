import { fittingLabel } from '../score/labelFit.ts';
import { ledgerLayout, type LedgerBar, type LedgerLayout } from '../score/ledgerLayout.ts';
import type { ScoreStory } from '../score/scoreSteps.ts';
import type { TextMeasure } from '../ui/textMeasure.ts';
import type { Surroundings } from '../ui/view.ts';
import { drawGrid, svgOf, type ScoreScale, type Svg } from './scoreScale.ts';
import { tooltipOf } from './stepTooltip.ts';

const laneHeight = 13;
const laneGap = 2;
const height = 2 * laneHeight + laneGap;
const thinnest = 1.5;
const easyToHit = 6;

interface LedgerOptions {
  readonly scale: ScoreScale;
  readonly width: number;
  readonly measure: TextMeasure;
}

const below = laneHeight + laneGap;
const isGain = ({ step }: LedgerBar): boolean => step.delta > 0;

/** The final score: drawn in the lower lane, or dashed in the upper one if losses exceed gains. */
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

/** A mark where the final score ends, over the bars. */
const drawFinalMark = (svg: Svg, { final }: LedgerLayout, scale: ScoreScale): void => {
  svg
    .append('rect')
    .attr('class', 'final-cap')
    .attr('x', scale(final.lane === 'below' ? final.to : final.from) - 1.5)
    .attr('y', below - 1)
    .attr('width', 3)
    .attr('height', laneHeight + 1);
};

/** Gains in the upper lane, losses in the lower one, each with its label and tooltip. */
const drawBars = (
  svg: Svg,
  layout: LedgerLayout,
  { scale, measure }: LedgerOptions,
  { tooltip, t }: Pick<Surroundings, 'tooltip' | 't'>,
): void => {
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
};

/**
 * The score as two lanes of equal length: cosine and gains above, the final score and the losses below. It is a
 * picture of the table beside it, so it is hidden from screen readers.
 */
export const ledgerChart = (
  story: ScoreStory,
  options: LedgerOptions,
  surroundings: Pick<Surroundings, 'tooltip' | 't'>,
): SVGSVGElement => {
  const { scale, width } = options;
  const layout = ledgerLayout(story);
  const { node, svg } = svgOf('ledger', width, height);
  svg.attr('aria-hidden', 'true');
  drawGrid(svg, scale, height);
  drawFinal(svg, layout, scale);
  drawBars(svg, layout, options, surroundings);
  drawFinalMark(svg, layout, scale);
  return node;
};
