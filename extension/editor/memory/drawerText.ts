import type { DrawerView } from '../../palace/palaceApi.ts';
import { bestLine } from '../search/bestLine.ts';
import { placeOf } from '../search/hitText.ts';
import type { Wording } from '../wording.ts';

const tooltipCharacters = 600;

/** A drawer's short name: its place, or its first line where it has no source. */
export const drawerLabel = (drawer: DrawerView): string =>
  placeOf(drawer.source_file?.split('/').at(-1) ?? null, drawer.lines) ?? bestLine(drawer.text, []);

/** What sets it apart from the ordinary, and how it begins. */
export const drawerDescription = (drawer: DrawerView, wording: Wording): string => [
  drawer.pinned ? wording.t('pinned') : null, drawer.tier === 'working' ? null : drawer.tier,
  drawer.archived ? wording.t('archived') : null, drawer.sensitive ? wording.t('sensitive') : null,
  drawer.source_file === null ? null : bestLine(drawer.text, []),
].filter((part) => part !== null).join(' · ');

/** The text's start, for a code block. */
export const drawerExcerpt = ({ text }: DrawerView): string =>
  (text.length <= tooltipCharacters ? text : `${text.slice(0, tooltipCharacters).replace(/[\ud800-\udbff]$/, '')}…`).replace(/\s+$/, '');

/** Lines of plain text beneath the excerpt: provenance, dates, use. */
export const drawerFacts = (drawer: DrawerView, wording: Wording): readonly string[] => {
  const accesses = drawer.access_count === 0
    ? wording.t('never opened')
    : drawer.last_accessed === null
      ? wording.t('opened {0} times', drawer.access_count)
      : wording.t('opened {0} times, last {1}', drawer.access_count, wording.date(drawer.last_accessed));
  return [
    [placeOf(drawer.source_file, drawer.lines), drawer.speaker].filter((part) => part !== null).join(' · '),
    `${drawer.wing} › ${drawer.room} · ${drawer.type} · ${drawer.tier}${drawer.pinned ? ` · ${wording.t('pinned')}` : ''}`,
    wording.t('filed {0}', wording.date(drawer.filed_at)) + ` · ${accesses}`,
    ...(drawer.archived ? [wording.t('archived {0}', drawer.archived_at === null ? '' : wording.date(drawer.archived_at)) + (drawer.archive_reason === null ? '' : ` · ${drawer.archive_reason}`)] : []),
    ...(drawer.has_vector || drawer.sensitive ? [] : [wording.t('found by words only: it has no vector yet')]),
  ].filter((line) => line !== '');
};

/** Language of a code block, from the source's file name; empty for prose. */
export const excerptLanguage = (sourceFile: string | null): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(sourceFile ?? '')?.[1]?.toLowerCase() ?? '';
  return ['md', 'txt', 'markdown', 'rst'].includes(extension) ? '' : extension;
};
