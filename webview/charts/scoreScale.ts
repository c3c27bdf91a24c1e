import { axisBottom, create, scaleLinear, type ScaleLinear, type Selection } from 'd3';
import { formatDecimal } from '../score/numberFormat.ts';

/** Score → pixels, the same for a whole list. */
export type ScoreScale = ScaleLinear<number, number>;

const edge = 1; // room for the outermost strokes
const mostTicks = 5;
/** Pixels that a tick's number needs, with room around it. d3 may draw half as many again as it is asked for. */
const tickRoom = 60;
const textTop = 7;
/** A number closer to an end than this is placed inside the chart, in pixels. */
const edgeRoom = 12;

export const scoreScale = (domain: readonly [number, number], width: number): ScoreScale =>
  scaleLinear([domain[0], domain[1]], [edge, width - 2 * edge]);

/** A selection of one SVG element. */
export type Svg = Selection<SVGSVGElement, undefined, null, undefined>;

/** An empty SVG of the given size, in pixels. Throws `TypeError` if the document cannot make one. */
export const svgOf = (
  name: string,
  width: number,
  height: number,
): { readonly node: SVGSVGElement; readonly svg: Svg } => {
  const svg = create('svg').attr('class', name).attr('width', width).attr('height', height);
  const node = svg.node();
  if (node === null) throw new TypeError('The document makes no SVG elements.');
  return { node, svg };
};

const tickCount = (scale: ScoreScale): number => {
  const [from = 0, to = 0] = scale.range();
  return Math.max(1, Math.min(mostTicks, Math.floor((to - from) / tickRoom)));
};

/** A tick as the page's language writes it, with the decimals that d3 gives it. */
const tickText = (scale: ScoreScale): ((tick: number) => string) => {
  const inEnglish = scale.tickFormat(tickCount(scale));
  return (tick) => formatDecimal(tick, inEnglish(tick).split('.')[1]?.length ?? 0);
};

/** Grid lines: one scale runs through every row. */
export const drawGrid = (svg: Svg, scale: ScoreScale, height: number): void => {
  const axis = svg.append('g').call(axisBottom<number>(scale).ticks(tickCount(scale)).tickSize(height));
  axis.selectAll('.domain, text').remove();
  axis.selectAll<SVGLineElement, number>('line').attr('class', (tick) => (tick === 0 ? 'grid zero' : 'grid'));
};

/** The scale's numbers, drawn once in the head of the list. The rows give all numbers in words and tables. */
export const scoreAxis = (scale: ScoreScale, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('axis', width, 22);
  const axis = svg
    .attr('aria-hidden', 'true')
    .append('g')
    .call(
      axisBottom<number>(scale)
        .ticks(tickCount(scale))
        .tickFormat(tickText(scale))
        .tickSize(0)
        .tickPadding(textTop),
    );
  axis.attr('font-family', null).attr('font-size', null); // the style sheet's
  axis.selectAll('.domain').remove();
  const numbers = axis.selectAll<SVGTextElement, number>('text');
  const last = numbers.size() - 1;
  numbers.attr('text-anchor', (tick, index) => {
    if (index === 0 && scale(tick) < edgeRoom) return 'start';
    return index === last && scale(tick) > width - edgeRoom ? 'end' : 'middle';
  });
  return node;
};
