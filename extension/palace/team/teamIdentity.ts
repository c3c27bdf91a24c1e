import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import type { TeamModel } from './teamModel.ts';
import type { PulledPage, TeamState } from './teamServer.ts';

/**
 * Keys of `meta`: this palace's ID in the team, the highest number of a change that may have reached the server, and the highest one
 * that the server has acknowledged.
 */
const palaceKey = 'team_palace';
const sentKey = 'team_sent';
const takenKey = 'team_taken';
/** The IDs that this palace had before it was restored or copied. */
const earlierKey = 'team_earlier';
/** Wing → number of drawers, for every wing that this palace's member may read. */
const wingsKey = 'team_wings';
/** Wing → the models of its vectors, for the same wings. */
const modelsKey = 'team_models';
/** Shared wing → how far it was pulled, and the mark that the team's log had there. */
const marksKey = 'team_marks';

/** The palace's ID in the team; undefined if it never had one. */
export const palaceId = (read: ReadQueries): string | undefined => read.meta(palaceKey) || undefined;

/** IDs in the team that this palace had before it was restored or copied; what it was copied from may still have one of them. */
export const earlierIds = (read: ReadQueries): readonly string[] =>
  kept(read, earlierKey, z.array(z.string())) ?? [];

const sentTo = (read: ReadQueries): number => Number(read.meta(sentKey) ?? 0);

/** Gives the palace a new ID in the team. If it had another one, it starts over: everything is offered, and pulled from the start. */
export const takeNewId = (store: PalaceStore): Promise<string> =>
  store.write((transaction) => {
    const id = randomUUID();
    const before = palaceId(transaction.read);
    if (before !== undefined) {
      transaction.team.startOver();
      transaction.noteScan(earlierKey, JSON.stringify([...earlierIds(transaction.read), before]));
    }
    transaction.noteScan(palaceKey, id);
    transaction.noteScan(sentKey, '0');
    transaction.noteScan(takenKey, '0');
    return id;
  });

/** The palace's ID in the team, a new one if it has none. */
export const idInTeam = async (store: PalaceStore): Promise<string> => palaceId(store.read) ?? takeNewId(store);

/** The palace no longer belongs to the team. */
export const forgetId = (store: PalaceStore): Promise<void> =>
  store.write((transaction) => {
    transaction.noteScan(palaceKey, '');
    transaction.noteScan(wingsKey, '');
    transaction.noteScan(modelsKey, '');
    transaction.noteScan(marksKey, '');
  });

/** A wing's saved number of drawers may be off by this share before it is saved again. */
const tolerance = 0.05;

/**
 * Saves how many drawers each wing has on the team's server, and which models made its vectors. Searches read this. Nothing is
 * written unless it has changed.
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

const countsSchema = recordByName(z.number().int().min(0));
const modelsSchema = recordByName(z.array(z.object({ key: z.string(), dim: z.number().int() })));

/** What is saved under a key; undefined if nothing is, or if it can't be read: the next exchange writes it again. */
const kept = <T>(read: ReadQueries, key: string, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.parse(JSON.parse(read.meta(key) ?? ''));
  } catch {
    return undefined;
  }
};

const wingsAtTeam = (read: ReadQueries): Readonly<Record<string, number>> =>
  kept(read, wingsKey, countsSchema) ?? {};

/** The models that made the vectors of each of the team's wings, as of the last exchange. */
export const modelsAtTeam = (read: ReadQueries): Readonly<Record<string, readonly TeamModel[]>> =>
  kept(read, modelsKey, modelsSchema) ?? {};

/** The team's wings that have drawers and are not shared here, as of the last exchange. */
export const wingsElsewhere = (read: ReadQueries): Readonly<Record<string, number>> => {
  const here = new Set<string>(read.team.sharedWings().map(({ wing }) => wing));
  return Object.fromEntries(
    Object.entries(wingsAtTeam(read)).filter(([wing, drawers]) => drawers > 0 && !here.has(wing)),
  );
};

/** Records, before they are sent, that changes up to a number are on their way. */
export const noteSent = async (store: PalaceStore, number: number): Promise<void> => {
  if (sentTo(store.read) < number)
    await store.write((transaction) => transaction.noteScan(sentKey, String(number)));
};

/**
 * Whether this folder is an older state or a copy of the palace that the team knows: the team has changes from it that this folder
 * never sent. If it kept its ID, it would give new changes used numbers, and the team would skip them.
 */
export const isOlderCopy = (read: ReadQueries, { lastNumber }: Pick<TeamState, 'lastNumber'>): boolean =>
  lastNumber > sentTo(read) || lastNumber > read.team.outboxState().highest;

/** Records that the team has acknowledged changes up to a number. */
export const noteTaken = (transaction: WriteTransaction, number: number): void => {
  if (takenTo(transaction.read) < number) transaction.noteScan(takenKey, String(number));
};

const takenTo = (read: ReadQueries): number => Number(read.meta(takenKey) ?? 0);

/**
 * Throws E_TEAM if the server no longer has what it acknowledged or what was pulled from it: it was restored from a backup, or set up
 * again. Going on would hide that changes are missing there, and would miss new changes that get the same numbers.
 */
export const demandNotSetBack = (read: ReadQueries, { lastNumber, lastSeq }: TeamState): void => {
  const pulled = Math.max(0, ...read.team.sharedWings().map(({ pulledSeq }) => pulledSeq));
  if (lastNumber < takenTo(read) || lastSeq < pulled) throw setBack();
};

const marksSchema = recordByName(z.object({ to: z.number().int(), mark: z.string().nullable() }));

/**
 * Throws E_TEAM if the wing's log is not the one that was pulled up to `after`: the server was set back, and others have used the lost
 * numbers again, so that it has as many changes as before.
 */
export const demandSameLog = (read: ReadQueries, wing: string, after: number, { marks }: PulledPage): void => {
  const known = kept(read, marksKey, marksSchema)?.[wing];
  if (marks !== undefined && known?.to === after && known.mark !== marks.after) throw setBack();
};

/** Records how far a wing was pulled, and the mark of the team's log there. */
export const noteMark = (transaction: WriteTransaction, wing: string, to: number, mark: string | null): void => {
  const known = kept(transaction.read, marksKey, marksSchema) ?? {};
  if (known[wing]?.to !== to || known[wing].mark !== mark)
    transaction.noteScan(marksKey, JSON.stringify({ ...known, [wing]: { to, mark } }));
};

const setBack = (): PalaceError =>
  new PalaceError(
    'E_TEAM',
    'The team’s server has gone back to an older state: what was exchanged since then is missing there.',
    {
      remedy:
        'All of it is still here. Ask the server’s administrator; if the server stays as it is, leave the team, connect again and share the wings again.',
    },
  );
