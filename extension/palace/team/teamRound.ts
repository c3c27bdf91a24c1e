import { batches } from '../../base/batches.ts';
import type { WordsOfPalace } from '../erasing/textTelling.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import type { OutboxRow, SharedWing } from '../store/queries/team.ts';
import { importedClosets } from '../filing/closets/importedClosets.ts';
import { applyPulled, type PulledSlice } from './applyPulled.ts';
import { sharedDrawers } from './sharedDrawer.ts';
import { demandSound } from './soundPage.ts';
import {
  demandNotSetBack,
  demandSameLog,
  isOlderCopy,
  noteSent,
  noteTaken,
  noteWings,
  palaceId,
  takeNewId,
} from './teamIdentity.ts';
import type {
  Json,
  NumberedChange,
  OutgoingChange,
  PulledPage,
  TeamField,
  TeamServer,
  TeamState,
  TeamWing,
} from './teamServer.ts';

export interface RoundParts {
  readonly store: PalaceStore;
  readonly words: WordsOfPalace;
  /** What a person calls this palace. */
  readonly name: string;
  readonly now: () => IsoTime;
  /** The model of the palace's own vectors. */
  readonly model: () => ModelStamp | null;
  /** The model that would compute the first vectors of a palace that has none; null if it can't be used. */
  readonly firstModel: () => Promise<ModelStamp | null>;
  /** Called in a transaction that erases. */
  readonly erasing: () => void;
  /** Removes the bytes of erased drawers from the palace's files. */
  readonly finishErasure: () => Promise<void>;
  readonly warn: (text: string) => void;
  /** Called with the new ID that the palace took. */
  readonly named: (id: string) => void;
  /** Called once the server has answered, and may be exchanged with. */
  readonly greeted: () => void;
  /** Throws if the round is to end. */
  readonly demandGoingOn: () => void;
}

export interface RoundReport {
  readonly state: TeamState;
  readonly pushed: number;
  readonly pulled: number;
}

/** Changes per push, and drawers per offer. */
const pushed = 200;
/** Changes per pull, and changes that one transaction merges. */
const pulled = 200;
const merged = 40;
/** Bytes of texts per push, unless one drawer alone has more: a server refuses messages of hundreds of megabytes. */
const pushedText = 4_000_000;

/** The palace's ID in the team, a new one if it has none. */
const idOf = async (store: PalaceStore): Promise<string> => palaceId(store.read) ?? takeNewId(store);

/**
 * Announces this palace to the server. A palace that was restored or copied takes a new ID. The member's rights in the shared wings are
 * saved; waiting changes of wings that they may only read are dropped. Errors: the server's, E_TEAM if it was set back, and those of
 * `PalaceStore.write`.
 */
export const greet = async (server: TeamServer, { store, name, warn, named }: RoundParts): Promise<TeamState> => {
  let id = await idOf(store);
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
): Omit<SharedWing, 'pulledSeq'>[] =>
  team.sharedWings().flatMap((known) => {
    const { wing } = known;
    const there = rights.get(wing);
    const staysReader = known.right === 'reader' && team.ownDrawers(wing) > 0;
    const right = staysReader ? 'reader' : (there?.right ?? 'reader');
    const includesSensitive = known.includesSensitive && there?.includesSensitive === true;
    return right === known.right && includesSensitive === known.includesSensitive
      ? []
      : [{ wing, right, includesSensitive }];
  });

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

/** Sends the waiting changes in order. Returns how many there were. Errors: the server's, and those of `PalaceStore.write`. */
export const push = async (server: TeamServer, parts: RoundParts): Promise<number> => {
  const { store, model, demandGoingOn } = parts;
  const palace = await idOf(store);
  for (let sent = 0; ;) {
    demandGoingOn();
    let rows = store.read.team.outbox(0, pushed);
    if (rows.length < pushed && store.read.team.isOffering()) {
      await store.write(({ team }) => team.offer(pushed));
      rows = store.read.team.outbox(0, pushed);
    }
    if (rows.length === 0) {
      if (store.read.team.isOffering()) continue;
      return sent;
    }
    rows = withinText(rows, store.read);
    const last = rows.at(-1)?.number ?? 0;
    const ingest = model();
    const changes = outgoing(rows, store, ingest === null ? null : stampKey(ingest));
    await noteSent(store, last);
    if (changes.length > 0) await server.push(palace, changes);
    await store.write((transaction) => {
      transaction.team.dropOutbox(last);
      noteTaken(transaction, changes.at(-1)?.number ?? 0);
    });
    sent += changes.length;
  }
};

