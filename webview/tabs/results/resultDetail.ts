import type { SearchHit } from '../../../extension/palace/contract/search/searchResult.ts';
import { staircase } from '../../charts/staircase.ts';
import { formatCount } from '../../score/numberFormat.ts';
import { selectionStory, type ScoreStory } from '../../score/scoreSteps.ts';
import { drawerTitle } from '../../text/drawerTitle.ts';
import { viaLegs } from '../../text/provenance.ts';
import { element } from '../../ui/element.ts';
import { icon, type IconName } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import { drawerText } from './drawerText.ts';
import type { ListScale } from './listScale.ts';

const openLabels: Readonly<Record<string, string>> = {
  git_commit: 'Open commit',
  conversation: 'Open transcript',
};

/** A drawer in full: its text, its actions, everything known about it, and its score step by step. */
export const resultDetail = (
  hit: SearchHit,
  story: ScoreStory | null,
  list: ListScale,
  id: string,
  surroundings: Surroundings,
): HTMLElement => {
  const { inspector, t } = surroundings;
  const action = (name: IconName, label: string, run: () => void): HTMLElement =>
    element('button', { type: 'button', class: 'quiet', on: { click: run } }, icon(name), label);
  const via = viaLegs(hit.legs, t);
  const selection = selectionStory(hit);
  const facts = [
    hit.matched_via === 'closet' ? t('Matched via closet.') : null,
    via === '' ? null : t('Found by {0}.', via),
    t('Tier {0}.', hit.tier),
    hit.pinned ? t('Pinned.') : null,
    hit.archived ? t('Archived.') : null,
    hit.access_count === 0
      ? t('Never opened.')
      : hit.access_count === 1
        ? t('Opened once.')
        : t('Opened {0} times.', formatCount(hit.access_count)),
    t('Filed {0}.', hit.filed_at.slice(0, 10)),
    `${hit.wing}/${hit.room}${hit.source_file === null ? '' : ` · ${hit.source_file}`}`,
  ]
    .filter((fact) => fact !== null)
    .join(' ');
  const text = drawerText(hit, list.terms, surroundings);
  return element(
    'div',
    { class: 'detail', id, role: 'region', 'aria-label': t('Drawer {0} in full', hit.rank) },
    hit.annotations.map((text) => element('p', { class: 'note warn' }, icon('warning'), text)),
    text.element,
    element(
      'div',
      { class: 'actions' },
      text.reveal,
      hit.source_file === null
        ? null
        : action('open', t(openLabels[hit.type] ?? 'Open source'), () => inspector.openSource(hit.drawer_id)),
      hit.source_file === null
        ? null
        : action('open', t('Open to the side'), () => inspector.openSource(hit.drawer_id, { toSide: true })),
      action('similar', t('Find similar'), () =>
        inspector.findSimilar({ drawerId: hit.drawer_id, title: drawerTitle(hit) }),
      ),
      action('copy', t('Copy text'), () => inspector.copyDrawer(hit.drawer_id)),
      element('span', { class: 'dim mono drawer-id' }, hit.drawer_id),
    ),
    hit.closet_preview === undefined
      ? null
      : element('p', { class: 'facts dim' }, t('Closet line: {0}', hit.closet_preview)),
    element('p', { class: 'facts dim' }, facts),
    hit.also_in.length === 0
      ? null
      : element('p', { class: 'facts dim' }, t('The same text is also in {0}.', hit.also_in.join(', '))),
    story === null
      ? element('p', { class: 'facts dim' }, t('Turn on Explain to see how the score came about.'))
      : staircase(
          story,
          list.scale,
          list.chartWidth,
          { table: t('Score, step by step'), sum: t('Final score') },
          surroundings,
        ),
    selection === null
      ? null
      : staircase(
          selection,
          list.scale,
          list.chartWidth,
          { table: t('Selection score, step by step'), sum: t('Selection score') },
          surroundings,
        ),
  );
};
