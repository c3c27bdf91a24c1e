import { dayMs } from '../../../base/time.ts';
import { tierStanding } from '../../model/drawer/ageing.ts';
import type { Catalogue, CatalogueEntry } from '../../catalogue/catalogue.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId, type DrawerId, type IsoTime, type SourceId } from '../../model/drawer/ids.ts';
import type { PatternChange, PatternJoin, PatternView } from '../../contract/memory/patternSchemas.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import { labelOf, leastAlike, patternOf, type IssueFacts } from './patternOf.ts';

/** Issues with a cosine above this are alike (docs/memory.md, Recurring issues). */
const alikeFrom = 0.75;
const windowDays = 30;

/**
 * Rowids of the issues of the last 30 days with a cosine above .75 to the drawer in `slot`. `cosines` has one number
 * for each slot, NaN where there is no vector.
 */
export const issuesLike = (slot: number, cosines: Float64Array, catalogue: Catalogue, now: IsoTime): number[] => {
  const near: number[] = [];
  cosines.forEach((cosine, other) => {
    if (cosine > alikeFrom && other !== slot && isRecentIssue(catalogue.entry(other), now))
      near.push(catalogue.rowidOf(other));
  });
  return near;
};

/** Rowids of the issues of the last 30 days with exactly this text, named by its hash. Needs no vector. */
export const issuesOfText = (hash: string, catalogue: Catalogue, now: IsoTime): number[] =>
  catalogue
    .slotsOfText(hash)
    .filter((slot) => isRecentIssue(catalogue.entry(slot), now))
    .map((slot) => catalogue.rowidOf(slot));

const isRecentIssue = ({ type, archived, sensitive, filedAtMs }: CatalogueEntry, now: IsoTime): boolean =>
  type === 'issue' && !archived && !sensitive && isInWindow(filedAtMs, now);

const isInWindow = (filedAtMs: number, now: IsoTime): boolean => filedAtMs >= Date.parse(now) - windowDays * dayMs;

/**
 * Creates, extends, merges or reopens a pattern if at least two others of `alike` (rowids) are issues like this one.
 * The members become long-term. Null if there is no pattern or the issue and all of them are counted in one already.
 */
export const joinPattern = (
  transaction: WriteTransaction,
  id: DrawerId,
  alikeRowids: readonly number[],
  at: IsoTime,
): PatternJoin | null => {
  if (alikeRowids.length < leastAlike) return null;
  const { read } = transaction;
  const drawer = read.drawerById(id);
  if (drawer === undefined || !isOccurrence(drawer) || !isInWindow(Date.parse(drawer.filedAt), at)) return null;
  const alike = read
    .drawersByRowid(alikeRowids)
    .filter((other) => isOccurrence(other) && other.id !== id && !isOfSource(other, drawer.sourceId));
  if (alike.length < leastAlike) return null;
  const known = read.patternsWith([drawer.id, ...alike.map((other) => other.id)]);
  const counted = new Set(known.flatMap(({ entry_ids: ids }) => ids));
  if (known.length === 1 && [drawer, ...alike].every((issue) => counted.has(issue.id))) return null;
  const members = [...new Set([...counted, drawer.id, ...alike.map((other) => other.id)])].flatMap(
    (member) => read.drawerById(drawerId(member)) ?? [],
  );
  const outcome = patternOf(drawer, alike, known, members.filter(isOccurrence));
  if (outcome === null) return null;
  for (const merged of outcome.merged) transaction.removePattern(merged);
  transaction.putPattern(outcome.pattern);
  return {
    pattern_id: outcome.pattern.id,
    change: outcome.change,
    merged: [...outcome.merged],
    promoted: promote(transaction, members, at),
  };
};

/** The change with its pattern as it now stands; null if the pattern was merged into another since. */
export const patternChange = (join: PatternJoin | null, read: ReadQueries): PatternChange | null => {
  if (join === null) return null;
  const { pattern_id: id, ...change } = join;
  const pattern = read.patternById(id);
  return pattern === undefined ? null : { pattern: patternView(pattern, read), ...change };
};

const isOfSource = ({ sourceId }: Drawer, source: SourceId | null): boolean =>
  sourceId !== null && sourceId === source;

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