/** The first of the waiting changes, as long as their texts may travel together. */
const withinText = (rows: OutboxRow[], { team }: ReadQueries): OutboxRow[] => {
  const added = rows.flatMap(({ field, drawerId }) => (field === 'add' ? [drawerId] : []));
  const lengths = team.textBytes(added);
  let bytes = 0;
  const end = rows.findIndex(({ field, drawerId }, at) => {
    bytes += field === 'add' ? (lengths.get(drawerId) ?? 0) : 0;
    return at > 0 && bytes > pushedText;
  });
  return end === -1 ? rows : rows.slice(0, end);
};

const outgoing = (rows: readonly OutboxRow[], store: PalaceStore, model: string | null): OutgoingChange[] => {
  const added = sharedDrawers(
    store.read,
    rows.flatMap(({ field, drawerId }) => (field === 'add' ? [drawerId] : [])),
    model,
  );
  return rows.flatMap(({ number, wing, drawerId, field, value, at }): OutgoingChange[] => {
    const change = { number, wing, drawerId, at };
    if (field !== 'add')
      return [
        {
          ...change,
          field: field as Exclude<TeamField, 'add'>,
          value: value === null ? null : (JSON.parse(value) as Json),
        },
      ];
    const drawer = added.get(drawerId);
    // It has been deleted or moved since then; a later change says so.
    return drawer === undefined || drawer.record['wing'] !== wing || !maySend(drawer.record, wing, store)
      ? []
      : [{ ...change, field: 'add', value: drawer }];
  });
};

const maySend = (record: { readonly [key: string]: Json }, wing: string, { read }: PalaceStore): boolean =>
  record['sensitive'] !== true ||
  read.team.sharedWings().some((shared) => shared.wing === wing && shared.includesSensitive);

/** Merges the team's new changes to the shared wings. Returns how many there were. */
export const pull = async (server: TeamServer, parts: RoundParts): Promise<number> => {
  const { store, demandGoingOn, finishErasure } = parts;
  const palace = await idOf(store);
  const closets = importedClosets();
  let count = 0;
  for (const { wing } of store.read.team.sharedWings()) {
    for (let more = true; more;) {
      demandGoingOn();
      const after = store.read.team.sharedWings().find((shared) => shared.wing === wing)?.pulledSeq;
      if (after === undefined) break;
      const page = await server.pull(palace, wing, after, pulled);
      demandSound(page, wing, after);
      demandSameLog(store.read, wing, after, page);
      const model = parts.model() ?? (page.changes.some(bringsVector) ? await parts.firstModel() : null);
      for (const slice of slicesOf(page)) {
        demandGoingOn();
        const hasErased = await applyPulled(
          { wing, ...slice },
          { ...parts, palace, now: parts.now(), model, closets },
        );
        if (hasErased) await finishErasure();
        count += slice.changes.length;
      }
      ({ more } = page);
    }
  }
  await closets.rebuild(store, demandGoingOn);
  return count;
};

const bringsVector = ({ field, value }: NumberedChange): boolean =>
  field === 'add' && value !== null && value.vector !== null;

/** The mark is that of the page's end. */
const slicesOf = ({ changes, done, marks }: PulledPage): Omit<PulledSlice, 'wing'>[] => {
  const slices = changes.length === 0 ? [[]] : [...batches(changes, merged)];
  return slices.map((slice, i) =>
    i < slices.length - 1
      ? { changes: slice, upTo: slice.at(-1)?.seq ?? done }
      : { changes: slice, upTo: done, mark: marks?.done },
  );
};

/** One exchange with the team: greets the server, confirms erasures, pushes, pulls, and confirms the erasures that were pulled. */
export const teamRound = async (server: TeamServer, parts: RoundParts): Promise<RoundReport> => {
  const state = await greet(server, parts);
  parts.greeted();
  await confirm(server, parts);
  const sent = await push(server, parts);
  const got = await pull(server, parts);
  await confirm(server, parts);
  return { state, pushed: sent, pulled: got };
};

/** Whether a later round may succeed where this one failed. */
export const isTransient = (thrown: unknown): boolean => PalaceError.from(thrown).code === 'E_TEAM_UNREACHABLE';
