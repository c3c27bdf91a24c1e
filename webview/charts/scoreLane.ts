import { ledgerLayout } from '../score/ledgerLayout.ts';
import type { ScoreStep, ScoreStory } from '../score/scoreSteps.ts';
import type { Surroundings } from '../ui/view.ts';
import { svgOf, type ScoreScale } from './scoreScale.ts';
import { tooltipOf } from './stepTooltip.ts';

const height = 8;
const thinnest = 1.5;

interface LaneOptions {
  readonly scale: ScoreScale;
  /** Pixels. */
  readonly width: number;
  /** Read by screen readers in place of the picture. */
  readonly label: string;
}

/**
 * The parts that add up to a score, drawn small: the ledger's upper lane. The keyboard can step through the whole
 * score.
 */
export interface ScoreLane {
  readonly node: SVGSVGElement;
  /** Moves to the next (1) or previous (−1) step, and returns it with its drawn bar; null if there are none. */
  readonly moveTo: (by: 1 | -1) => { readonly step: ScoreStep; readonly bar: Element } | null;
  readonly leave: () => void;
}

/** The lane of a result; a single bar if its score was not explained. */
export const scoreLane = (
  story: ScoreStory | null,
  score: number,
  { scale, width, label }: LaneOptions,
  { tooltip, t }: Pick<Surroundings, 'tooltip' | 't'>,
): ScoreLane => {
  const { node, svg } = svgOf('lane', width, height);
  svg.attr('role', 'img').attr('aria-label', label);
  const gains = story === null ? [] : ledgerLayout(story).gains;
  const widthOf = (from: number, to: number): number => Math.max(thinnest, scale(to) - scale(from) - 1);
  if (story === null)
    svg
      .append('rect')
      .attr('class', 'final')
      .attr('x', scale(Math.min(0, score)))
      .attr('width', widthOf(Math.min(0, score), Math.max(0, score)))
      .attr('height', height);
  const bars = svg
    .selectAll<SVGGElement, (typeof gains)[number]>('g.step')
    .data(gains)
    .join('g')
    .attr('class', ({ step }) => `step gain family-${step.look.family}`)
    .on('mouseenter', (event: MouseEvent, { step }) => {
      if (event.currentTarget instanceof Element) tooltip.show(event.currentTarget, ...tooltipOf(step, t));
    })
    .on('mouseleave', () => tooltip.hide());
  bars
    .append('rect')
    .attr('class', 'rail')
    .attr('x', ({ from }) => scale(from))
    .attr('width', ({ from, to }) => widthOf(from, to))
    .attr('height', height);

  const groups = new Map(bars.nodes().map((group, index) => [gains[index]?.step, group]));
  const steps = story?.steps ?? [];
  let at = -1;
  const mark = (): void =>
    groups.forEach((group, step) => group.classList.toggle('cursor', step !== undefined && step === steps[at]));
  return {
    node,
    moveTo: (by) => {
      at = Math.max(0, Math.min(steps.length - 1, at + by));
      mark();
      const step = steps[at];
      return step === undefined ? null : { step, bar: groups.get(step) ?? node };
    },
    leave: () => {
      at = -1;
      mark();
    },
  };
};
