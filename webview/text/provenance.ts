import { dayMs } from '../../extension/base/time.ts';
import { documentKindOf } from '../../extension/palace/model/source/documentKinds.ts';
import { placeInSource } from '../../extension/palace/model/source/sourcePlace.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import type { DrawerChange, SourceFreshness } from '../../extension/protocol/inspectorMessages.ts';
import { translatable, type Translate } from './translate.ts';
import { legName } from './legName.ts';
import { pageLanguage } from './pageLanguage.ts';

/**
 * When a drawer was filed: `3 Mar` within a year, else `Apr 2019`, in the editor's language; empty for an invalid
 * date. `now` in milliseconds since the epoch.
 */
export const filedOn = (filedAt: string, now: number): string => {
  const filed = Date.parse(filedAt);
  if (Number.isNaN(filed)) return '';
  const isRecent = Math.abs(now - filed) < 330 * dayMs;
  return new Intl.DateTimeFormat(pageLanguage(), {
    month: 'short',
    ...(isRecent ? { day: 'numeric' } : { year: 'numeric' }),
  }).format(filed);
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The day of a time where the person is, as queries write it: `2026-03-02`; empty for an invalid date. */
export const dayOf = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? ''
    : [
        String(time.getFullYear()).padStart(4, '0'),
        twoDigits(time.getMonth() + 1),
        twoDigits(time.getDate()),
      ].join('-');
};

/** A time that is some days past, as its distance is said best: `140 days ago` within a year, else `Apr 2019`. */
export const daysAgo = (at: string, days: number): string =>
  days < 330
    ? new Intl.RelativeTimeFormat(pageLanguage()).format(-days, 'day')
    : filedOn(at, Date.parse(at) + days * dayMs);

/** The folder of a path with `/`; empty for a file at the top. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

const commitHash = /\b[0-9a-f]{7,40}\b/iu;
const lastPart = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .at(-1) ?? path;

/** A drawer's origin, in short: `refreshTokens.ts:88–131`, a commit's hash, a transcript's name, `notes/auth`. */
export const placeOf = (hit: Pick<SearchHit, 'type' | 'wing' | 'room' | 'source_file' | 'lines'>): string => {
  if (hit.source_file === null || hit.source_file === '') return `${hit.wing}/${hit.room}`;
  if (hit.type === 'git_commit')
    return commitHash.exec(hit.source_file)?.[0].slice(0, 7) ?? lastPart(hit.source_file);
  // A session's file name is a number made up by a program; its room is its title.
  if (hit.type === 'conversation' && /\.jsonl?$/u.test(hit.source_file)) return hit.room;
  return (
    lastPart(hit.source_file) + (hit.type === 'conversation' ? '' : placeInSource(hit.source_file, hit.lines))
  );
};

/** The source's current state, in words; `doubt` if it deserves a second look. */
export const freshnessOf = (
  hit: Pick<SearchHit, 'type' | 'source_file' | 'filed_by'>,
  state: SourceFreshness | undefined,
  t: Translate,
): { readonly text: string; readonly doubt: boolean } | null => {
  if (state === 'changed') return { text: t('file changed since'), doubt: true };
  if (state === 'missing') return { text: t('file is gone'), doubt: true };
  if (state === 'unchanged') return { text: t('file unchanged'), doubt: false };
  if (hit.type === 'git_commit') return { text: t('commit'), doubt: false };
  if (hit.type === 'conversation') return { text: t('transcript'), doubt: false };
  if (hit.source_file === null)
    return {
      text: hit.filed_by === undefined ? t('saved by you') : t('saved by {0}', hit.filed_by),
      doubt: false,
    };
  return null;
};

const changeTexts: Readonly<Record<DrawerChange, string>> = {
  archived: translatable('archived since'),
  restored: translatable('restored since'),
  replaced: translatable('replaced since'),
  changed: translatable('changed since'),
  gone: translatable('gone since'),
};

/** What has become of a drawer since the search, in words. */
export const changeText = (change: DrawerChange, t: Translate): string => t(changeTexts[change]);

/**
 * The legs that found the drawer with its place in each: `keyword #1 · semantic #2`; empty if the search does not
 * say.
 */
export const viaLegs = (legs: SearchHit['legs'], t: Translate): string =>
  Object.entries(legs ?? {})
    .flatMap(([leg, { rank }]) => (rank === null ? [] : [`${legName(leg, t)} #${rank}`]))
    .join(' · ');

/** Whether a drawer's text is better read in the editor's font. */
export const readsAsCode = (hit: Pick<SearchHit, 'type' | 'source_file'>): boolean =>
  hit.type === 'file' &&
  hit.source_file !== null &&
  !/\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?)$/iu.test(hit.source_file) &&
  documentKindOf(hit.source_file) === null &&
  /\.[^./]+$/u.test(hit.source_file);
