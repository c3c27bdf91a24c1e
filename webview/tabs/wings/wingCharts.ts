import { svgOf } from '../../charts/scoreScale.ts';
import { formatCount, formatPercent } from '../../score/numberFormat.ts';
import type { WingRow } from './wingRows.ts';

const laneHeight = 16;
const barHeight = 12;
const numberRoom = 86;
const thinnest = 1.5;
const tallest = 36;
const below = 6;
/** The narrowest step that has room for its number, and the narrowest with a gap beside it; pixels. */
const numberedStep = 26;
const gappedStep = 5;
/** From this share upwards, the number is inside the bar. */
const insideFrom = 0.6;

/** Palace share over result share, each with its number. */
export const shareBars = (
  { palaceShare, palaceCount, resultShare, resultCount }: WingRow,
  width: number,
): SVGSVGElement => {
  const { node, svg } = svgOf('shares', width, 2 * laneHeight);
  svg.attr('aria-hidden', 'true');
  const lanes = [
    ['share-palace', palaceShare, palaceCount],
    ['share-result', resultShare, resultCount],
  ] as const;
  lanes.forEach(([kind, share, count], index) => {
    const length = count === 0 ? 0 : Math.max(thinnest, share * (width - numberRoom));
    svg
      .append('rect')
      .attr('class', kind)
      .attr('x', 0.5)
      .attr('y', index * laneHeight + 2)
      .attr('width', length)
      .attr('height', barHeight);
    svg
      .append('text')
      .attr('x', length + 6)
      .attr('y', index * laneHeight + 12)
      .text(`${formatPercent(share)} · ${formatCount(count)}`);
  });
  return node;
};

/** The wing's share of the set after every pick; filled where the wing was picked, dashes: the share in the run. */
export const saturationChart = ({ steps }: WingRow, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('saturation', width, tallest + below);
  svg.attr('aria-hidden', 'true');
  const line = (kind: string, y: number) =>
    svg.append('line').attr('class', kind).attr('x1', 0).attr('x2', width).attr('y1', y).attr('y2', y);
  line('grid', tallest / 2 + 0.5);
  line('grid zero', tallest + 0.5);
  const step = width / Math.max(1, steps.length);
  const inset = step < gappedStep ? 0 : 1;
  steps.forEach(({ share, picked, runShare }, index) => {
    const x = index * step + inset;
    const room = step - 2 * inset;
    if (share > 0)
      svg
        .append('rect')
        .attr('class', picked ? 'picked' : 'held')
        .attr('x', x)
        .attr('width', room)
        .attr('y', tallest * (1 - share))
        .attr('height', tallest * share);
    if (runShare !== null && runShare !== share)
      svg
        .append('line')
        .attr('class', 'ghost')
        .attr('x1', x)
        .attr('x2', x + room)
        .attr('y1', tallest * (1 - runShare))
        .attr('y2', tallest * (1 - runShare));
    if (!picked || step < numberedStep) return;
    const top = tallest * (1 - share);
    svg
      .append('text')
      .attr('x', x + room / 2)
      .attr('y', share > insideFrom ? top + 13 : top - 3)
      .attr('text-anchor', 'middle')
      .text(`#${index + 1}`);
  });
  return node;
};
