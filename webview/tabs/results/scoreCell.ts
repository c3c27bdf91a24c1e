import type { OrderMark } from '../../score/orderMark.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { RankedHit } from './rankedHit.ts';
import { counted } from '../../score/counted.ts';

/**
 * The number that gives the result its place, its lane, its move compared with cosine alone, and the mark of a
 * result that was picked later than its score suggests.
 */
export const scoreCell = (
  { hit, sortBy, movement: { cosineRank, climbed, scoresMoreThanAbove } }: RankedHit,
  mark: OrderMark,
  lane: Node | null,
  { t }: Pick<Surroundings, 't'>,
): HTMLElement => {
  const spoken =
    climbed === null || climbed === 0
      ? t('the same place by cosine alone')
      : climbed > 0
        ? counted(climbed, '1 place up against cosine alone', '{0} places up against cosine alone', t)
        : counted(-climbed, '1 place down against cosine alone', '{0} places down against cosine alone', t);
  const reason = t(
    'It scores higher than #{0} but was picked after it: results are in the order of selection, which also weighs similarity to earlier picks and how full each wing is.',
    hit.rank - 1,
  );
  return element(
    'span',
    { class: 'score' },
    element('strong', { class: sortBy === 'recency' ? 'num day' : 'num', title: mark.spoken }, mark.shown),
    lane,
    scoresMoreThanAbove && sortBy === undefined
      ? element(
          'span',
          { class: 'order', title: reason },
          icon('crossing', t('picked later than its score suggests')),
        )
      : null,
    climbed === null || cosineRank === null
      ? null
      : element(
          'span',
          { class: 'moved', title: t('by cosine alone: #{0}', cosineRank) },
          element(
            'span',
            { 'aria-hidden': 'true' },
            climbed === 0 ? '=' : `${climbed > 0 ? '▲' : '▼'}${Math.abs(climbed)}`,
          ),
          element('span', { class: 'sr-only' }, spoken),
        ),
  );
};
