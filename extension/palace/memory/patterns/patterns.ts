import { dayMs } from '../../../base/time.ts';
import { tierStanding } from '../../model/ageing.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Drawer } from '../../model/drawer.ts';
import { drawerId, isoTime, type IsoTime } from '../../model/ids.ts';
import type { PatternChange, PatternView } from '../../contract/memorySchemas.ts';
import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { labelOf, leastAlike, patternOf, type IssueFacts } from './patternOf.ts';

/** Issues with a cosine above this are of one kind (docs/memory.md, Recurring issues). */
const alikeFrom = 0.75;
const windowDays = 30;

export interface PatternParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly vectors: () => VectorIndex | null;
  readonly now: () => IsoTime;
}

/**
 * Compares an issue with those of the last 30 days, and creates, extends, merges or reopens a pattern if at least
 * two others are like it. The members become long-term. Null if there is no pattern or the issue has no vector.
 * Costs one scan of the vectors.
 */
export const detectPattern = async (
  id: string,
  { store, catalogue, vectors: index, now }: PatternParts,
): Promise<PatternChange | null> => {
  const slot = catalogue.slotOfId(id);
  const vectors = index();
  if (slot === undefined || vectors === null || !vectors.has(slot)) return null;
  const at = now();
  const since = Date.parse(at) - windowDays * dayMs;
  const near: number[] = [];
  vectors.scanFrom(slot, catalogue.slots).forEach((cosine, other) => {
    if (!(cosine > alikeFrom) || other === slot) return;
    const { type, archived, sensitive, filedAtMs, rowid } = catalogue.entry(other);
    if (type === 'issue' && !archived && !sensitive && filedAtMs >= since) near.push(rowid);
  });
  if (near.length < leastAlike) return null;
  return store.write((transaction) => {
    const { read } = transaction;
    const drawer = read.drawerById(drawerId(id));
    const alike = read
      .drawersByRowid(near)
      .filter((other) => isOccurrence(other) && (other.sourceId === null || other.sourceId !== drawer?.sourceId));
    if (drawer === undefined || !isOccurrence(drawer) || alike.length < leastAlike) return null;
    const known = read.patternsWith([drawer.id, ...alike.map((other) => other.id)]);
    // The pattern already counts the issue, or an earlier text of its note.
    if (known.some(({ entry_ids: ids }) => ids.includes(drawer.id))) return null;
    const members = [
      ...new Set([...known.flatMap(({ entry_ids: ids }) => ids), drawer.id, ...alike.map((other) => other.id)]),
    ].flatMap((member) => read.drawerById(drawerId(member)) ?? []);
    const outcome = patternOf(drawer, alike, known, members.filter(isOccurrence));
    if (outcome === null) return null;
    for (const merged of outcome.merged) transaction.removePattern(merged);
    transaction.putPattern(outcome.pattern);
    return {
      pattern: patternView(outcome.pattern, read),
      change: outcome.change,
      merged: [...outcome.merged],
      promoted: promote(transaction, members, at),
    };
  });
};

/** An issue counts once: the later parts of a long one are not occurrences. */
const isOccurrence = ({ type, archived, sensitive, part }: Drawer): boolean =>
  type === 'issue' && !archived && !sensitive && (part === null || part === 0);

const promote = (transaction: WriteTransaction, members: readonly Drawer[], at: IsoTime): string[] =>
  members
    .filter(({ archived, tier }) => !archived && tier !== 'longterm')
    .map(({ rowid, id, accessCount }) => {
      transaction.updateDrawers([{ rowid, tier: 'longterm' }]);
      transaction.putProperties(id, tierStanding(at, accessCount));
      return id;
    });

/**
 * Marks a pattern as resolved, or as open again, which sets when it was last seen to now. Throws
 * E_PATTERN_NOT_FOUND.
 */
export const resolvePattern = (
  store: PalaceStore,
  id: string,
  resolved: boolean,
  now: IsoTime,
): Promise<{ pattern: PatternView; changed: boolean }> =>
  store.write((transaction) => {
    const pattern = transaction.read.patternById(id);
    if (pattern === undefined)
      throw new PalaceError('E_PATTERN_NOT_FOUND', errorText`There is no pattern ${id} in this palace.`);
    if (pattern.resolved === resolved) return { pattern: patternView(pattern, transaction.read), changed: false };
    const changed = { ...pattern, resolved, last_seen: resolved ? pattern.last_seen : now };
    transaction.putPattern(changed);
    return { pattern: patternView(changed, transaction.read), changed: true };
  });

/** Patterns in their wire form, the latest first. */
export const patternList = (read: ReadQueries, includeResolved: boolean): PatternView[] =>
  read
    .patterns(includeResolved)
    .map((pattern) => patternView(pattern, read))
    .sort((a, b) => Date.parse(b.last_seen) - Date.parse(a.last_seen) || (a.pattern_id < b.pattern_id ? -1 : 1));

/** A pattern in its wire form. Its label quotes no drawer that is now sensitive. */
const patternView = (pattern: PatternRecord, read: ReadQueries): PatternView => {
  const members: readonly Drawer[] = pattern.entry_ids.flatMap((id) => read.drawerById(drawerId(id)) ?? []);
  const open: readonly IssueFacts[] = members.filter(({ sensitive }) => !sensitive);
  return {
    pattern_id: pattern.id,
    label: open.length === members.length ? pattern.label : (labelOf(open) ?? 'sensitive'),
    drawer_ids: [...pattern.entry_ids],
    occurrence_count: pattern.occurrence_count,
    first_seen: pattern.first_seen,
    last_seen: pattern.last_seen,
    resolved: pattern.resolved,
  };
};

/** Whether an issue filed at this time is compared with others. */
export const isInWindow = (filedAt: IsoTime, now: IsoTime): boolean =>
  filedAt >= isoTime(Date.parse(now) - windowDays * dayMs);
