import { wireText } from '../contract/errorTextSchema.ts';
import type { TeamConflictView, TeamStatus } from '../contract/teamSchemas.ts';
import { drawerId } from '../model/drawer/ids.ts';
import { withRemedy } from '../model/errors/palaceError.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import { startOf } from '../notes/duplicates.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import { earlierIds, palaceId } from '../team/teamIdentity.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import { isModelOf } from '../team/teamModel.ts';
import type { TeamWing } from '../team/teamServer.ts';
import { otherModelsText } from './otherModels.ts';

/** What the team shares with this palace and what of it is here. */
export const teamStatusOf = (
  read: ReadQueries,
  connector: TeamConnector,
  loop: TeamLoop,
  model: ModelStamp | null,
): TeamStatus => {
  const { last, problem, state } = loop;
  const own = read.team.sharedWings();
  const there = last?.state.wings ?? [];
  const earlier = earlierIds(read);
  const others = there.filter(({ name }) => !own.some(({ wing }) => wing === name));
  const madeBy = ({ models = [] }: Partial<Pick<TeamWing, 'models'>> = {}) => ({
    models: models.map((made) => ({ ...made })),
    has_other_model: model !== null && models.some((made) => !isModelOf(made, model)),
  });
  return {
    state,
    url: state === 'none' ? null : (connector.saved()?.url ?? null),
    team: last?.state.team ?? null,
    member: last?.state.member ?? null,
    problem: problem === null ? null : withRemedy(problem),
    problem_texts: problem === null ? [] : [wireText(problem.messageText), wireText(problem.remedyText)],
    needs_password: problem?.code === 'E_TEAM_LOGIN',
    waiting: read.team.outboxState().waiting,
    conflicts: teamConflictsOf(read).length,
    erasures_due: last?.state.erasuresDue ?? 0,
    wings: [
      ...own.map(({ wing, right, includesSensitive }) => ({
        wing,
        right,
        ...(last === null ? {} : { right_there: there.find(({ name }) => name === wing)?.right ?? null }),
        shared: true,
        drawers: there.find(({ name }) => name === wing)?.drawers ?? 0,
        ...madeBy(there.find(({ name }) => name === wing)),
        includes_sensitive: includesSensitive,
      })),
      ...others.map(({ name, right, drawers, models, includesSensitive }) => ({
        wing: name,
        right,
        shared: false,
        drawers,
        ...madeBy({ models }),
        includes_sensitive: includesSensitive,
      })),
    ],
    other_models:
      model === null
        ? null
        : otherModelsText(Object.fromEntries(others.map(({ name, models }) => [name, models])), model),
    palaces: (last?.state.palaces ?? []).map(({ palace, member, name, seenAt, pulledTo }) => ({
      name,
      member,
      seen_at: seenAt,
      is_this: palace === palaceId(read),
      // A teammate's folder may have been copied.
      earlier_id: member === last?.state.member && earlier.includes(palace) ? palace : null,
      behind: pulledTo === 0 ? null : Math.max(0, (last?.state.lastSeq ?? 0) - pulledTo),
    })),
    exchanged_at: last?.at ?? null,
  };
};

/** The conflicts to settle, one per drawer: three edits of one note are one question with three answers. */
export const teamConflictsOf = (read: ReadQueries): TeamConflictView[] => {
  const byDrawer = new Map<string, TeamConflictView>();
  for (const { drawerId: id, kind, one, other, member, at } of read.team.conflicts()) {
    const known = byDrawer.get(id)?.answers ?? [];
    const answers = [one, other].filter(
      (each) => each !== '' && !known.some((answer) => answer.drawer_id === each),
    );
    byDrawer.set(id, {
      drawer_id: id,
      text_start: textStart(read, id),
      kind,
      member,
      at,
      answers: [
        ...known,
        ...answers.map((answer) => ({
          drawer_id: answer,
          text_start: textStart(read, answer),
          filed_by: read.team.filedBy([answer]).get(answer) ?? null,
        })),
      ],
    });
  }
  return [...byDrawer.values()];
};

const textStart = (read: ReadQueries, id: string): string => {
  const drawer = read.drawerById(drawerId(id));
  return drawer === undefined || drawer.sensitive ? '' : startOf(drawer.text);
};
