import { area, curveBumpX } from 'd3';
import { svgOf, type Svg } from '../../charts/scoreScale.ts';
import { dropLook } from '../../score/dropLook.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { shortStepName, stepLook } from '../../score/stepName.ts';
import type { TextMeasure } from '../../ui/textMeasure.ts';
import type { Surroundings } from '../../ui/view.ts';
import { laneHeight, nodeWidth, type FlowLayout, type FlowNode } from './flowLayout.ts';
import { counted, resultsText } from '../../score/counted.ts';

const thinnest = 1;
const textHeight = 15;

/** The first of the texts that fits; if none does, the last one is cut. */
const fitting = (texts: readonly string[], room: number, measure: TextMeasure): string => {
  const fits = texts.find((text) => measure(text) <= room);
  if (fits !== undefined) return fits;
  const letters = [...(texts.at(-1) ?? '')];
  while (letters.length > 0 && measure(`${letters.join('')}…`) > room) letters.pop();
  return letters.length === 0 ? '' : `${letters.join('')}…`;
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A band of even height between two points, which are the left and right end of its upper edge. */
const ribbon = (from: Point, to: Point, size: number): string | null =>
  area<Point>(
    ({ x }) => x,
    ({ y }) => y,
    ({ y }) => y + Math.max(thinnest, size),
  ).curve(curveBumpX)([from, to]);

/** The search's own numbers, which name the ends of the flow. */
interface FlowCounts {
  readonly candidates: number;
  readonly results: number;
}

const titles = (
  node: FlowNode,
  isLast: boolean,
  { results, candidates }: FlowCounts,
  { t }: Pick<Surroundings, 't'>,
): readonly string[] => {
  const count = formatCount(node.count);
  if (isLast && node.count === results) return [resultsText(node.count, t), count];
  if (node.after === null)
    return [
      node.count === candidates ? counted(node.count, '1 candidate', '{0} candidates', t) : t('{0} found', count),
      count,
    ];
  const { after } = node;
  return [
    ...[stepLook(after).name, shortStepName(after)].map((step) => t('{0} after {1}', count, t(step))),
    t('{0} left', count),
    count,
  ];
};

/** The remaining candidates, with the phases on the way that dropped nothing. */
const drawStreams = (
  svg: Svg,
  { streams }: FlowLayout,
  measure: TextMeasure,
  { t }: Pick<Surroundings, 't'>,
): void => {
  for (const { from, to, y, size, kept, passed } of streams) {
    svg
      .append('path')
      .attr('class', kept ? 'stream kept' : 'stream')
      .attr('d', ribbon({ x: from, y }, { x: to, y }, size));
    const texts = [passed.map((step) => stepLook(step).name), passed.map(shortStepName)];
    const text = fitting(
      texts.map((names) => names.map((name) => t(name)).join(', ')),
      to - from - 16,
      measure,
    );
    if (passed.length > 0 && size >= textHeight)
      svg
        .append('text')
        .attr('class', 'dim')
        .attr('x', from + 8)
        .attr('y', y + size / 2 + 4)
        .text(text);
  }
};

/** The dropped candidates, each reason with its label. */
const drawDrops = (
  svg: Svg,
  { drops }: FlowLayout,
  measure: TextMeasure,
  { t, tooltip }: Pick<Surroundings, 't' | 'tooltip'>,
): void => {
  for (const { phase, count, from, to, size, labelX, labelTop, labelRoom } of drops) {
    const label = `−${formatCount(count)} ${t(dropLook(phase).label)}`;
    const group = svg.append('g').attr('class', 'leaving');
    group
      .append('path')
      .attr('class', 'drop')
      .attr('d', ribbon(from, to, size));
    group
      .append('text')
      .attr('x', labelX)
      .attr('y', labelTop + laneHeight - 4)
      .text(fitting([label], labelRoom, measure));
    group
      .on('mouseenter', (event: MouseEvent) => {
        if (event.currentTarget instanceof Element) tooltip.show(event.currentTarget, label);
      })
      .on('mouseleave', () => tooltip.hide());
  }
};

/** The points where candidates left, with how many remain. */
const drawNodes = (
  svg: Svg,
  { nodes }: FlowLayout,
  counts: FlowCounts,
  measure: TextMeasure,
  surroundings: Pick<Surroundings, 't'>,
): void => {
  nodes.forEach((each, index) => {
    const isLast = index === nodes.length - 1;
    svg
      .append('rect')
      .attr('class', 'node')
      .attr('x', each.x)
      .attr('y', each.y)
      .attr('width', nodeWidth)
      .attr('height', Math.max(thinnest, each.height));
    svg
      .append('text')
      .attr('class', 'strong')
      .attr('x', isLast ? each.x + nodeWidth : each.x)
      .attr('y', each.y - 6)
      .attr('text-anchor', isLast ? 'end' : 'start')
      .text(
        fitting(
          titles(each, isLast, counts, surroundings),
          isLast ? each.room / 2 : index === nodes.length - 2 ? each.room / 2 : each.room,
          measure,
        ),
      );
  });
};

/** The flow of candidates as a picture; the table below it says the same. */
export const flowChart = (
  layout: FlowLayout,
  counts: FlowCounts,
  measure: TextMeasure,
  surroundings: Pick<Surroundings, 't' | 'tooltip'>,
): SVGSVGElement => {
  const { node, svg } = svgOf('flow', layout.width, layout.height);
  svg.attr('aria-hidden', 'true');
  drawStreams(svg, layout, measure, surroundings);
  drawDrops(svg, layout, measure, surroundings);
  drawNodes(svg, layout, counts, measure, surroundings);
  return node;
};
