import type { EraseReach, EraseReason } from '../../palace/contract/eraseSchemas.ts';
import { drawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Maximum drawers listed in a dialog; the rest are counted. */
const listed = 8;
const shownCharacters = 80;

/** The question before erasing: what goes, what comes back, and what erasing does not reach. */
export const eraseQuestion = (
  reach: EraseReach,
  localiser: Localiser,
): { readonly message: string; readonly detail: string } => ({
  message: localiser.t('Erase {0} for good?', drawersText(reach.drawers.length, localiser)),
  detail: [
    ...drawerLines(reach, localiser),
    '',
    ...traceLines(reach, localiser),
    localiser.t(
      'Not reached: exports, replay packets, chats, the clipboard, earlier searches and open tabs of other windows, and whatever else was copied out of the palace’s folder. This can’t be undone.',
    ),
  ].join('\n'),
});

const drawerLines = ({ drawers }: EraseReach, { t, count }: Localiser): string[] => {
  const why: Readonly<Record<EraseReason, string>> = {
    asked: '',
    part: t('another part of the note'),
    earlier_text: t('an earlier text'),
    same_text: t('the same text'),
    summary: t('a summary of it'),
  };
  const more = drawers.length - listed;
  return [
    ...drawers.slice(0, listed).map(({ drawer_id: id, why: reason, text_start: start }) => {
      const said =
        start === '' ? t('{0} (sensitive)', id) : start.replaceAll(/\s+/g, ' ').slice(0, shownCharacters);
      return reason === 'asked' ? `• ${said}` : `• ${why[reason]}: ${said}`;
    }),
    ...(more > 0 ? [t('… and {0} more', count(more))] : []),
  ];
};

const traceLines = (reach: EraseReach, { t, count }: Localiser): string[] => {
  const { plans, queries, backups, other_copies: copies, come_back: back, quoted_in: quoted } = reach;
  const sources = new Set(
    reach.drawers.flatMap(({ returns, source_file: file }) => (returns ? (file ?? []) : [])),
  );
  return [
    t('Their vectors, index entries, tags and uses go with them.'),
    t(
      'This window also forgets all earlier and starred searches and what the inspector shows, and closes tabs with these texts.',
    ),
    ...(plans.length === 0 ? [] : [t('Plans removed: {0}.', count(plans.length))]),
    ...(queries === 0 ? [] : [t('Logged searches removed: {0}.', count(queries))]),
    ...(backups === 0 ? [] : [t('Backups replaced by a new one without them: {0}.', count(backups))]),
    ...(copies === 0 ? [] : [t('Leftover files of a repair or an interrupted run removed: {0}.', count(copies))]),
    ...(back.length === 0 ? [] : [t('Back from the archive, since their summary goes: {0}.', count(back.length))]),
    ...(sources.size === 0
      ? []
      : [
          t(
            'The source keeps its text ({0}). Mining leaves this passage out until it is changed; exclude the file to keep it out for good.',
            [...sources].slice(0, listed).join(', '),
          ),
        ]),
    ...(quoted === null
      ? [t('There are too many to look for other drawers that quote them.')]
      : quoted.length === 0
        ? []
        : [t('Other drawers that quote them and stay: {0}.', quoted.slice(0, listed).join(', '))]),
  ];
};
