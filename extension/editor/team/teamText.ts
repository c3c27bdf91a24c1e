import type { TeamConflictView, TeamStatus } from '../../palace/contract/teamSchemas.ts';
import { changesText, conflictsText, drawersText } from '../platform/countedText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { lineLabel } from '../search/lineLabel.ts';

type State = Pick<TeamStatus, 'state' | 'problem' | 'problem_texts'>;

/** How the exchange stands. A row has room for what is wrong, and not for what to do about it: a click on it says both. */
export const stateText = (status: State, { t }: Localiser, { isRow = false } = {}): string => {
  const { state, problem, problem_texts: texts } = status;
  const sentences = texts?.map(({ template, values }) => t(template, ...values)) ?? [problem ?? ''];
  const why = (isRow ? sentences.slice(0, 1) : sentences).join(' ');
  switch (state) {
    case 'none':
      return t('not connected');
    case 'resting':
      return t('all is exchanged');
    case 'exchanging':
      return t('exchanging');
    case 'away':
      // The reason says itself that the server is away, and that it is tried again.
      return isRow || why === '' ? t('The server can’t be reached; it is tried again') : why;
    case 'refused':
      return t('Nothing is exchanged. {0}', why);
  }
};

/** The team and who the person is there; the server's address until it has answered. */
export const teamTitle = ({ team, member, url }: TeamStatus, { t }: Localiser): string =>
  team === null || member === null ? (url ?? '') : t('{0}, as {1}', team, member);

/** What there is to know of the exchange: how it stands, the last one, what waits. */
export const exchangeText = (status: TeamStatus, localiser: Localiser, { isRow = false } = {}): string => {
  const { t, time, count } = localiser;
  const { waiting, erasures_due: erasures, exchanged_at: at } = status;
  return [
    stateText(status, localiser, { isRow }),
    // Beside what is wrong, a row has no room for it.
    at === null || (isRow && status.problem !== null) ? null : t('last exchanged {0}', time(at)),
    waiting === 0 ? null : t('{0} to send', changesText(waiting, localiser)),
    erasures === 0 ? null : t('erasures not confirmed by every palace yet: {0}', count(erasures)),
  ]
    .filter((part) => part !== null)
    .join(' · ');
};

type Wing = TeamStatus['wings'][number];

/**
 * A wing's row: the person's right, its size once the server has told it, whether it is here, and whether a search finds some
 * of it by words only.
 */
export const wingText = (
  {
    right,
    right_there: there,
    drawers,
    shared,
    includes_sensitive: sensitive,
    has_other_model: hasOtherModel,
  }: Wing,
  localiser: Localiser,
  { isSizeKnown = true } = {},
): string => {
  const { t } = localiser;
  return [
    there === null ? t('no right to it any more') : rightText(right, localiser),
    right === 'reader' && (there === 'owner' || there === 'writer') ? t('you may write: share the wing') : null,
    isSizeKnown && there !== null ? drawersText(drawers, localiser) : null,
    sensitive ? t('with sensitive ones') : null,
    shared ? null : t('not in this palace'),
    // What is here has vectors of this palace's own model.
    !shared && hasOtherModel === true ? t('with vectors of another model') : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
};

const rightText = (right: Wing['right'], { t }: Localiser): string => {
  switch (right) {
    case 'owner':
      return t('owner');
    case 'writer':
      return t('writer');
    case 'reader':
      return t('reader');
  }
};

/** When another palace was last seen, what it has not taken yet, and whether its ID was this palace's once. */
export const seenText = (
  { seen_at: at, behind, earlier_id: earlier }: TeamStatus['palaces'][number],
  localiser: Localiser,
): string => {
  const { t, time } = localiser;
  return [
    t('seen {0}', time(at)),
    ...((behind ?? 0) === 0 ? [] : [t('up to {0} behind', changesText(behind ?? 0, localiser))]),
    ...((earlier ?? null) === null ? [] : [t('this palace before it was restored or copied')]),
  ].join(' · ');
};

/** What a conflict is over, in a row. */
export const conflictText = (
  { drawer_id: id, text_start: start, kind, member, at, answers }: TeamConflictView,
  { t, date, count }: Localiser,
): { readonly label: string; readonly detail: string } => ({
  label: start === '' ? id : lineLabel(start, []),
  detail:
    kind === 'edited'
      ? t('{0} versions; the last by {1} on {2}', count(answers.length), member, date(at))
      : t('The team refused what {0} wanted on {1}: drawers would replace each other', member, date(at)),
});

export type Answer = TeamConflictView['answers'][number];

/** Whether an answer to a conflict is the person's own. */
export const isMine = ({ filed_by: by }: Pick<Answer, 'filed_by'>, member: string | null): boolean =>
  by === null || by === member;

/** The entry of the status bar, where a team needs to be heard of: what it shows and what it says. */
export const teamItemText = (
  status: TeamStatus,
  localiser: Localiser,
): { readonly text: string; readonly tooltip: string; readonly isWarning: boolean } => {
  const { t } = localiser;
  const { conflicts, needs_password: isLocked = false, state } = status;
  const waits = conflicts === 0 ? [] : [conflictsText(conflicts, localiser)];
  const signs = [
    ...(isLocked
      ? ['$(key)']
      : state === 'refused'
        ? ['$(warning)']
        : state === 'away'
          ? ['$(debug-disconnect)']
          : []),
    ...waits,
  ];
  return {
    text: ['$(organization)', ...signs].join(' '),
    tooltip: [
      t('Team: {0}', teamTitle(status, localiser)),
      exchangeText(status, localiser),
      ...waits.map((text) => t('{0} to settle', text)),
    ].join('\n'),
    isWarning: isLocked || state === 'refused' || conflicts > 0,
  };
};

/** What an exchange or leaving the team could not do, as sentences; null if nothing. */
export const warningsText = (warnings: readonly string[], localiser: Localiser): string | null =>
  warnings.length === 0
    ? null
    : warnings.map((warning) => localisedReason(warning, localiser).replace(/(?<![.!?])$/u, '.')).join(' ');
