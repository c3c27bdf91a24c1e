import { PalaceError } from '../model/errors/palaceError.ts';
import { greetTeam } from './greetTeam.ts';
import { pullChanges } from './pullChanges.ts';
import { pushChanges } from './pushChanges.ts';
import type { RoundParts } from './roundParts.ts';
import { palaceId } from './teamIdentity.ts';
import type { TeamServer, TeamState } from './teamServer.ts';

export interface RoundReport {
  readonly state: TeamState;
  readonly pushed: number;
  readonly pulled: number;
}

/** Confirms to the team what has been erased here. */
const confirm = async (server: TeamServer, { store, finishErasure }: RoundParts): Promise<void> => {
  const ids = store.read.team.unconfirmed();
  const palace = palaceId(store.read);
  if (ids.length === 0 || palace === undefined) return;
  // If it failed before, the bytes are still there.
  await finishErasure();
  await server.confirmErased(palace, ids);
  await store.write(({ team }) => team.dropUnconfirmed(ids));
};

/** One exchange with the team: greets the server, confirms erasures, pushes, pulls, and confirms the erasures that were pulled. */
export const teamRound = async (server: TeamServer, parts: RoundParts): Promise<RoundReport> => {
  const state = await greetTeam(server, parts);
  parts.greeted();
  await confirm(server, parts);
  const sent = await pushChanges(server, parts);
  const got = await pullChanges(server, parts, state);
  await confirm(server, parts);
  return { state, pushed: sent, pulled: got };
};

/** Whether a later round may succeed where this one failed. */
export const isTransient = (thrown: unknown): boolean => PalaceError.from(thrown).code === 'E_TEAM_UNREACHABLE';
