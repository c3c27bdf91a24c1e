import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import type { SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';
import { filedAgo, freshnessOf, placeOf, viaLegs } from '../../text/provenance.ts';
import { element } from '../../ui/element.ts';
import { icon, typeIcon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';

/** Where a drawer comes from, most important first: the end of the line is cut where room is short. */
export const provenanceLine = (
  hit: SearchHit,
  state: SourceFreshness | undefined,
  { t, now }: Pick<Surroundings, 't' | 'now'>,
): HTMLElement => {
  const fresh = freshnessOf(hit, state, t);
  const via = viaLegs(hit.legs, t);
  const badge = (text: string): HTMLElement => element('span', { class: 'badge' }, text);
  /** The first words of a remark; the detail has it in full. */
  const remark = (text: string): HTMLElement =>
    element(
      'span',
      { class: 'badge note warn', title: text },
      element('span', { class: 'clip' }, text.split(':')[0]),
    );
  return element(
    'span',
    { class: 'provenance' },
    icon(typeIcon(hit.type), hit.type.replace('_', ' ')),
    element(
      'span',
      { class: 'where', title: hit.source_file ?? `${hit.wing}/${hit.room}` },
      hit.source_file === null ? null : element('span', { class: 'wing' }, `${hit.wing} `),
      placeOf(hit),
    ),
    element(
      'span',
      { class: 'fresh' },
      filedAgo(hit.filed_at, now(), t),
      fresh === null
        ? null
        : fresh.doubt
          ? [' ·', element('span', { class: 'badge warn' }, icon('warning'), fresh.text)]
          : element('span', { class: 'wide' }, ` · ${fresh.text}`),
    ),
    hit.tier === 'working' ? null : badge(hit.tier),
    hit.pinned
      ? element(
          'span',
          { class: 'badge', title: t('pinned') },
          icon('pin', t('pinned')),
          element('span', { class: 'wide', 'aria-hidden': 'true' }, t('pinned')),
        )
      : null,
    hit.archived ? badge(t('archived')) : null,
    hit.annotations.slice(0, 1).map(remark),
    via === '' ? null : element('span', { class: 'via' }, t('via {0}', via)),
  );
};
