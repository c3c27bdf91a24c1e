import { contentHash, type Drawer } from '../model/drawer/drawer.ts';
import { drawerId, wingName } from '../model/drawer/ids.ts';
import { stampKey } from '../model/embedding/modelStamp.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import { movedByTeam } from '../filing/placedByHand.ts';
import { removedReason } from '../filing/pulledDrawers.ts';
import { stampIfFirst } from '../store/ingestModel.ts';
import { fileImported } from '../transfer/fileImported.ts';
import type { ImportedDrawer } from '../transfer/record/importItem.ts';
import { changeKey, type MergeContext } from './mergeContext.ts';
import { noteConflict, takeBack } from './teamConflicts.ts';
import { importedFrom, vectorFor } from './sharedDrawer.ts';
import { isValueField, patchOf, standingOf, tagOf } from './sharedFields.ts';
import { isMinedHere, teamSources } from './teamSources.ts';
import type { NumberedChange, SharedDrawer } from './teamServer.ts';

/**
 * Merges one of the team's changes into the palace. A value that still waits to be sent from here is left alone, because it comes
 * later in the team's order. Erasures are not merged here.
 */
export const mergeChange = (change: NumberedChange, context: MergeContext): void => {
  const { transaction, palace, pending } = context;
  const { drawerId: id, field, value } = change;
  if (change.refused) {
    if (change.palace === palace) takeBack(change, context);
    return;
  }
  if (change.field === 'add') return add(change, change.value, context);
  const drawer = transaction.read.drawerById(drawerId(id));
  if (drawer === undefined || drawer.wing !== change.wing) return;
  if (field === 'remove') return remove(drawer, change, context);
  if (field === 'settled') return transaction.team.dropConflicts(id);
  if (field === 'superseded_by') noteConflict(change, transaction);
  if (pending.has(changeKey(id, field, value))) return;
  if (field === 'tag' || field === 'untag') {
    const tag = tagOf(value);
    if (tag === undefined) return context.warn(`${id}: a tag that is not valid is left out`);
    transaction[field === 'tag' ? 'addTags' : 'removeTags'](drawer.id, [tag]);
  } else if (isValueField(field)) {
    const patch = patchOf(field, value);
    if (patch === undefined) return context.warn(`${id}: a value that “${field}” can’t have is left out`);
    patchDrawer(drawer, patch, transaction);
  }
};

/** Afterwards, mining the drawer's file here does not move it back to its old room. */
const patchDrawer = (
  drawer: Drawer,
  patch: ReturnType<typeof standingOf>,
  { updateDrawers, putProperties, read }: WriteTransaction,
): void => {
  updateDrawers([{ rowid: drawer.rowid, ...patch }]);
  if (patch.room !== undefined && patch.room !== drawer.room && !isNoteType(drawer.type))
    putProperties(drawer.id, movedByTeam(drawer, drawer.room, patch.room, read));
};

const add = (change: NumberedChange, shared: SharedDrawer | null, context: MergeContext): void => {
  const { transaction, palace, warn } = context;
  // It has gone since then; a later change says what became of it.
  if (shared === null) return;
  const drawer = importedFrom(change, shared);
  if ('problem' in drawer) return warn(`${change.drawerId} is left out: ${drawer.problem}`);
  const here = transaction.read.drawerById(drawerId(drawer.id));
  const holder = { palace: change.palace, member: change.member };
  if (here === undefined) {
    if (isMinedHere(transaction.read, drawer)) return;
    file(drawer, shared, context);
    transaction.team.putHolder(drawer.id, holder);
    return;
  }
  if (here.contentHash !== contentHash(drawer.text))
    return warn(`${drawer.id} is left out: it has another text here`);
  const isFromTeam = transaction.read.team.holdersOf(drawer.id).length > 0;
  if (isFromTeam && change.palace !== palace) transaction.team.putHolder(drawer.id, holder);
  if (bringWing(here, change, context)) bringStanding(here, drawer, context);
  bringVector(here, shared, context);
};

const file = (drawer: ImportedDrawer, shared: SharedDrawer, context: MergeContext): void => {
  const { transaction, now, found, filed } = context;
  filed(
    fileImported(transaction, [{ kind: 'drawer', drawer, where: drawer.id }], {
      sources: teamSources,
      now,
      isRestoring: false,
      found: new Map([...found].flatMap(([id, all]) => (id === drawer.id ? [[drawerId(id), all] as const] : []))),
    }).drawers,
  );
  const here = transaction.read.drawerById(drawerId(drawer.id));
  if (here !== undefined) bringVector(here, shared, context);
};

const bringVector = (here: Drawer, shared: SharedDrawer, { transaction, model }: MergeContext): void => {
  if (model === null || transaction.read.team.vectorOf(here.rowid, stampKey(model)) !== undefined) return;
  const vectors = vectorFor(here.rowid, shared, stampKey(model), model.dim);
  if (vectors.length > 0 && stampIfFirst(transaction, model)) transaction.putVectors(vectors);
};

/** Moves a drawer that somebody moved to another shared wing. False if a person here has taken it out of the team's wings. */
const bringWing = (here: Drawer, { wing }: NumberedChange, { transaction, movedOwn }: MergeContext): boolean => {
  if (here.wing === wing) return true;
  const { team } = transaction.read;
  if (!team.sharedWings().some((shared) => shared.wing === here.wing)) return false;
  transaction.updateDrawers([{ rowid: here.rowid, wing: wingName(wing) }]);
  if (team.holdersOf(here.id).length === 0) movedOwn(here.id, here.wing, wingName(wing));
  return true;
};

/** Gives the drawer the state that it has on the team's server, except for what still waits to be sent from here. */
const bringStanding = (here: Drawer, drawer: ImportedDrawer, { transaction, pending }: MergeContext): void => {
  const except = new Set(
    [...pending].flatMap((key) => (key.startsWith(`${here.id}\0`) ? key.slice(here.id.length + 1) : [])),
  );
  patchDrawer(here, standingOf(drawer, except), transaction);
  const mayChange = (tag: string): boolean => !except.has(`tag\0${tag}`);
  const has = transaction.read.tagsOf([here.id]).get(here.id) ?? [];
  const gained = drawer.tags.filter((tag) => !has.includes(tag) && mayChange(tag));
  const lost = has.filter((tag) => !drawer.tags.includes(tag) && mayChange(tag));
  if (gained.length > 0) transaction.addTags(here.id, gained);
  if (lost.length > 0) transaction.removeTags(here.id, lost);
};

/** Deletes a drawer that nobody files any more, or archives it if somebody here has used it. */
const remove = (drawer: Drawer, { palace: by, value: isGone }: NumberedChange, context: MergeContext): void => {
  const { transaction, now } = context;
  const { read, team } = transaction;
  const holders = read.team.holdersOf(drawer.id);
  if (holders.length === 0) return;
  if (isGone !== true) return holders.length > 1 ? team.dropHolder(drawer.id, by) : undefined;
  if (!isUsed(drawer, transaction)) return transaction.deleteDrawers([drawer.rowid]);
  if (!drawer.archived)
    transaction.updateDrawers([{ rowid: drawer.rowid, archived: { at: now, reason: removedReason } }]);
};

const isUsed = (drawer: Drawer, { read }: WriteTransaction): boolean =>
  drawer.pinned || drawer.accessCount > 0 || read.tagsOf([drawer.id]).has(drawer.id);
