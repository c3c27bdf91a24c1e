import { setImmediate as nextTurn } from 'node:timers/promises';
import { sortInTurns } from '../../../base/async/sortInTurns.ts';
import { dayMs } from '../../../base/time.ts';
import { tierStanding, type AgeingFacts } from '../../model/drawer/ageing.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { MaintainReport } from '../../contract/memory/ageingSchemas.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { AgeingPlace } from '../../store/queries/ageing.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import { ageingChanges, byChange, type AgeingChange, type AgeingLimits } from './ageingRules.ts';
import { batchName } from './archiveBatch.ts';

interface MaintenanceOptions {
  readonly dryRun: boolean;
  readonly now: IsoTime;
  readonly limits: AgeingLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
}

type Aged = Pick<MaintainReport, 'changes' | 'counts' | 'batch' | 'patterns_aged'>;

/** The archive reason of drawers that have aged. */
const agedReason = 'maintenance';
/** Drawers checked before other work gets a turn. */
const page = 250;
/**
 * Changes per transaction. A pass of up to this size is atomic. A larger one takes several transactions, so that
 * nothing waits for more than 50 ms; the parts of a note are always changed in one.
 */
export const changesAtOnce = 100;

/**
 * Decay, promotion and the ageing of patterns. Each drawer is checked again in the transaction that changes it:
 * one that was pinned or accessed meanwhile stays. A dry run gives the same report and writes nothing. Throws
 * E_CANCELLED (committed changes stay) and the errors of `PalaceStore.write`.
 */
export const ageMemory = async (store: PalaceStore, options: MaintenanceOptions): Promise<Aged> => {
  const { dryRun, now, limits, signal, onProgress } = options;
  const { due, lookedAt } = await dueChanges(store.read, options);
  const quiet = quietPatterns(store.read, now, limits);
  let done: AgeingChange[] = [];
  const aged: PatternRecord[] = [];
  if (dryRun) {
    done.push(...due);
    aged.push(...quiet);
  } else {
    const slices = slicesOf(due);
    let seen = 0;
    for (const [at, slice] of (slices.length === 0 && quiet.length > 0 ? [[]] : slices).entries()) {
      stopMaintenanceIfAborted(signal);
      const written = await store.write((transaction) => ({
        changes: apply(transaction, slice, options),
        patterns: at === 0 ? settle(transaction, quietPatterns(transaction.read, now, limits)) : [],
      }));
      done.push(...written.changes);
      aged.push(...written.patterns);
      seen += slice.length;
      onProgress?.(seen, due.length);
      await nextTurn();
    }
    done = await sortInTurns(done, byChange);
  }
  const of = (kind: AgeingChange['change']): number => done.filter(({ change }) => change === kind).length;
  return {
    changes: done.map(({ id, change, from, to, reason }) => ({ drawer_id: id, change, from, to, reason })),
    counts: { archived: of('archived'), demoted: of('demoted'), promoted: of('promoted'), looked_at: lookedAt },
    batch: done.length === 0 ? null : batchName({ reason: agedReason, archivedAt: now }),
    patterns_aged: aged.map(({ id, label, last_seen }) => ({
      pattern_id: id,
      label,
      last_seen,
      reason: `no new issue for ${limits.patternQuietDays} days`,
    })),
  };
};

/** All changes that are needed now, in the report's order. */
const dueChanges = async (
  read: ReadQueries,
  { now, limits, signal, onProgress }: MaintenanceOptions,
): Promise<{ readonly due: readonly AgeingChange[]; readonly lookedAt: number }> => {
  const nowMs = Date.parse(now);
  const due: AgeingChange[] = [];
  const notes = new Map<string, [AgeingFacts, ...AgeingFacts[]]>();
  let lookedAt = 0;
  for (let after: AgeingPlace | null = null; ;) {
    stopMaintenanceIfAborted(signal);
    const facts = read.ageingAfter(after, page);
    for (const drawer of facts)
      if (drawer.note === null) due.push(...ageingChanges([drawer], nowMs, limits));
      else addTo(notes, drawer.note, drawer);
    lookedAt += facts.length;
    onProgress?.(lookedAt, null);
    const last = facts.at(-1);
    if (last === undefined || facts.length < page) break;
    after = { filedAt: last.filedAt, rowid: last.rowid };
    await nextTurn();
  }
  for (const parts of notes.values()) due.push(...ageingChanges(parts, nowMs, limits));
  return { due: await sortInTurns(due, byChange), lookedAt };
};

const addTo = <T>(groups: Map<string, [T, ...T[]]>, key: string, value: T): void => {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [value]);
  else known.push(value);
};

/** The changes of each transaction. */
const slicesOf = (due: readonly AgeingChange[]): AgeingChange[][] => {
  const together = new Map<string, [AgeingChange, ...AgeingChange[]]>();
  for (const change of due) addTo(together, change.note ?? change.id, change);
  const slices: AgeingChange[][] = [];
  for (const changes of together.values()) {
    const last = slices.at(-1);
    if (last !== undefined && last.length + changes.length <= changesAtOnce) last.push(...changes);
    else slices.push([...changes]);
  }
  return slices;
};

const apply = (
  transaction: WriteTransaction,
  due: readonly AgeingChange[],
  { now, limits }: MaintenanceOptions,
): AgeingChange[] => {
  const nowMs = Date.parse(now);
  const changes = factsNow(transaction.read, due).flatMap((parts) => {
    const accesses = new Map(parts.map(({ id, accessCount }) => [id, accessCount]));
    const made = ageingChanges(parts, nowMs, limits);
    for (const { rowid, id, to } of made)
      if (to === 'archive') transaction.updateDrawers([{ rowid, archived: { at: now, reason: agedReason } }]);
      else {
        transaction.updateDrawers([{ rowid, tier: to }]);
        transaction.putProperties(id, tierStanding(now, accesses.get(id) ?? 0));
      }
    return made;
  });
  transaction.putMoves(
    {
      id: batchName({ reason: agedReason, archivedAt: now }),
      at: now,
      by: 'maintenance',
      reason: null,
      planId: null,
    },
    changes.map(({ id, from, to, reason }) => ({ drawerId: id, from, to: to === 'archive' ? null : to, reason })),
  );
  return changes;
};

/** The drawers to change as they are now, each with the other parts of its note. */
const factsNow = (read: ReadQueries, due: readonly AgeingChange[]): [AgeingFacts, ...AgeingFacts[]][] => {
  const notes = new Set(due.flatMap(({ note }) => note ?? []));
  const rowids = [
    ...due.flatMap(({ rowid, note }) => (note === null ? [rowid] : [])),
    ...[...notes].flatMap((note) => read.drawersOfSource(note).map(({ rowid }) => rowid)),
  ];
  const found = new Map<string, [AgeingFacts, ...AgeingFacts[]]>();
  for (const facts of read.ageingOf(rowids)) addTo(found, facts.note ?? facts.id, facts);
  return [...found.values()];
};

const quietPatterns = (read: ReadQueries, now: IsoTime, { patternQuietDays }: AgeingLimits): PatternRecord[] =>
  read
    .patterns(false)
    .filter(({ last_seen: last }) => Date.parse(now) - Date.parse(last) > patternQuietDays * dayMs);

const settle = (transaction: WriteTransaction, patterns: readonly PatternRecord[]): readonly PatternRecord[] => {
  for (const pattern of patterns) transaction.putPattern({ ...pattern, resolved: true });
  return patterns;
};

const stopMaintenanceIfAborted = (signal: AbortSignal | undefined): void =>
  stopIfAborted(signal, 'Maintenance was stopped; what it had changed stays.');
