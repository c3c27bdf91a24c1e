import { stampKey } from '../model/embedding/modelStamp.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import type { OutboxRow } from '../store/queries/team.ts';
import type { RoundParts } from './roundParts.ts';
import { sharedDrawers } from './sharedDrawer.ts';
import { idInTeam, noteSent, noteTaken } from './teamIdentity.ts';
import type { Json, OutgoingChange, TeamField, TeamServer } from './teamServer.ts';

/** Changes per push, and drawers per offer. */
const pushed = 200;
/** Bytes of texts per push, unless one drawer alone has more: a server refuses messages of hundreds of megabytes. */
const pushedText = 4_000_000;

/** Sends the waiting changes in order. Returns how many there were. Errors: the server's, and those of `PalaceStore.write`. */
export const pushChanges = async (server: TeamServer, parts: RoundParts): Promise<number> => {
  const { store, model, demandGoingOn } = parts;
  const palace = await idInTeam(store);
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
