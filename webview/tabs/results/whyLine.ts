import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { reasonText } from '../../score/reasonText.ts';
import { whyFound } from '../../score/whyFound.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';

/** Why a result was found, in words; first, what replaces it. */
export const whyLine = (hit: SearchHit, terms: readonly string[], { t }: Pick<Surroundings, 't'>): HTMLElement => {
  const { words, full, rest } = whyFound(hit, terms, t);
  const others = hit.annotations.filter((text) => text.startsWith('[Pattern')).map((text) => reasonText(text, t));
  return element(
    'span',
    { class: 'why' },
    hit.replaced_by === undefined
      ? null
      : element('span', { class: 'warn' }, icon('warning'), ` ${replacedWords(hit.replaced_by, t)} · `),
    hit.in_place_of === undefined ? null : `${t('In place of “{0}”', hit.in_place_of.title)} · `,
    others.map((text) => element('span', { class: 'warn', title: text }, icon('warning'), ` ${text} · `)),
    words === null ? null : element(full ? 'strong' : 'span', {}, words),
    rest.length === 0 ? null : `${words === null ? '' : ' · '}${rest.join(' · ')}`,
  );
};

export const replacedWords = (
  { title, marked }: NonNullable<SearchHit['replaced_by']>,
  t: Surroundings['t'],
): string => (marked ? t('Replaced by “{0}”', title) : t('May be replaced by “{0}”', title));
