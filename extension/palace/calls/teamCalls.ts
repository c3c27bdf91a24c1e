import type { Caller } from '../contract/caller.ts';
import { wireText } from '../contract/errorTextSchema.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import type { TeamConflictView, TeamStatus } from '../contract/teamSchemas.ts';
import { drawerId, wingName } from '../model/ids.ts';
import { errorText } from '../model/errorText.ts';
import type { ModelStamp } from '../model/modelStamp.ts';
import { PalaceError } from '../model/palaceError.ts';
import { startOf } from '../notes/duplicates.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import { settleConflict } from '../team/teamConflicts.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import { forgetId, palaceId, takeNewId } from '../team/teamIdentity.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import { isModelOf } from '../team/teamModel.ts';
import type { TeamServer, TeamWing } from '../team/teamServer.ts';
import { otherModelsText } from './otherModels.ts';

/** The calls about what a palace shares with a team, in their wire form. */
export type TeamCalls = Pick<
  PalaceApi,
  | 'teamStatus'
  | 'teamConnect'
  | 'teamUnlock'
  | 'teamLeave'
  | 'teamShare'
  | 'teamUnshare'
  | 'teamExchange'
  | 'teamConflicts'
  | 'teamSettle'
>;

export interface TeamCallsParts {
  readonly store: PalaceStore;
  readonly connector: TeamConnector;
  readonly loop: TeamLoop;
  /** What a person calls this palace. */
  readonly name: string;
  /** The model of the palace's own vectors. */
  readonly model: () => ModelStamp | null;
}

export const teamCalls = ({ store, connector, loop, name, model }: TeamCallsParts): TeamCalls => {
  const { read } = store;
  const status = (): TeamStatus => statusOf(read, connector, loop, model());
  const me = (): string => palaceId(read) ?? '';
  /** The wing as the team has it. Throws E_TEAM if the team has none, or if taking it would share drawers that are here. */
  const wingToTake = async (wing: string): Promise<TeamWing> => {
    const { wings } = await loop.with((server) => server.hello({ id: me(), name }));
    const there = wings.find((each) => each.name === wing);
    if (there === undefined) throw noWing(wing);
    const own = read.team.ownDrawers(wing);
    if (there.right !== 'reader' && own > 0)
      throw new PalaceError(
        'E_TEAM',
        errorText`The wing ${wing} has ${own} drawers here, which would be shared, too.`,
        {
          remedy:
            'If that is what you want, share it: synapse-palace team share. Otherwise move them to another wing.',
        },
      );
    return there;
  };
  return {
    teamStatus: async () => status(),
    teamConnect: async ({ url, password }, { caller } = {}) => {
      demandPerson(caller);
      const known = connector.saved();
      if (known !== null && known.palace === palaceId(read) && known.url !== withoutPassword(url))
        throw new PalaceError('E_TEAM', errorText`This palace is connected with ${known.url} already.`, {
          remedy: 'Leave that team first: synapse-palace team leave.',
        });
      await loop.connect(url, password, async (server, shown) => {
        // A person decides which wings are shared, not a folder that came from elsewhere.
        if (known === null || known.palace !== palaceId(read)) {
          await unshareAll(store);
          await takeNewId(store);
        }
        await server.hello({ id: me(), name });
        connector.save({ url: shown, palace: me() });
      });
      await loop.exchange();
      return status();
    },
    teamUnlock: async ({ password }, { caller } = {}) => {
      demandPerson(caller);
      loop.unlock(password);
      return status();
    },
    teamLeave: async (_, { caller } = {}) => {
      demandPerson(caller);
      const warnings: string[] = [];
      await loop
        .with((server) => server.leave(me()))
        .catch(
          (thrown: unknown) =>
            void warnings.push(`The team could not be told: ${PalaceError.from(thrown).message}`),
        );
      await loop.leave();
      await unshareAll(store);
      await forgetId(store);
      connector.forget();
      return { warnings };
    },
    teamShare: async ({ wing, include_sensitive: includesSensitive = false }, { caller } = {}) => {
      demandPerson(caller);
      const there = await loop.with((server) =>
        shareAtTeam(server, read, { id: me(), name }, wing, includesSensitive),
      );
      // An owner decides whether a wing takes sensitive drawers; every member decides whether their own are sent.
      await follow(store, { ...there, includesSensitive: there.includesSensitive && includesSensitive });
      await loop.exchange();
      // The first exchange asked for the wings before it pushed. If the server is away by now, the status says so.
      await loop.exchange().catch(() => undefined);
      return status();
    },
    teamUnshare: async ({ wing }, { caller } = {}) => {
      demandPerson(caller);
      if (!read.team.sharedWings().some((shared) => shared.wing === wing))
        throw new PalaceError('E_TEAM', errorText`The wing ${wing} is not shared.`);
      await store.write((transaction) => {
        transaction.team.unshareWing(wing);
        // The views show what is shared.
        transaction.setMeta('team_changed', wing);
      });
      return status();
    },
    teamExchange: async ({ wing }, { caller } = {}) => {
      demandPerson(caller);
      const taken =
        wing === undefined || read.team.sharedWings().some((shared) => shared.wing === wing)
          ? undefined
          : await wingToTake(wing);
      const { pushed, pulled, warnings } = await loop.exchange(async () => {
        if (taken !== undefined) await follow(store, { ...taken, includesSensitive: false });
      });
      return { pushed, pulled, warnings: [...warnings] };
    },
    teamConflicts: async () => ({ conflicts: conflictsOf(read) }),
    teamSettle: async ({ drawer_id: id, keep }, { caller } = {}) => {
      demandPerson(caller);
      await store.write((transaction) => {
        settleConflict(transaction, id, keep);
        transaction.setMeta('team_changed', id);
      });
      return {};
    },
  };
};

