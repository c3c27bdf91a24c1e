import { rebuildClosets } from '../filing/closets/fileClosets.ts';
import { reviewedProperty } from '../filing/secrets/screenedInsert.ts';
import { placedByHand } from '../filing/placedByHand.ts';
import { restoredStanding, tierStanding } from '../model/drawer/ageing.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, roomName, wingName, type DrawerId, type IsoTime } from '../model/drawer/ids.ts';
import type { UpdateReport, UpdateRequest } from '../contract/noteSchemas.ts';
import { agentReason } from '../contract/memory/movedText.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import { nameWithoutSecrets, namesWithoutSecrets } from '../filing/secrets/safeNames.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { foldTag, tagOf, tagsOf } from '../model/drawer/tag.ts';
import { placeName } from './draftOf.ts';
import { leftByAgent, nothingLeft } from './leftByAgents.ts';
import { notReplacedAt } from '../store/notReplaced.ts';
import { longNotesAmong, withNoteParts } from '../store/noteParts.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import type { DrawerPatch } from '../store/queries/drawerPatch.ts';

/** Archive reason if the call gives none. */
const byHand = 'by_hand';
/** A longer chain of superseded drawers is a loop that already existed. */
const longestChain = 10_000;

/**
 * Changes metadata of drawers, never their text. All changes are one transaction. Drawers that already match are
 * counted as unchanged, and unknown IDs are listed as missing. Drawers that an agent archives are recorded among
 * its moves; what is pinned, it can't archive or mark as replaced. Throws E_TAG, E_NOT_A_NOTE, E_SUPERSEDE, E_NOTE (a wing or
 * room that can't be a name).
 */
export const updateDrawers = async (
  store: PalaceStore,
  given: UpdateRequest,
  now: IsoTime,
  byAgent = false,
): Promise<UpdateReport> => {
  const request = withPlaceNames(given);
  const add = tagsOf(namesWithoutSecrets(request.tags_add ?? []));
  const remove = new Set((request.tags_remove ?? []).map((tag) => foldTag(tagOf(tag))));
  const both = add.find((tag) => remove.has(foldTag(tag)));
  if (both !== undefined)
    throw new PalaceError('E_TAG', errorText`The tag “${both}” is to be added and removed at once.`);
  return store.write((transaction) => {
    const { read } = transaction;
    const ids = idsOf(read, request);
    const drawers = ids.flatMap((id) => read.drawerById(drawerId(id)) ?? []);
    const found = new Set<string>(drawers.map(({ id }) => id));
    if (request.type !== undefined) demandNotes(drawers);
    if (typeof request.superseded_by === 'string') demandNoCycle(read, drawers, drawerId(request.superseded_by));
    const left = byAgent ? leftByAgent(read, drawers, request) : nothingLeft;
    const open = drawers.filter((drawer) => !left.drawers.has(drawer));
    const tags = read.tagsOf(open.map(({ id }) => id));
    const updated = open.filter((drawer) => {
      // Both must run, so they are not short-circuited.
      const patched = patch(transaction, drawer, request, now);
      const tagged = retag(transaction, drawer.id, tags.get(drawer.id) ?? [], add, remove);
      return patched || tagged;
    });
    if (byAgent && request.archived === true) sayMoved(transaction, open, reasonOf(request), now);
    const longNotes = longNotesAmong(read, updated);
    return {
      updated: updated.length,
      ...(longNotes === undefined ? {} : { long_notes: longNotes }),
      unchanged: drawers.length - updated.length,
      missing: ids.filter((id) => !found.has(id)),
      ...left.report,
    };
  });
};

const idsOf = (
  read: ReadQueries,
  { drawer_ids: ids, whole_notes: wholeNotes, sensitive }: UpdateRequest,
): readonly string[] =>
  wholeNotes === true
    ? withNoteParts(read, ids, ({ id }) => sensitive === false && read.findingsOf(id).length > 0)
    : [...new Set(ids)];

const withPlaceNames = ({ wing, room, ...rest }: UpdateRequest): UpdateRequest => ({
  ...rest,
  ...(wing === undefined ? {} : { wing: placeName('wing', wing) }),
  ...(room === undefined ? {} : { room: placeName('room', room) }),
});

const reasonOf = ({ archive_reason: reason }: UpdateRequest): string => nameWithoutSecrets(reason ?? byHand);

/** `drawers` as they were before. */
const sayMoved = (transaction: WriteTransaction, drawers: readonly Drawer[], reason: string, at: IsoTime): void =>
  transaction.putMoves(
    { id: `${agentReason}@${at}`, at, by: 'agent', reason, planId: null },
    drawers
      .filter(({ archived }) => !archived)
      .map(({ id, tier }) => ({ drawerId: id, from: tier, to: null, reason })),
  );

