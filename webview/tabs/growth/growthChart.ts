import { area, scaleLinear } from 'd3';
import { cumulated } from '../../../extension/base/cumulated.ts';
import { svgOf } from '../../charts/scoreScale.ts';

const tallest = 26;
const below = 4;

/** A wing's drawers after each step, scaled to its own maximum: a step keeps its count until the next one begins. */
export const growthChart = (filed: readonly number[], width: number): SVGSVGElement => {
  const { node, svg } = svgOf('growth', width, tallest + below);
  svg.attr('aria-hidden', 'true');
  const sums = cumulated(filed);
  const x = scaleLinear([0, Math.max(1, sums.length)], [0, width]);
  const y = scaleLinear([0, Math.max(1, sums.at(-1) ?? 0)], [tallest, 2]);
  const corners = sums.flatMap((sum, step) => [
    { at: step, sum },
    { at: step + 1, sum },
  ]);
  const shape = area<(typeof corners)[number]>()
    .x(({ at }) => x(at))
    .y0(tallest)
    .y1(({ sum }) => y(sum));
  svg.append('path').attr('class', 'grown').attr('d', shape(corners));
  svg.append('path').attr('class', 'growth-line').attr('d', shape.lineY1()(corners));
  svg
    .append('line')
    .attr('class', 'grid zero')
    .attr('x1', 0)
    .attr('x2', width)
    .attr('y1', tallest + 0.5)
    .attr('y2', tallest + 0.5);
  return node;
};
