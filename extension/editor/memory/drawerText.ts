import { isNoteType } from '../../palace/model/noteTypes.ts';
import { maskedText } from '../../palace/model/maskedText.ts';
import type { DrawerView } from '../../palace/contract/palaceApi.ts';
import { timesText } from '../platform/countedText.ts';
import { commitHash } from '../git/commitText.ts';
import { bestLine } from '../search/bestLine.ts';
import { placeOf } from '../search/hitText.ts';
import type { Wording } from '../platform/localiser.ts';

const tooltipCharacters = 600;

const shortPlace = ({ source_file: file, lines }: DrawerView): string | null => placeOf(file?.split('/').at(-1) ?? null, lines);

/** Whether a drawer is better known by its first line than by its place. */
const isKnownByText = ({ type }: DrawerView): boolean => type === 'conversation' || isNoteType(type);

/** A drawer's short name: its place; the first line of a note, of a commit, of what was said and of what has no source. */
export const drawerLabel = (drawer: DrawerView): string =>
  drawer.type === 'git_commit' ? bestLine(maskedText(drawer).split('\n')[0] ?? '', []) : (isKnownByText(drawer) ? null : shortPlace(drawer)) ?? bestLine(maskedText(drawer), []);

/** What sets it apart from the ordinary, and how it begins; a commit's hash and date. */
export const drawerDescription = (drawer: DrawerView, wording: Wording): string => [
  drawer.pinned ? wording.t('pinned') : null, drawer.tier === 'working' ? null : drawer.tier,
  drawer.archived ? wording.t('archived') : null, drawer.superseded_by === null ? null : wording.t('superseded'), drawer.sensitive ? wording.t('sensitive') : null,
  ...(drawer.type === 'git_commit'
    ? [commitHash(drawer)?.slice(0, 7) ?? null, wording.date(drawer.filed_at)]
    : [drawer.type === 'conversation' ? wording.date(drawer.filed_at) : drawer.source_file === null ? null : isNoteType(drawer.type) ? shortPlace(drawer) : bestLine(maskedText(drawer), [])]),
].filter((part) => part !== null).join(' · ');

/** The text's start, secrets masked, for a code block. */
export const drawerExcerpt = (drawer: DrawerView): string => {
  const text = maskedText(drawer);
  return (text.length <= tooltipCharacters ? text : `${text.slice(0, tooltipCharacters).replace(/[\ud800-\udbff]$/, '')}…`).replace(/\s+$/, '');
};

/** Lines of plain text beneath the excerpt: provenance, dates, use. */
export const drawerFacts = (drawer: DrawerView, wording: Wording): readonly string[] => {
  const accesses = drawer.access_count === 0
    ? wording.t('never opened')
    : drawer.last_accessed === null
      ? wording.t('opened {0}', timesText(drawer.access_count, wording))
      : wording.t('opened {0}, last {1}', timesText(drawer.access_count, wording), wording.date(drawer.last_accessed));
  return [
    [placeOf(drawer.source_file, drawer.lines), drawer.speaker].filter((part) => part !== null).join(' · '),
    `${drawer.wing} › ${drawer.room} · ${drawer.type} · ${drawer.tier}${drawer.pinned ? ` · ${wording.t('pinned')}` : ''}`,
    wording.t('filed {0}', wording.date(drawer.filed_at)) + ` · ${accesses}`,
    ...(drawer.tags.length === 0 ? [] : [drawer.tags.map((tag) => `#${tag}`).join(' ')]),
    ...(drawer.superseded_by === null ? [] : [wording.t('superseded by {0}', drawer.superseded_by)]),
    ...(drawer.archived ? [wording.t('archived {0}', drawer.archived_at === null ? '' : wording.date(drawer.archived_at)) + (drawer.archive_reason === null ? '' : ` · ${drawer.archive_reason}`)] : []),
    ...(drawer.has_vector || drawer.sensitive ? [] : [wording.t('found by words only: it has no vector yet')]),
  ].filter((line) => line !== '');
};

/** Language of a code block, from the source's file name; empty for prose. */
export const excerptLanguage = (sourceFile: string | null): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(sourceFile ?? '')?.[1]?.toLowerCase() ?? '';
  return ['md', 'txt', 'markdown', 'rst'].includes(extension) ? '' : extension;
};
