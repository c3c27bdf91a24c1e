import { reasonText } from '../score/reasonText.ts';
import type { ScoreStep, ScoreStory } from '../score/scoreSteps.ts';
import { element } from '../ui/element.ts';
import type { Surroundings } from '../ui/view.ts';
import { drawGrid, svgOf, type ScoreScale } from './scoreScale.ts';

const rowHeight = 22;
const thinnest = 1.5;

const stair = (step: ScoreStep, scale: ScoreScale, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('stair', width, rowHeight);
  svg.attr('aria-hidden', 'true');
  drawGrid(svg, scale, rowHeight);
  const from = scale(Math.min(step.before, step.after));
  const length = Math.max(thinnest, scale(Math.max(step.before, step.after)) - from);
  const connector = (at: number, y1: number, y2: number) =>
    svg
      .append('line')
      .attr('class', 'connector')
      .attr('x1', scale(at))
      .attr('x2', scale(at))
      .attr('y1', y1)
      .attr('y2', y2);
  if (!step.isStart) connector(step.before, 0, 6);
  const bar = svg.append('g').attr('class', `step ${step.delta < 0 ? 'loss' : 'gain'} family-${step.look.family}`);
  bar
    .append('rect')
    .attr('class', 'block')
    .attr('x', from)
    .attr('y', 5.5)
    .attr('width', length)
    .attr('height', 11);
  bar.append('rect').attr('class', 'rail').attr('x', from).attr('y', 14).attr('width', length).attr('height', 2.5);
  connector(step.after, 17, rowHeight);
  return node;
};

const finalStair = (final: number, scale: ScoreScale, width: number): SVGSVGElement => {
  const { node, svg } = svgOf('stair', width, rowHeight);
  svg.attr('aria-hidden', 'true');
  drawGrid(svg, scale, rowHeight);
  svg
    .append('rect')
    .attr('class', 'final')
    .attr('x', scale(Math.min(0, final)))
    .attr('y', 5)
    .attr('width', Math.abs(scale(final) - scale(0)))
    .attr('height', 12);
  svg
    .append('rect')
    .attr('class', 'final-cap')
    .attr('x', scale(final) - 1.5)
    .attr('y', 4)
    .attr('width', 3)
    .attr('height', 14);
  return node;
};

interface StairRow {
  readonly family: string;
  readonly name: string;
  readonly reason: string;
  readonly change: string;
  readonly chart: SVGSVGElement;
  readonly running: string;
  readonly kind?: string;
}

// Roles are spelled out, because the grid layout takes the table's own away.
const tableRow = ({ family, name, reason, change, chart, running, kind = '' }: StairRow): HTMLElement =>
  element(
    'tr',
    { role: 'row', class: kind },
    element(
      'th',
      { role: 'rowheader', scope: 'row', class: 'phase' },
      element('span', { class: `swatch family-${family}` }),
      name,
    ),
    element('td', { role: 'cell', class: 'reason', title: reason }, reason),
    element('td', { role: 'cell', class: 'num delta' }, change),
    element('td', { role: 'cell', class: 'bar' }, chart),
    element('td', { role: 'cell', class: 'num running' }, running),
  );

/** The waterfall as a table that holds its own chart: step, why, change, bar on the common scale, running total. */
export const staircase = (
  story: ScoreStory,
  scale: ScoreScale,
  width: number,
  names: { readonly table: string; readonly sum: string },
  { t }: Pick<Surroundings, 't'>,
): HTMLElement => {
  const columns = [
    ['phase', t('Step')],
    ['reason', t('Why')],
    ['num delta', t('Change')],
    ['bar', t('On the common scale')],
    ['num running', t('Running')],
  ] as const;
  const steps = story.steps.map((step) =>
    tableRow({
      family: step.look.family,
      name: t(step.look.name),
      reason: reasonText(step.reason, t),
      change: step.change,
      chart: stair(step, scale, width),
      running: step.running,
    }),
  );
  const total = tableRow({
    family: 'final',
    name: names.sum,
    reason: story.addsUp
      ? t('the sum of the above, exactly')
      : t('not the sum of the above: please report this with the log'),
    change: '',
    chart: finalStair(story.final, scale, width),
    running: story.shownFinal,
    kind: 'total',
  });
  return element(
    'table',
    { class: 'staircase', role: 'table', 'aria-label': names.table },
    element(
      'thead',
      { role: 'rowgroup' },
      element(
        'tr',
        { role: 'row' },
        columns.map(([kind, text]) => element('th', { role: 'columnheader', scope: 'col', class: kind }, text)),
      ),
    ),
    element('tbody', { role: 'rowgroup' }, steps, total),
  );
};
