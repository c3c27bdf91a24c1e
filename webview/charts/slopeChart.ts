import { link, curveBumpX } from 'd3';
import { svgOf } from './scoreScale.ts';
import type { SlopeLayout } from './slopeLayout.ts';

/** Height of a table's row, in pixels: slopes and rows are on one grid. */
const slopeRow = 24;
const inset = 3;

/** One line per drawer between its two rows: solid climbs, dashed falls, dotted leaves. */
export const slopeChart = ({ rowsA }: SlopeLayout, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('slopes', width, slopeRow * rowsA.length);
  svg.attr('aria-hidden', 'true');
  const curve = link(curveBumpX);
  const y = (row: number): number => (row + 0.5) * slopeRow;
  for (const { id, rowA, rowB, kind } of rowsA) {
    const [a, b] = [y(rowA), y(rowB)];
    const group = svg.append('g').attr('data-drawer', id);
    group
      .append('path')
      .attr('class', `slope ${kind}`)
      .attr('d', curve({ source: [inset, a], target: [width - inset, b] }));
    for (const [cx, cy] of [
      [inset, a],
      [width - inset, b],
    ] as const)
      group.append('circle').attr('class', 'slope-end').attr('cx', cx).attr('cy', cy).attr('r', 2.5);
  }
  return node;
};
