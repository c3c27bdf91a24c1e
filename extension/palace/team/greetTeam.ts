import type { PalaceStore } from '../store/palaceStore.ts';
import type { SharedWing } from '../store/queries/team.ts';
import type { RoundParts } from './roundParts.ts';
import { demandNotSetBack, idInTeam, isOlderCopy, noteWings, takeNewId } from './teamIdentity.ts';
import type { TeamServer, TeamState, TeamWing, WingRight } from './teamServer.ts';

/**
 * Announces this palace to the server. A palace that was restored or copied takes a new ID. The member's rights in the shared wings are
 * saved; waiting changes of wings that they may only read are dropped, and a lost right is said once. Errors: the server's,
 * E_TEAM if it was set back, and those of `PalaceStore.write`.
 */
export const greetTeam = async (
  server: TeamServer,
  { store, name, warn, named }: RoundParts,
): Promise<TeamState> => {
  let id = await idInTeam(store);
  let state = await server.hello({ id, name });
  if (isOlderCopy(store.read, state)) {
    warn(
      'This palace was copied or restored. From now on the team treats it as a new one, and everything is offered again.',
    );
    id = await takeNewId(store);
    named(id);
    state = await server.hello({ id, name });
  }
  demandNotSetBack(store.read, state);
  const rights = new Map(state.wings.map((wing) => [wing.name, wing]));
  const changed = changedWings(store.read, rights);
  const { lastNumber } = state;
  if (changed.length > 0 || store.read.team.outboxState().waiting > 0)
    await store.write(({ team, read }) => {
      team.dropOutbox(lastNumber);
      for (const wing of changed) team.shareWing(wing);
      for (const { wing, right } of read.team.sharedWings()) if (right === 'reader') team.dropOutboxOf(wing);
    });
  for (const { wing } of changed.filter(({ right, had }) => right === 'reader' && had !== 'reader'))
    warn(
      rights.has(wing)
        ? `You may only read the wing ${wing} from now on. What you change in it stays in this palace.`
        : `You have no right to the wing ${wing} any more. What is here of it stays; nothing of it is exchanged.`,
    );
  await noteWings(store, state);
  return state;
};

/**
 * Shared wings in which the member's rights have changed. A right that the server takes away is lost at once. A new right is used only
 * if it sends nothing that the person did not share: no sensitive drawers, and no own drawers of a wing that was taken for reading.
 */
const changedWings = (
  { team }: PalaceStore['read'],
  rights: ReadonlyMap<string, TeamWing>,
): (Omit<SharedWing, 'pulledSeq'> & { readonly had: WingRight })[] =>
  team.sharedWings().flatMap((known) => {
    const { wing } = known;
    const there = rights.get(wing);
    const staysReader = known.right === 'reader' && team.ownDrawers(wing) > 0;
    const right = staysReader ? 'reader' : (there?.right ?? 'reader');
    const includesSensitive = known.includesSensitive && there?.includesSensitive === true;
    return right === known.right && includesSensitive === known.includesSensitive
      ? []
      : [{ wing, right, includesSensitive, had: known.right }];
  });
