import { fileKindOf } from '../../../extension/palace/model/source/fileKind.ts';
import { placeInSource } from '../../../extension/palace/model/source/sourcePlace.ts';
import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { drawerTitle } from '../../text/drawerTitle.ts';
import { changeText, filedOn, folderOf, freshnessOf, placeOf } from '../../text/provenance.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SinceSearch } from './sinceSearch.ts';
import { vocabularyText } from '../../text/vocabularyText.ts';

/** An origin of so many characters is shown whole: there is no room to gain. */
const shortOrigin = 8;

/** A result's identity: its name in bold, its lines, its origin (cut from the left if room is short), its kind. */
export const placeLine = (
  hit: SearchHit,
  { freshness, pinned, change }: SinceSearch,
  { t, now }: Pick<Surroundings, 't' | 'now'>,
): HTMLElement => {
  const isFile = hit.type === 'file' && hit.source_file !== null && hit.source_file !== '';
  const name = isFile ? placeOf({ ...hit, lines: null }) : drawerTitle(hit);
  const lines = isFile ? placeInSource(hit.source_file ?? '', hit.lines, t) : '';
  const day = isFile ? '' : filedOn(hit.filed_at, now());
  const from = isFile ? folderOf(hit.source_file ?? '') : `${hit.wing}/${hit.room}`;
  const fresh = freshnessOf(hit, freshness, t);
  const badge = (text: string, more = ''): HTMLElement => element('span', { class: `badge ${more}` }, text);
  const doubt = (text: string): HTMLElement =>
    element(
      'span',
      { class: 'badge warn', title: text },
      icon('warning'),
      element('span', { class: 'wide' }, text),
    );
  return element(
    'span',
    { class: 'place' },
    element(
      'span',
      { class: 'where', title: hit.source_file ?? `${hit.wing}/${hit.room}` },
      element('span', { class: 'file' }, name),
      lines === '' ? null : element('span', { class: 'lines' }, lines),
    ),
    day === '' ? null : element('span', { class: 'dir whole' }, `${day} ·`),
    from === ''
      ? null
      : element(
          'span',
          { class: `dir${isFile ? ' file-dir' : ''}${from.length <= shortOrigin ? ' whole' : ''}` },
          element('bdi', { dir: 'ltr' }, from),
        ),
    hit.palace === undefined ? null : badge(hit.palace, 'palace'),
    hit.part_of === undefined ? null : badge(t('part {0} of {1}', hit.part_of.part, hit.part_of.parts)),
    badge(vocabularyText(fileKindOf({ type: hit.type, sourceFile: hit.source_file }) ?? hit.type, t), 'kind'),
    change === undefined ? null : doubt(changeText(change, t)),
    fresh?.doubt === true ? doubt(fresh.text) : null,
    pinned ? element('span', { class: 'badge', title: t('pinned') }, icon('pin', t('pinned'))) : null,
    hit.archived ? badge(t('archived')) : null,
    hit.tier === 'working' ? null : badge(t(hit.tier), 'wide'),
  );
};