const patch = (transaction: WriteTransaction, drawer: Drawer, request: UpdateRequest, now: IsoTime): boolean => {
  const { tier, pinned, importance, sensitive, type, archived } = request;
  const supersededBy =
    request.superseded_by === undefined || request.superseded_by === null
      ? request.superseded_by
      : drawerId(request.superseded_by);
  const { wing, room } = request;
  const changes: Omit<DrawerPatch, 'rowid'> = {
    ...(wing === undefined || wing === drawer.wing ? {} : { wing: wingName(wing) }),
    ...(room === undefined || room === drawer.room ? {} : { room: roomName(room) }),
    ...(tier === undefined || tier === drawer.tier ? {} : { tier }),
    ...(pinned === undefined || pinned === drawer.pinned ? {} : { pinned }),
    ...(importance === undefined || importance === drawer.importance ? {} : { importance }),
    ...(sensitive === undefined || sensitive === drawer.sensitive ? {} : { sensitive }),
    ...(type === undefined || type === drawer.type ? {} : { type }),
    ...(archived === undefined || archived === drawer.archived
      ? {}
      : { archived: archived ? { at: now, reason: reasonOf(request) } : null }),
    ...(supersededBy === undefined || supersededBy === drawer.supersededBy ? {} : { supersededBy }),
  };
  const changed = Object.keys(changes).length > 0;
  if (changed) transaction.updateDrawers([{ rowid: drawer.rowid, ...changes }]);
  if (changes.wing !== undefined || changes.room !== undefined) transaction.putProperties(drawer.id, placedByHand);
  // Now it can be compared with others.
  if (changes.sensitive === false && isNoteType(drawer.type)) transaction.putDueCheck(drawer.id, 'off', now);
  // The time in the new tier, or out of the archive, begins now.
  if (changes.tier !== undefined) transaction.putProperties(drawer.id, tierStanding(now, drawer.accessCount));
  if (changes.archived === null) transaction.putProperties(drawer.id, restoredStanding(now));
  // Closets quote their drawers, except sensitive ones.
  if (
    changes.sensitive !== undefined &&
    drawer.sourceId !== null &&
    transaction.read.closetsOfSource(drawer.sourceId).length > 0
  )
    rebuildClosets(transaction, drawer.sourceId);
  // Or what seems to replace it would be found again.
  if (supersededBy === null) transaction.putProperties(drawer.id, notReplacedAt(now));
  return judge(transaction, drawer, sensitive) || changed || supersededBy === null;
};

/**
 * Keeps a person's verdict on what is sensitive, so that the detector does not override it. Returns whether the verdict
 * is new.
 */
const judge = (
  transaction: WriteTransaction,
  { id, sensitive: wasSensitive }: Drawer,
  sensitive: boolean | undefined,
): boolean => {
  if (sensitive === undefined) return false;
  const verdict = sensitive ? 'yes' : 'no';
  const known = transaction.read.propertiesOf(id)[reviewedProperty];
  if (known === verdict || (sensitive && wasSensitive && known === undefined)) return false;
  transaction.putProperties(id, { [reviewedProperty]: verdict });
  return true;
};

const retag = (
  transaction: WriteTransaction,
  id: DrawerId,
  has: readonly string[],
  add: readonly string[],
  remove: ReadonlySet<string>,
): boolean => {
  const known = new Set(has.map(foldTag));
  const gained = add.filter((tag) => !known.has(foldTag(tag)));
  const lost = has.filter((tag) => remove.has(foldTag(tag)));
  if (gained.length > 0) transaction.addTags(id, gained);
  if (lost.length > 0) transaction.removeTags(id, lost);
  return gained.length + lost.length > 0;
};

const demandNotes = (drawers: readonly Drawer[]): void => {
  const mined = drawers.find(({ type }) => !isNoteType(type));
  if (mined !== undefined)
    throw new PalaceError(
      'E_NOT_A_NOTE',
      errorText`The type of ${mined.id} can’t be changed: it is not a note, it was mined (${mined.type}).`,
    );
};

const demandNoCycle = (read: ReadQueries, drawers: readonly Drawer[], by: DrawerId): void => {
  const old = new Set(drawers.map(({ id }) => id));
  let at: DrawerId | null = by;
  for (let steps = 0; at !== null && steps < longestChain; steps++) {
    if (old.has(at))
      throw new PalaceError(
        'E_SUPERSEDE',
        at === by
          ? errorText`${by} can’t replace itself.`
          : errorText`${by} is itself replaced by ${at}, in the end.`,
      );
    const drawer: Drawer | undefined = read.drawerById(at);
    if (drawer === undefined && at === by)
      throw new PalaceError('E_SUPERSEDE', errorText`There is no drawer ${by} that could replace others.`);
    at = drawer?.supersededBy ?? null;
  }
};
