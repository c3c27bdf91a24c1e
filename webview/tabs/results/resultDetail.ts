import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { reasonText } from '../../score/reasonText.ts';
import type { ScoreStory } from '../../score/scoreSteps.ts';
import { drawerMarkdown } from '../../text/drawerMarkdown.ts';
import { drawerTitle } from '../../text/drawerTitle.ts';
import { changeText, dayOf, freshnessOf, viaLegs } from '../../text/provenance.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { icon, type IconName } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { drawerText, type DrawerText } from './drawerText.ts';
import type { ListScale } from './listScale.ts';
import { reasonList } from './reasonList.ts';
import type { SinceSearch } from './sinceSearch.ts';
import { scoreDetail } from './scoreDetail.ts';
import { replacedWords } from './whyLine.ts';
import { counted } from '../../score/counted.ts';
import { isolated, translatable } from '../../text/translate.ts';

/** By type; of all others, the note itself is opened. */
const openLabels: Readonly<Record<string, string>> = {
  file: translatable('Open source'),
  git_commit: translatable('Open commit'),
  conversation: translatable('Open transcript'),
};

export interface ResultDetail {
  readonly element: HTMLElement;
  /** Brings the matching line into view. Call it once the element is in the page. */
  readonly toMatch: () => void;
  readonly learn: (since: SinceSearch) => void;
}

/** Further facts about a drawer, in sentences. */
const factsOf = (hit: SearchHit, { freshness, pinned, change }: SinceSearch, t: Surroundings['t']): string => {
  const via = viaLegs(hit.legs, t);
  const fresh = freshnessOf(hit, freshness, t);
  return [
    hit.matched_via === 'closet' ? t('Matched via closet.') : null,
    via === '' ? null : t('Found by {0}.', via),
    t('Tier {0}.', t(hit.tier)),
    pinned ? t('Pinned.') : null,
    hit.archived ? t('Archived.') : null,
    hit.access_count === 0
      ? t('Never opened.')
      : counted(hit.access_count, 'Opened once.', 'Opened {0} times.', t),
    hit.filed_by === undefined
      ? t('Filed {0}.', dayOf(hit.filed_at))
      : t('Filed {0} by {1}.', dayOf(hit.filed_at), hit.filed_by),
    [hit.palace, `${hit.wing}/${hit.room}`, hit.source_file]
      .filter((name) => typeof name === 'string')
      .map(isolated)
      .join(' · '),
    fresh === null ? null : `· ${fresh.text}`,
    change === undefined ? null : `· ${changeText(change, t)}`,
  ]
    .filter((fact) => fact !== null)
    .join(' ');
};

/** A link in words to another drawer. */
const drawerLink = (drawerId: string, words: string, { inspector }: Surroundings): HTMLElement =>
  element(
    'button',
    { type: 'button', class: 'quiet', on: { click: () => inspector.editor.openSource(drawerId) } },
    words,
  );

/** What replaces the drawer: a link that opens it. */
const replacedNote = ({ replaced_by: by }: SearchHit, surroundings: Surroundings): HTMLElement | null =>
  by === undefined
    ? null
    : element(
        'p',
        { class: 'note warn' },
        icon('warning'),
        drawerLink(by.drawer_id, replacedWords(by, surroundings.t), surroundings),
      );

/** What lent the drawer its place: a link that opens it. */
const inPlaceNote = ({ in_place_of: old }: SearchHit, surroundings: Surroundings): HTMLElement | null =>
  old === undefined
    ? null
    : element(
        'p',
        { class: 'note' },
        drawerLink(old.drawer_id, surroundings.t('In place of “{0}”', old.title), surroundings),
      );

/** The long note that the drawer is a part of: a link that opens it at its beginning. */
const partNote = ({ part_of: note }: SearchHit, surroundings: Surroundings): HTMLElement | null =>
  note === undefined
    ? null
    : element(
        'p',
        { class: 'note' },
        drawerLink(
          note.drawer_id,
          surroundings.t('Part {0} of {1} of “{2}”', note.part, note.parts, note.title),
          surroundings,
        ),
      );

