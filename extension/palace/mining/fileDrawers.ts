import { defaultMarks, noExchange, type Drawer, type NewDrawer } from '../model/drawer/drawer.ts';
import { isoTime, type DrawerId, type IsoTime, type SourceId } from '../model/drawer/ids.ts';
import { consolidatedReason } from '../model/drawer/noteTypes.ts';
import type { SourceRecord } from '../model/source/source.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { DrawerPatch } from '../store/queries/drawerPatch.ts';
import { purgeFileClosets, rebuildClosets } from '../filing/closets/fileClosets.ts';
import { composeDrawerId, composeSourceId, keyOfDrawerId } from '../filing/drawerIds.ts';
import { STALE_VERSION } from '../filing/normalizeVersion.ts';
import { rescreened, screenedInsert } from '../filing/secrets/screenedInsert.ts';
import { keyedChunks, type KeyedChunk } from './keyedChunks.ts';
import { archivedPatch, archiveReasons, leave, outOfPlans } from './leavingDrawers.ts';
import type { FileState, HashedChunk } from './sourceReading.ts';
import { movedByTeam, placeOf } from '../filing/placedByHand.ts';
import { adopt, pulledDrawersOf, removedReason } from '../filing/pulledDrawers.ts';
import type { Place } from '../filing/wings.ts';

/** One mined file, ready to be written. */
interface MinedFile {
  /** Path that its source gets. */
  readonly path: string;
  readonly place: Place;
  readonly state: FileState;
  /** As `sourceVersion` gives it. */
  readonly version: number;
  readonly chunks: readonly HashedChunk[];
  /** The source it continues: the same file, or the one it was renamed from. */
  readonly continues: SourceId | null;
  readonly now: IsoTime;
  /** Checks whether other sources have drawers with the new IDs. Slow and seldom needed; default false. */
  readonly avoidTakenIds?: boolean;
}

interface DrawerTally {
  readonly added: number;
  readonly kept: number;
  readonly archived: number;
}

/**
 * Brings a file's source and drawers up to date in one transaction. A drawer whose text is unchanged keeps its row, ID
 * and history; so does one of the same text that came from the team before the file was mined here. A drawer whose text
 * is gone is deleted, or archived if a person or an agent has touched it.
 */
export const writeFileDrawers = (transaction: WriteTransaction, file: MinedFile): DrawerTally => {
  const source = existingSource(transaction, file);
  const sourceId = source?.id ?? freeSourceId(transaction, file.path);
  transaction.putSource({
    id: sourceId,
    kind: 'file',
    path: file.path,
    ...file.state,
    normalizeVersion: file.version,
    minedAt: file.now,
  });

  // A new source may have drawers: those of a lost one that a repair has saved.
  const open = openDrawers(
    transaction.read.drawersOfSource(sourceId),
    pulledDrawersOf(transaction.read, file.place, file.path),
  );
  const common = commonOf(file, sourceId);
  const inserts: NewDrawer[] = [];
  const secrets = new Map<DrawerId, readonly SecretFinding[]>();
  const patches: DrawerPatch[] = [];
  const adopted: Drawer[] = [];
  let kept = 0;
  for (const [index, keyed] of keyedChunks(file.chunks, sourceId).entries()) {
    const { chunk } = keyed;
    const drawer = open.take(keyed);
    if (drawer === undefined && transaction.read.isErased(chunk.contentHash)) continue;
    if (drawer === undefined) {
      const id = freeDrawerId(transaction, file, keyed);
      secrets.set(id, chunk.secrets);
      inserts.push({
        ...common,
        id,
        text: chunk.text,
        contentHash: chunk.contentHash,
        span: { start: chunk.start, end: chunk.end },
        lines: chunk.lines,
        chunkIndex: index,
      });
      continue;
    }
    kept++;
    if (drawer.sourceId !== sourceId) {
      adopted.push(drawer);
      keepRoom(transaction, drawer, file.place);
    }
    const patch = patchOf(drawer, placeOf(drawer, file.place, transaction.read), chunk, index, file.now);
    if (patch !== undefined) patches.push(patch);
    patches.push(...rescreened(transaction, drawer, chunk.secrets));
  }
  const left = open.left();
  const { deleted, archived } = leave(left, transaction.read, file.now);
  transaction.deleteDrawers(deleted);
  transaction.updateDrawers([...patches, ...archived, ...outOfPlans(left, archiveReasons.changed, file.now)]);
  adopt(transaction, adopted, sourceId);
  screenedInsert(transaction, inserts, { findings: secrets });
  rebuildClosets(transaction, sourceId);
  return { added: inserts.length, kept, archived: archived.length };
};

/** A drawer that came from the team stays in the team's room. */
const keepRoom = (transaction: WriteTransaction, drawer: Drawer, { room }: Place): void => {
  if (drawer.room !== room)
    transaction.putProperties(drawer.id, movedByTeam(drawer, room, drawer.room, transaction.read));
};

