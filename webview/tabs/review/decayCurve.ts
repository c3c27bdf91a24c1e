import { line, range, scaleLinear } from 'd3';
import type { PlanCandidate, PlanView } from '../../../extension/palace/contract/memory/planSchemas.ts';
import { svgOf } from '../../charts/scoreScale.ts';
import { formatCount, formatDecimal, formatExact } from '../../score/numberFormat.ts';
import type { Surroundings } from '../../ui/view.ts';
import { counted } from '../../score/counted.ts';

const [width, height] = [120, 26];
/** Room for the number at the end. */
const [end, steps] = [width - 46, 24];

/**
 * A drawer's long-term potentiation since its last use, ltp · e^(−λ·days), with a dashed threshold if one applies.
 * Its label says everything that is drawn.
 */
export const decayCurve = (
  { ltp_score: ltp, decayed_ltp: now, days_since_access: days, action }: PlanCandidate,
  { settings }: Pick<PlanView, 'settings'>,
  { t }: Surroundings,
): SVGSVGElement => {
  const { compaction_threshold: threshold, decay_lambda: lambda } = settings;
  const { node, svg } = svgOf('decay', width, height);
  const hasThreshold = action === 'compact';
  const x = scaleLinear([0, Math.max(1, days)], [1, end]);
  const y = scaleLinear([0, Math.max(threshold / 0.75, ltp)], [height - 3, 2]);
  const spoken = [
    t(
      'Long-term potentiation {0} at its last use; after {1} without use {2}',
      formatDecimal(ltp, 2),
      counted(days, '1 day', '{0} days', t),
      formatDecimal(now, 2),
    ),
    ...(hasThreshold && settings.decay_enabled && ltp >= threshold && lambda > 0
      ? [t('below the threshold since day {0}', formatCount(Math.floor(Math.log(ltp / threshold) / lambda) + 1))]
      : []),
  ].join('; ');
  svg
    .attr('role', 'img')
    .attr('aria-label', hasThreshold ? `${spoken}; ${t('threshold {0}', formatExact(threshold))}` : spoken);
  if (hasThreshold)
    svg
      .append('line')
      .attr('class', 'threshold')
      .attr('x1', 0)
      .attr('x2', end + 4)
      .attr('y1', y(threshold))
      .attr('y2', y(threshold));
  svg
    .append('line')
    .attr('class', 'grid zero')
    .attr('x2', end + 4)
    .attr('y1', y(0) + 0.5)
    .attr('y2', y(0) + 0.5);
  const times = [...range(0, days, Math.max(1, days / steps)), days];
  svg
    .append('path')
    .attr('class', 'curve')
    .attr(
      'd',
      line<number>(
        (day) => x(day),
        (day) => y(ltp * Math.exp(-lambda * day)),
      )(times),
    );
  svg.append('circle').attr('class', 'now').attr('cx', x(days)).attr('cy', y(now)).attr('r', 2.5);
  svg
    .append('text')
    .attr('x', end + 8)
    .attr('y', Math.min(height - 4, y(now) + 4))
    .attr('aria-hidden', 'true')
    .text(formatDecimal(now, 2));
  return node;
};
