import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import { isNoteType } from '../../palace/model/drawer/noteTypes.ts';
import { documentKinds } from '../../palace/model/source/documentKinds.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import { withoutStanding } from '../../palace/model/text/withoutStanding.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { timesText } from '../platform/countedText.ts';
import { commitHash } from '../git/commitText.ts';
import { lineLabel } from '../search/lineLabel.ts';
import { filedText, placeOf } from '../search/hitText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { reasonText } from './archiveReason.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { textStart } from '../../base/text/textStart.ts';

const tooltipCharacters = 600;

const shortPlace = ({ source_file: file, lines }: DrawerView, localiser: Localiser): string | null =>
  placeOf(file?.split('/').at(-1) ?? null, lines, localiser);

/** Whether a drawer is better known by its first line than by its place. */
const isKnownByText = ({ type }: DrawerView): boolean => type === 'conversation' || isNoteType(type);

/** The text without what a summary says of others first, which is alike in many; the tooltip shows that. */
const ownText = (drawer: DrawerView): string => {
  const text = maskedText(drawer);
  return withoutStanding(text).trim() === '' ? text : withoutStanding(text);
};

/** A drawer's short name: its place, or the first line of a note, a commit, a conversation and of a drawer without a source. */
export const drawerLabel = (drawer: DrawerView, localiser: Localiser): string =>
  drawer.type === 'git_commit'
    ? lineLabel(commitSubject(maskedText(drawer)), [])
    : ((isKnownByText(drawer) ? null : shortPlace(drawer, localiser)) ?? lineLabel(ownText(drawer), []));

/** What is special about a drawer, and how it begins; for a commit its hash and date. */
export const drawerDescription = (drawer: DrawerView, localiser: Localiser): string =>
  [
    drawer.pinned ? localiser.t('pinned') : null,
    drawer.tier === 'working' ? null : localiser.t(drawer.tier),
    drawer.archived ? localiser.t('archived') : null,
    drawer.superseded_by === null ? null : localiser.t('replaced'),
    drawer.sensitive ? localiser.t('sensitive') : null,
    ...(drawer.type === 'git_commit'
      ? [commitHash(drawer)?.slice(0, 7) ?? null, localiser.date(drawer.filed_at)]
      : [
          drawer.type === 'conversation'
            ? localiser.date(drawer.filed_at)
            : drawer.source_file === null
              ? null
              : isNoteType(drawer.type)
                ? shortPlace(drawer, localiser)
                : lineLabel(maskedText(drawer), []),
        ]),
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** The start of the text with secrets masked and without blank lines before it, for a code block. */
export const drawerExcerpt = (drawer: DrawerView): string => {
  const text = maskedText(drawer).replace(/^(?:\s*\n)+/, '');
  return (text.length <= tooltipCharacters ? text : `${textStart(text, tooltipCharacters)}…`).replace(/\s+$/, '');
};

/** Lines of plain text below the excerpt: provenance, dates, use. `newer`: the drawer that replaces it, where that is known. */
export const drawerFacts = (drawer: DrawerView, localiser: Localiser, newer?: DrawerView): readonly string[] => {
  const accesses =
    drawer.access_count === 0
      ? localiser.t('never opened')
      : drawer.last_accessed === null
        ? localiser.t('opened {0}', timesText(drawer.access_count, localiser))
        : localiser.t(
            'opened {0}, last {1}',
            timesText(drawer.access_count, localiser),
            localiser.date(drawer.last_accessed),
          );
  return [
    [placeOf(drawer.source_file, drawer.lines, localiser), drawer.speaker]
      .filter((part) => part !== null)
      .join(' · '),
    `${drawer.wing} › ${drawer.room} · ${vocabularyText(drawer.type, localiser)} · ${localiser.t(drawer.tier)}${drawer.pinned ? ` · ${localiser.t('pinned')}` : ''}`,
    `${filedText(drawer, localiser)} · ${accesses}`,
    ...(drawer.tags.length === 0 ? [] : [drawer.tags.map((tag) => `#${tag}`).join(' ')]),
    ...(drawer.superseded_by === null
      ? []
      : [
          newer === undefined
            ? localiser.t('replaced by {0}', drawer.superseded_by)
            : localiser.t('replaced by “{0}”', drawerLabel(newer, localiser)),
        ]),
    ...(drawer.archived
      ? [
          localiser.t('archived {0}', drawer.archived_at === null ? '' : localiser.date(drawer.archived_at)) +
            (drawer.archive_reason === null ? '' : ` · ${reasonText(drawer.archive_reason, localiser)}`),
        ]
      : []),
    ...(drawer.sensitive
      ? [localiser.t('sensitive: not embedded, found by its words only')]
      : drawer.has_vector || drawer.archived
        ? []
        : [
            drawer.unembeddable === true
              ? localiser.t('found by words only: the model can’t embed its text')
              : localiser.t('found by words only: it has no vector yet'),
          ]),
  ].filter((line) => line !== '');
};

/** Language of a code block, from the source's file name; empty for prose. */
export const excerptLanguage = (sourceFile: string | null): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(sourceFile ?? '')?.[1]?.toLowerCase() ?? '';
  return ['md', 'txt', 'markdown', 'rst', ...documentKinds].includes(extension) ? '' : extension;
};