/** A remark that a link above says better. */
const isSaidAbove = (remark: string, { replaced_by: by, in_place_of: old }: SearchHit): boolean =>
  (by !== undefined && remark.startsWith('[SUPERSEDED]')) || (old !== undefined && remark.startsWith('Replaces '));

/** The actions for a drawer. `pin` says what its button does next. */
const actionRow = (hit: SearchHit, text: DrawerText, pin: HTMLElement, { inspector, t }: Surroundings) => {
  const action = (name: IconName, label: string, run: () => void): HTMLElement =>
    element('button', { type: 'button', class: 'quiet', on: { click: run } }, icon(name), label);
  const { drawer_id: drawerId } = hit;
  // A linked palace is only searched and read, so actions that would mark its drawers or start from them are left
  // out.
  const linked = hit.palace !== undefined;
  return element(
    'div',
    { class: 'actions' },
    text.reveal,
    action('open', t(openLabels[hit.type] ?? translatable('Open note')), () =>
      inspector.editor.openSource(drawerId),
    ),
    action('open', t('Open to the side'), () => inspector.editor.openSource(drawerId, { toSide: true })),
    linked
      ? null
      : action('similar', t('Find similar'), () => inspector.findSimilar({ drawerId, title: drawerTitle(hit) })),
    action('copy', t('Copy text'), () => inspector.editor.copyDrawer(drawerId)),
    action('copy', t('Copy as Markdown'), () => inspector.editor.copyMarkdown(drawerId, drawerMarkdown(hit))),
    action('conversation', t('Copy for Chat'), () => inspector.editor.copyForChat(drawerId)),
    linked ? null : pin,
    element('span', { class: 'dim mono drawer-id' }, drawerId),
  );
};

/** A drawer in full: its text, why it was found, its actions, everything known about it, and its score step by step. */
export const resultDetail = (
  hit: SearchHit,
  story: ScoreStory | null,
  list: ListScale,
  id: string,
  surroundings: Surroundings,
): ResultDetail => {
  const { inspector, t } = surroundings;
  let pinned = hit.pinned;
  const pin = element('button', {
    type: 'button',
    class: 'quiet',
    on: { click: () => inspector.editor.pin(hit.drawer_id, !pinned) },
  });
  const facts = element('p', { class: 'facts dim' });
  const fact = (text: string): HTMLElement => element('p', { class: 'facts dim' }, text);
  const text = drawerText(hit, list.terms, surroundings);
  const whole = element(
    'div',
    { class: 'detail', id, role: 'region', 'aria-label': t('Drawer {0} in full', hit.rank) },
    replacedNote(hit, surroundings),
    inPlaceNote(hit, surroundings),
    partNote(hit, surroundings),
    hit.annotations
      .filter((remark) => !isSaidAbove(remark, hit))
      .map((remark) => element('p', { class: 'note warn' }, icon('warning'), reasonText(remark, surroundings.t))),
    text.element,
    reasonList(hit, list.terms, surroundings),
    actionRow(hit, text, pin, surroundings),
    hit.closet_preview === undefined ? null : fact(t('Closet line: {0}', hit.closet_preview)),
    facts,
    hit.also_in.length === 0
      ? null
      : fact(t('The same text is also in {0}.', hit.also_in.map(isolated).join(', '))),
    story === null
      ? fact(t('Turn on Explain to see how the score came about.'))
      : scoreDetail(hit, story, list, surroundings),
  );
  return {
    element: whole,
    toMatch: text.toMatch,
    learn: (since) => {
      ({ pinned } = since);
      replaceContent(pin, icon('pin'), pinned ? t('Unpin') : t('Pin'));
      facts.textContent = factsOf(hit, since, t);
    },
  };
};
