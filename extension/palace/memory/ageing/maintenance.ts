import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../../base/time.ts';
import { tierStanding } from '../../model/drawer/ageing.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { MaintainReport } from '../../contract/memory/ageingSchemas.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { AgeingPlace } from '../../store/queries/ageing.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import { ageingChange, byChange, type AgeingChange, type AgeingLimits } from './ageingRules.ts';
import { batchName } from './archiveBatch.ts';

export interface MaintenanceOptions {
  readonly dryRun: boolean;
  readonly now: IsoTime;
  readonly limits: AgeingLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
}

export type Aged = Pick<MaintainReport, 'changes' | 'counts' | 'batch' | 'patterns_aged'>;

/** The archive reason of drawers that have aged. */
const agedReason = 'maintenance';
/** Drawers checked before other work gets a turn. */
const page = 250;
/**
 * Changes per transaction. A pass of up to this size is atomic. A larger one takes several transactions, so that
 * nothing waits for more than 50 ms.
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
  const done: AgeingChange[] = [];
  const aged: PatternRecord[] = [];
  if (dryRun) {
    done.push(...due);
    aged.push(...quiet);
  } else {
    for (let at = 0; at < due.length || (at === 0 && quiet.length > 0); at += changesAtOnce) {
      stopMaintenanceIfAborted(signal);
      const slice = due.slice(at, at + changesAtOnce);
      const written = await store.write((transaction) => ({
        changes: apply(
          transaction,
          slice.map(({ rowid }) => rowid),
          options,
        ),
        patterns: at === 0 ? settle(transaction, quietPatterns(transaction.read, now, limits)) : [],
      }));
      done.push(...written.changes);
      aged.push(...written.patterns);
      onProgress?.(Math.min(at + changesAtOnce, due.length), due.length);
      await nextTurn();
    }
    done.sort(byChange);
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
  let lookedAt = 0;
  for (let after: AgeingPlace | null = null; ;) {
    stopMaintenanceIfAborted(signal);
    const facts = read.ageingAfter(after, page);
    due.push(...facts.flatMap((drawer) => ageingChange(drawer, nowMs, limits) ?? []));
    lookedAt += facts.length;
    onProgress?.(lookedAt, null);
    const last = facts.at(-1);
    if (last === undefined || facts.length < page) break;
    after = { filedAt: last.filedAt, rowid: last.rowid };
    await nextTurn();
  }
  return { due: due.sort(byChange), lookedAt };
};

const apply = (
  transaction: WriteTransaction,
  rowids: readonly number[],
  { now, limits }: MaintenanceOptions,
): AgeingChange[] => {
  const nowMs = Date.parse(now);
  const changes = transaction.read.ageingOf(rowids).flatMap((facts) => {
    const change = ageingChange(facts, nowMs, limits);
    if (change === null) return [];
    if (change.to === 'archive')
      transaction.updateDrawers([{ rowid: facts.rowid, archived: { at: now, reason: agedReason } }]);
    else {
      transaction.updateDrawers([{ rowid: facts.rowid, tier: change.to }]);
      transaction.putProperties(facts.id, tierStanding(now, facts.accessCount));
    }
    return [change];
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
