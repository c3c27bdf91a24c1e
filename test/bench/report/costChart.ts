import { format, line, scaleLog } from 'd3';

/** One curve: a cost at each size of the palace. */
export interface CostSeries {
  readonly name: string;
  readonly points: readonly { readonly drawers: number; readonly cost: number }[];
}

const [width, height] = [640, 320];
const margin = { top: 36, right: 150, bottom: 44, left: 64 };
/** Told apart by those who see fewer colours, too: Okabe and Ito 2008, the four that stand out on white and on black. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
const style = `text{font:12px system-ui,sans-serif;fill:#24292f}.grid{stroke:#8c959f;stroke-opacity:.3}@media(prefers-color-scheme:dark){text{fill:#d0d7de}}`;

/** A chart of costs against size, both on logarithmic scales, as SVG for pages of either brightness. Costs are above 0. */
export const costChart = (title: string, unit: string, series: readonly CostSeries[]): string => {
  const all = series.flatMap(({ points }) => points);
  const sizes = all.map(({ drawers }) => drawers);
  const costs = all.map(({ cost }) => cost);
  const x = scaleLog([Math.min(...sizes), Math.max(...sizes)], [margin.left, width - margin.right]);
  const y = scaleLog([Math.min(...costs), Math.max(...costs)], [height - margin.bottom, margin.top]).nice();
  const curve = line<CostSeries['points'][number]>(
    ({ drawers }) => x(drawers),
    ({ cost }) => y(cost),
  );
  const number = format(',~g');
  const rows = y.ticks(4).filter((tick) => Number.isInteger(Math.log10(tick)) || y.ticks(4).length < 8);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title><style>${style}</style>`,
    `<text x="${margin.left}" y="18" font-weight="600">${escaped(title)}, ${escaped(unit)}</text>`,
    ...rows.flatMap((tick) => [
      `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${at(y(tick))}" y2="${at(y(tick))}"/>`,
      `<text x="${margin.left - 8}" y="${at(y(tick) + 4)}" text-anchor="end">${number(tick)}</text>`,
    ]),
    ...[...new Set(sizes)].map(
      (size) =>
        `<text x="${at(x(size))}" y="${height - margin.bottom + 18}" text-anchor="middle">${number(size)}</text>`,
    ),
    `<text x="${(margin.left + width - margin.right) / 2}" y="${height - 8}" text-anchor="middle">drawers</text>`,
    ...series.flatMap(({ name, points }, i) => {
      const colour = colours[i % colours.length] ?? '';
      const last = points.at(-1);
      return [
        `<path fill="none" stroke="${colour}" stroke-width="2" d="${curve(points) ?? ''}"/>`,
        ...points.map(
          ({ drawers, cost }) =>
            `<circle cx="${at(x(drawers))}" cy="${at(y(cost))}" r="3" fill="${colour}"><title>${escaped(name)}: ${number(cost)} ${escaped(unit)} at ${number(drawers)}</title></circle>`,
        ),
        ...(last === undefined
          ? []
          : [`<text x="${at(x(last.drawers) + 8)}" y="${at(y(last.cost) + 4)}">${escaped(name)}</text>`]),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
};

const at = (pixels: number): string => pixels.toFixed(1);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
