import { groupedNumber } from '../../base/text/plural.ts';
import type { Caller } from '../contract/caller.ts';
import type { PalaceApi, Params } from '../contract/palaceApi.ts';
import type { TeamStatus } from '../contract/teamSchemas.ts';
import { wingName } from '../model/drawer/ids.ts';
import { errorText } from '../model/errors/errorText.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import { settleConflict } from '../team/teamConflicts.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import { forgetId, palaceId, takeNewId } from '../team/teamIdentity.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import type { TeamServer, TeamWing } from '../team/teamServer.ts';
import { answerWithin } from '../model/errors/answerWithin.ts';
import { teamConflictsOf, teamStatusOf } from './teamViews.ts';

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

interface TeamCallsParts {
  readonly store: PalaceStore;
  readonly connector: TeamConnector;
  readonly loop: TeamLoop;
  /** What a person calls this palace. */
  readonly name: string;
  /** The model of the palace's own vectors. */
  readonly model: () => ModelStamp | null;
}

/** Milliseconds that the team's server has to confirm that this palace leaves: a person waits, and the palace leaves in any case. */
const farewell = 10_000;

export const teamCalls = (parts: TeamCallsParts): TeamCalls => {
  const { store, connector, loop, model } = parts;
  const { read } = store;
  const status = (): TeamStatus => teamStatusOf(read, connector, loop, model());
  return {
    teamStatus: async () => status(),
    teamConnect: async (to, { caller } = {}) => {
      demandPerson(caller);
      await connect(parts, to);
      await loop.exchange();
      return status();
    },
    teamUnlock: async ({ password }, { caller } = {}) => {
      demandPerson(caller);
      loop.unlock(password);
      return status();
    },
    teamLeave: async ({ demand_login: demandsLogin = false }, { caller } = {}) => {
      demandPerson(caller);
      return { warnings: await leave(parts, demandsLogin) };
    },
    teamShare: async ({ wing, include_sensitive: includesSensitive = false }, { caller } = {}) => {
      demandPerson(caller);
      await share(parts, wing, includesSensitive);
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
          : await wingToTake(parts, wing);
      const { pushed, pulled, warnings, state } = await loop.exchange(async () => {
        if (taken !== undefined) await follow(store, { ...taken, includesSensitive: false });
      });
      if (wing !== undefined && !state.wings.some(({ name }) => name === wing))
        throw new PalaceError('E_TEAM_RIGHT', errorText`You have no right to the wing ${wing} any more.`);
      return { pushed, pulled, warnings: [...warnings] };
    },
    teamConflicts: async () => ({ conflicts: teamConflictsOf(read) }),
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

/** This palace as the team knows it. */
const selfOf = ({ store, name }: TeamCallsParts) => ({ id: palaceId(store.read) ?? '', name });

const connect = async (parts: TeamCallsParts, { url, password }: Params<'teamConnect'>): Promise<void> => {
  const { store, connector, loop } = parts;
  const known = connector.saved();
  if (known !== null && known.palace === palaceId(store.read) && known.url !== withoutPassword(url))
    throw new PalaceError('E_TEAM', errorText`This palace is connected with ${known.url} already.`, {
      remedy: 'Leave that team first: synapse-palace team leave.',
    });
  await loop.connect(url, password, async (server, shown) => {
    // A person decides which wings are shared, not a folder that came from elsewhere.
    if (known === null || known.palace !== palaceId(store.read)) {
      await unshareAll(store);
      await takeNewId(store);
    }
    const self = selfOf(parts);
    await server.hello(self);
    connector.save({ url: shown, palace: self.id });
  });
  // Nothing else may be committed: a team may have no wing yet, and the exchange that follows may fail.
  await tellTeamChanged(store, '');
};

const share = async (parts: TeamCallsParts, wing: string, includesSensitive: boolean): Promise<void> => {
  const { store, loop } = parts;
  const there = await loop.with((server) =>
    shareAtTeam(server, store.read, selfOf(parts), wing, includesSensitive),
  );
  // An owner decides whether a wing takes sensitive drawers; every member decides whether their own are sent.
  await follow(store, { ...there, includesSensitive: there.includesSensitive && includesSensitive });
  await loop.exchange();
  // The first exchange asked for the wings before it pushed. If the server is away by now, the status says so.
  await loop.exchange().catch(() => undefined);
};

const hasTeam = ({ store, connector }: TeamCallsParts): boolean => {
  try {
    return connector.saved() !== null || store.read.team.sharedWings().length > 0;
  } catch {
    // A connection that can't be read is one to leave, too.
    return true;
  }
};

/**
 * Throws E_TEAM if there is no team. Returns what could not be done; the palace has left in any case, unless it throws
 * E_TEAM_LOGIN because a login is demanded.
 */
const leave = async (parts: TeamCallsParts, demandsLogin: boolean): Promise<string[]> => {
  const { store, connector, loop } = parts;
  if (!hasTeam(parts))
    throw new PalaceError('E_TEAM', 'This palace has no team, so there is none to leave.', {
      remedy: '`synapse-palace team status` says which team a palace has.',
    });
  const warnings: string[] = [];
  await answerWithin(
    loop.sayGoodbye((server) => server.leave(selfOf(parts).id)),
    farewell,
    'E_TEAM_UNREACHABLE',
  ).catch((thrown: unknown) => {
    const error = PalaceError.from(thrown);
    if (demandsLogin && error.code === 'E_TEAM_LOGIN') throw thrown;
    warnings.push(`The team could not be told: ${error.message}`);
  });
  // Before the connection ends: what still waits for its turn on it must not open another one.
  connector.forget();
  await loop.leave();
  await unshareAll(store);
  await forgetId(store);
  return warnings;
};

/** The wing as the team has it. Throws E_TEAM if the team has none, or if taking it would share drawers that are here. */
const wingToTake = async (parts: TeamCallsParts, wing: string): Promise<TeamWing> => {
  const { wings } = await parts.loop.with((server) => server.hello(selfOf(parts)));
  const there = wings.find((each) => each.name === wing);
  if (there === undefined) throw noWing(wing);
  const own = parts.store.read.team.ownDrawers(wing);
  if (there.right !== 'reader' && own > 0)
    throw new PalaceError(
      'E_TEAM',
      own === 1
        ? errorText`The wing ${wing} has 1 drawer here, which would be shared, too.`
        : errorText`The wing ${wing} has ${groupedNumber(own)} drawers here, which would be shared, too.`,
      {
        remedy:
          'If that is what you want, share it: synapse-palace team share. Otherwise move them to another wing.',
      },
    );
  return there;
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

/** The views of every window read the team again. */
const tellTeamChanged = (store: PalaceStore, what: string): Promise<void> =>
  store.write((transaction) => transaction.setMeta('team_changed', what));

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
        { remedy: 'Ask one of its owners to share it with sensitive drawers first, or share it without them.' },
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