const demandPerson = (caller: Caller | undefined): void => {
  if (caller?.agent === true)
    throw new PalaceError('E_APPROVAL', 'Only a person can change what is shared, not an agent.', {
      remedy: 'In a terminal: synapse-palace team.',
    });
};

const withoutPassword = (text: string): string => {
  try {
    const url = new URL(text);
    url.password = '';
    return url.href;
  } catch {
    return text;
  }
};

const noWing = (wing: string): PalaceError =>
  new PalaceError('E_TEAM', errorText`There is no wing ${wing} here, and none in the team that you may see.`, {
    remedy: '`synapse-palace team status` and `synapse-palace status` name the wings there are.',
  });

const unshareAll = (store: PalaceStore): Promise<void> =>
  store.write((transaction) => {
    for (const { wing } of transaction.read.team.sharedWings()) transaction.team.unshareWing(wing);
    transaction.setMeta('team_changed', '');
  });

const follow = (store: PalaceStore, { name, right, includesSensitive }: TeamWing): Promise<void> =>
  store.write((transaction) => {
    transaction.team.shareWing({ wing: wingName(name), right, includesSensitive });
    transaction.setMeta('team_changed', name);
  });

/** Shares the wing, and returns it as the team then has it. */
const shareAtTeam = async (
  server: TeamServer,
  read: ReadQueries,
  palace: { readonly id: string; readonly name: string },
  wing: string,
  includesSensitive: boolean,
): Promise<TeamWing> => {
  const known = (await server.hello(palace)).wings.find((each) => each.name === wing);
  if (known === undefined && read.team.ownDrawers(wing) === 0) throw noWing(wing);
  if (known !== undefined && (known.right !== 'owner' || known.includesSensitive === includesSensitive)) {
    if (includesSensitive && !known.includesSensitive)
      throw new PalaceError(
        'E_TEAM_RIGHT',
        errorText`Only an owner of ${wing} can allow sensitive drawers in it.`,
      );
    return known;
  }
  await server.shareWing(wing, { includesSensitive });
  return {
    name: wing,
    right: 'owner',
    drawers: known?.drawers ?? 0,
    models: known?.models ?? [],
    includesSensitive,
  };
};

const statusOf = (
  read: ReadQueries,
  connector: TeamConnector,
  loop: TeamLoop,
  model: ModelStamp | null,
): TeamStatus => {
  const { last, problem, state } = loop;
  const own = read.team.sharedWings();
  const there = last?.state.wings ?? [];
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
    problem: problem === null ? null : `${problem.message} ${problem.remedy}`,
    problem_texts: problem === null ? [] : [wireText(problem.messageText), wireText(problem.remedyText)],
    needs_password: problem?.code === 'E_TEAM_LOGIN',
    waiting: read.team.outboxState().waiting,
    conflicts: conflictsOf(read).length,
    erasures_due: last?.state.erasuresDue ?? 0,
    wings: [
      ...own.map(({ wing, right, includesSensitive }) => ({
        wing,
        right,
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
      behind: pulledTo === 0 ? null : Math.max(0, (last?.state.lastSeq ?? 0) - pulledTo),
    })),
    exchanged_at: last?.at ?? null,
  };
};

/** One per drawer: three edits of one note are one question with three answers. */
const conflictsOf = (read: ReadQueries): TeamConflictView[] => {
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
