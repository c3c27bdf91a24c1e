import type { TeamConflictView, TeamStatus } from '../../palace/contract/teamSchemas.ts';
import { plural } from '../../base/text/plural.ts';
import { printableName } from '../../base/text/printable.ts';
import { count } from '../terminal/terminal.ts';

const states = {
  none: 'not connected',
  resting: 'all is exchanged',
  exchanging: 'exchanging',
  away: 'the server can’t be reached; it is tried again',
  refused: 'nothing is exchanged',
} as const;

/** The palace's team in a line; null if it has none. */
export const teamLine = ({ state, team, url, problem, waiting, conflicts }: TeamStatus): string | null =>
  state === 'none'
    ? null
    : [
        team ?? url ?? '',
        problem ?? states[state],
        ...(waiting === 0 ? [] : [`${plural(waiting, 'change')} to send`]),
        ...(conflicts === 0 ? [] : [`${plural(conflicts, 'conflict')}: see team conflicts`]),
      ].join(' · ');

/** The palace's team in a few lines. */
export const teamStatusText = (status: TeamStatus): string => {
  if (status.state === 'none')
    return 'This palace has no team. “synapse-palace team connect URL” connects it with one.';
  const {
    url,
    team,
    member,
    state,
    problem,
    waiting,
    conflicts,
    erasures_due: erasures,
    wings,
    palaces,
    exchanged_at: exchangedAt,
    other_models: otherModels = null,
  } = status;
  const line = (title: string, text: string): string => `${title.padEnd(10)}${printableName(text)}`;
  const others = palaces.filter(({ is_this: isThis }) => !isThis);
  return [
    line('Team', `${team === null ? '' : `${team}, as ${member ?? ''} · `}${url ?? ''}`),
    // Why the server is away says itself that it is, and that it is tried again.
    line('State', problem === null ? states[state] : state === 'away' ? problem : `${states[state]}: ${problem}`),
    ...(waiting === 0 ? [] : [line('Waiting', plural(waiting, 'change'))]),
    ...(conflicts === 0 ? [] : [line('Conflicts', `${count(conflicts)}; see team conflicts`)]),
    ...(erasures === 0 ? [] : [line('Erasures', `${count(erasures)} not confirmed by every palace yet`)]),
    ...wings.map(({ wing, right, right_there: there, shared, drawers, includes_sensitive: sensitive }, at) =>
      line(
        at === 0 ? 'Wings' : '',
        [
          wing,
          there === null ? 'no right to it any more: nothing of it is exchanged' : right,
          ...(right === 'reader' && (there === 'owner' || there === 'writer')
            ? [`as ${there} you may write: team share sends your drawers`]
            : []),
          ...(exchangedAt === null || there === null ? [] : [plural(drawers, 'drawer')]),
          ...(sensitive ? ['with sensitive ones'] : []),
          ...(shared ? [] : ['not here: team pull takes it']),
        ].join(' · '),
      ),
    ),
    ...(otherModels === null
      ? []
      : [line('Models', `${otherModels} “team pull” takes a wing, and its vectors are computed here.`)]),
    ...others.map(({ name, member: who, seen_at: at, earlier_id: earlier }, i) =>
      line(
        i === 0 ? 'Others' : '',
        [
          `${name} of ${who}, seen ${at.slice(0, 16).replace('T', ' ')}`,
          ...((earlier ?? null) === null ? [] : [`this palace’s ID before it was restored or copied: ${earlier}`]),
        ].join(' · '),
      ),
    ),
  ].join('\n');
};

/** A conflict with its answers. */
export const conflictText = ({
  drawer_id: id,
  text_start: text,
  kind,
  member,
  at,
  answers,
}: TeamConflictView): string =>
  [
    `${printableName(id)}  ${text}`,
    kind === 'edited'
      ? `  replaced by ${plural(answers.length, 'drawer')}; the last by ${member} on ${at.slice(0, 10)}:`
      : `  the team refused what ${member} wanted on ${at.slice(0, 10)}, since it would have closed a circle:`,
    ...answers.map(
      ({ drawer_id: answer, text_start: start, filed_by: by }) =>
        `    ${printableName(answer)}  ${start}${by === null ? '' : `  (filed by ${by})`}`,
    ),
    printableName(`  settle: synapse-palace team settle ${id} --keep ${answers[0]?.drawer_id ?? 'all'}`),
  ].join('\n');
