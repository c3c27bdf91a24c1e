import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { PalaceError } from '../model/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import type { TeamModel } from './teamModel.ts';
import type { TeamState } from './teamServer.ts';

/**
 * Keys of `meta`: this palace's ID at the team, the highest number of a change that may have reached the team, and that of one that
 * the team has acknowledged.
 */
const palaceKey = 'team_palace';
const sentKey = 'team_sent';
const takenKey = 'team_taken';
/** Wing → number of drawers, of all wings that this palace's member may read. */
const wingsKey = 'team_wings';
/** Wing → the models of its vectors, of the same wings. */
const modelsKey = 'team_models';

/** The palace's ID at the team; undefined if it never had one. */
export const palaceId = (read: ReadQueries): string | undefined => read.meta(palaceKey) || undefined;

const sentTo = (read: ReadQueries): number => Number(read.meta(sentKey) ?? 0);

/** Gives the palace an ID of its own at the team, and lets one that had another begin anew there: everything is offered, and pulled from the start. */
export const takeNewId = (store: PalaceStore): Promise<string> =>
  store.write((transaction) => {
    const id = randomUUID();
    if (palaceId(transaction.read) !== undefined) transaction.team.startOver();
    transaction.noteScan(palaceKey, id);
    transaction.noteScan(sentKey, '0');
    transaction.noteScan(takenKey, '0');
    return id;
  });

/** The palace is none of the team's any more. */
export const forgetId = (store: PalaceStore): Promise<void> =>
  store.write((transaction) => {
    transaction.noteScan(palaceKey, '');
    transaction.noteScan(wingsKey, '');
    transaction.noteScan(modelsKey, '');
  });

/** How far a wing's number of drawers may be off before it is kept anew: a share of it. */
const tolerance = 0.05;

/**
 * Keeps how many drawers each wing has at the team, and which models made its vectors, for searches. Written only where it tells
 * something new.
 */
export const noteWings = async (store: PalaceStore, { wings }: Pick<TeamState, 'wings'>): Promise<void> => {
  const known = wingsAtTeam(store.read);
  const isNew = ({ name, drawers }: TeamState['wings'][number]): boolean =>
    Math.abs((known[name] ?? -1) - drawers) > tolerance * drawers;
  const models = JSON.stringify(Object.fromEntries(wings.map(({ name, models: made }) => [name, made])));
  const isAsBefore = wings.length === Object.keys(known).length && !wings.some(isNew);
  if (isAsBefore && models === (store.read.meta(modelsKey) || '{}')) return;
  const counts = Object.fromEntries(wings.map(({ name, drawers }) => [name, drawers]));
  await store.write((transaction) => {
    transaction.noteScan(wingsKey, JSON.stringify(counts));
    transaction.noteScan(modelsKey, models);
  });
};

const countsSchema = z.record(z.string(), z.number().int().min(0));
const modelsSchema = z.record(z.string(), z.array(z.object({ key: z.string(), dim: z.number().int() })));

/** What the last exchange kept under a key; nothing if it can't be read, since the next one writes it anew. */
const kept = <T>(read: ReadQueries, key: string, schema: z.ZodType<Readonly<Record<string, T>>>) => {
  try {
    return schema.parse(JSON.parse(read.meta(key) || '{}'));
  } catch {
    return {};
  }
};

const wingsAtTeam = (read: ReadQueries): Readonly<Record<string, number>> => kept(read, wingsKey, countsSchema);

/** The models that made the vectors of each wing at the team, as the last exchange found them. */
export const modelsAtTeam = (read: ReadQueries): Readonly<Record<string, readonly TeamModel[]>> =>
  kept<readonly TeamModel[]>(read, modelsKey, modelsSchema);

/** The wings with drawers at the team that are not shared here, as the last exchange found them. */
export const wingsElsewhere = (read: ReadQueries): Readonly<Record<string, number>> => {
  const here = new Set<string>(read.team.sharedWings().map(({ wing }) => wing));
  return Object.fromEntries(
    Object.entries(wingsAtTeam(read)).filter(([wing, drawers]) => drawers > 0 && !here.has(wing)),
  );
};

/** Commits that changes up to a number are on their way, before they are sent. */
export const noteSent = async (store: PalaceStore, number: number): Promise<void> => {
  if (sentTo(store.read) < number)
    await store.write((transaction) => transaction.noteScan(sentKey, String(number)));
};

/**
 * Whether this folder is an older state of the palace that the team knows, or a copy of it: the team has changes of it that it has
 * never sent. Going on under its ID, it would number new changes as old ones, and the team would skip them.
 */
export const isOlderCopy = (read: ReadQueries, { lastNumber }: Pick<TeamState, 'lastNumber'>): boolean =>
  lastNumber > sentTo(read) || lastNumber > read.team.outboxState().highest;

/** The team has acknowledged changes up to a number: they wait no longer. */
export const noteTaken = (transaction: WriteTransaction, number: number): void => {
  if (takenTo(transaction.read) < number) transaction.noteScan(takenKey, String(number));
};

const takenTo = (read: ReadQueries): number => Number(read.meta(takenKey) ?? 0);

/**
 * Throws E_TEAM if the server has gone back behind what it has acknowledged, or behind what was pulled from it: it was restored from
 * a backup, or set up anew. Going on would hide that changes are missing there, and miss those that get their numbers again.
 */
export const demandNotSetBack = (read: ReadQueries, { lastNumber, lastSeq }: TeamState): void => {
  const pulled = Math.max(0, ...read.team.sharedWings().map(({ pulledSeq }) => pulledSeq));
  if (lastNumber >= takenTo(read) && lastSeq >= pulled) return;
  throw new PalaceError(
    'E_TEAM',
    'The team’s server has gone back to an older state: what was exchanged since then is missing there.',
    {
      remedy:
        'All of it is still here. Ask whoever administers the server; if it stays so, leave the team, connect again and share the wings again.',
    },
  );
};
