import { create, scaleLinear, type ScaleLinear, type Selection } from 'd3';

/** Score → pixels, the same for a whole list. */
export type ScoreScale = ScaleLinear<number, number>;

const edge = 1; // room for the outermost strokes
const tickCount = 5;

export const scoreScale = (domain: readonly [number, number], width: number): ScoreScale =>
  scaleLinear([domain[0], domain[1]], [edge, width - 2 * edge]);

/** A bare SVG of the given size. Throws `TypeError` where the document cannot make one. */
export const svgOf = (
  name: string,
  width: number,
  height: number,
): { readonly node: SVGSVGElement; readonly svg: Selection<SVGSVGElement, undefined, null, undefined> } => {
  const svg = create('svg').attr('class', name).attr('width', width).attr('height', height);
  const node = svg.node();
  if (node === null) throw new TypeError('The document makes no SVG elements.');
  return { node, svg };
};

const crisp = (pixels: number): number => Math.round(pixels) + 0.5;

/** Grid lines: one scale runs through every row. */
export const drawGrid = (
  svg: Selection<SVGSVGElement, undefined, null, undefined>,
  scale: ScoreScale,
  height: number,
): void => {
  svg
    .selectAll('line.grid')
    .data(scale.ticks(tickCount))
    .join('line')
    .attr('class', (tick) => (tick === 0 ? 'grid zero' : 'grid'))
    .attr('x1', (tick) => crisp(scale(tick)))
    .attr('x2', (tick) => crisp(scale(tick)))
    .attr('y1', 0)
    .attr('y2', height);
};

/** The scale's numbers, drawn once in the head of the list. The rows say all numbers in words and tables. */
export const scoreAxis = (scale: ScoreScale, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('axis', width, 22);
  const format = scale.tickFormat(tickCount);
  const ticks = scale.ticks(tickCount);
  svg
    .attr('aria-hidden', 'true')
    .selectAll('text')
    .data(ticks)
    .join('text')
    .attr('x', (tick) => scale(tick))
    .attr('y', 15)
    .attr('text-anchor', (tick, index) =>
      index === 0 && scale(tick) < 12
        ? 'start'
        : index === ticks.length - 1 && scale(tick) > width - 12
          ? 'end'
          : 'middle',
    )
    .text((tick) => format(tick));
  return node;
};