/**
 * For a file that is gone, ignored or no longer text: archives its drawers and keeps its source, so that they can
 * return.
 */
export const archiveFileDrawers = (
  transaction: WriteTransaction,
  id: SourceId,
  reason: string,
  now: IsoTime,
): DrawerTally => {
  const source = transaction.read.sourceById(id);
  if (source === undefined) return { added: 0, kept: 0, archived: 0 };
  const drawers = transaction.read.drawersOfSource(id);
  const patches = drawers.filter((drawer) => !drawer.archived).map((drawer) => archivedPatch(drawer, reason, now));
  transaction.updateDrawers([...patches, ...outOfPlans(drawers, reason, now)]);
  purgeFileClosets(transaction, id);
  transaction.putSource({ ...source, normalizeVersion: STALE_VERSION });
  return { added: 0, kept: 0, archived: patches.length };
};

/**
 * A file's drawers that are not matched with a chunk yet: its own by their keys, and any of them by text, because a
 * pulled drawer's key may belong to another source.
 */
const openDrawers = (own: readonly Drawer[], pulled: readonly Drawer[]) => {
  const byKey = new Map(own.map((drawer) => [keyOfDrawerId(drawer.id), drawer]));
  const rest = new Set([...own, ...pulled]);
  const byHash = new Map<string, Drawer[]>();
  for (const drawer of rest) {
    const alike = byHash.get(drawer.contentHash);
    if (alike === undefined) byHash.set(drawer.contentHash, [drawer]);
    else alike.push(drawer);
  }
  const unmatched = (drawer: Drawer | undefined): Drawer | undefined =>
    drawer !== undefined && rest.has(drawer) ? drawer : undefined;
  return {
    take: ({ chunk, key, substitute }: KeyedChunk): Drawer | undefined => {
      if (rest.size === 0) return undefined;
      const taken =
        unmatched(byKey.get(key)) ??
        unmatched(byKey.get(substitute())) ??
        byHash.get(chunk.contentHash)?.find((drawer) => rest.has(drawer));
      if (taken !== undefined) rest.delete(taken);
      return taken;
    },
    /** Those of the file itself. */
    left: (): Drawer[] => own.filter((drawer) => rest.has(drawer)),
  };
};

const existingSource = (transaction: WriteTransaction, file: MinedFile): SourceRecord | undefined => {
  const continued = file.continues === null ? undefined : transaction.read.sourceById(file.continues);
  return continued ?? transaction.read.sourceByPath('file', file.path);
};

const freeSourceId = (transaction: WriteTransaction, path: string): SourceId => {
  for (let attempt = 0; ; attempt++) {
    const id = composeSourceId('file', path, attempt);
    if (transaction.read.sourceById(id) === undefined) return id;
  }
};

/** The ID of a chunk's new drawer. */
const freeDrawerId = (
  transaction: WriteTransaction,
  { place, avoidTakenIds }: MinedFile,
  { key, substitute }: KeyedChunk,
): DrawerId => {
  const id = composeDrawerId(place.wing, place.room, key);
  const isTaken = avoidTakenIds === true && transaction.read.drawerById(id) !== undefined;
  return isTaken ? composeDrawerId(place.wing, place.room, substitute()) : id;
};

/**
 * What a file's new drawers have in common. Their filing time is the file's last modification, when its text was
 * written.
 */
const commonOf = (
  file: MinedFile,
  sourceId: SourceId,
): Omit<NewDrawer, 'id' | 'text' | 'contentHash' | 'span' | 'lines' | 'chunkIndex'> => {
  return {
    ...file.place,
    type: 'file',
    sourceId,
    filedAt: isoTime(Math.min(file.state.mtimeMs, Date.parse(file.now))),
    createdAt: file.now,
    ...defaultMarks,
    ...noExchange,
  };
};

/** The changes that a kept drawer needs. */
const patchOf = (
  drawer: Drawer,
  place: Place,
  chunk: HashedChunk,
  chunkIndex: number,
  now: IsoTime,
): DrawerPatch | undefined => {
  const returns =
    drawer.archived &&
    [archiveReasons.removed, archiveReasons.changed, removedReason].some(
      (reason) => drawer.archiveReason === reason,
    );
  const same =
    drawer.wing === place.wing &&
    drawer.room === place.room &&
    drawer.chunkIndex === chunkIndex &&
    drawer.span?.start === chunk.start &&
    drawer.span.end === chunk.end &&
    drawer.lines?.start === chunk.lines?.start &&
    drawer.lines?.end === chunk.lines?.end;
  if (same && !returns) return undefined;
  return {
    rowid: drawer.rowid,
    ...place,
    chunkIndex,
    spanStart: chunk.start,
    spanEnd: chunk.end,
    lineStart: chunk.lines?.start ?? null,
    lineEnd: chunk.lines?.end ?? null,
    // One that mining took out of a plan belongs to its summary again.
    ...(returns
      ? { archived: drawer.consolidatedInto === null ? null : { at: now, reason: consolidatedReason } }
      : {}),
  };
};
