import { eraseDrawers } from '../erasing/eraseDrawers.ts';
import { erasureReach } from '../erasing/erasureReach.ts';
import type { WordsOfPalace } from '../erasing/textTelling.ts';
import { findSecretsOfLongTexts } from '../filing/secrets/secretsOfPieces.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, type IsoTime } from '../model/drawer/ids.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import type { ImportedClosets } from '../filing/closets/importedClosets.ts';
import { mergeChange } from './mergeChange.ts';
import { changeKey, type MergeContext } from './mergeContext.ts';
import { noteMark } from './teamIdentity.ts';
import type { NumberedChange } from './teamServer.ts';

export interface PulledSlice {
  readonly wing: string;
  readonly changes: readonly NumberedChange[];
  /** The sequence up to which the wing is known afterwards. */
  readonly upTo: number;
  /** Of the team's log there, if the server told it. */
  readonly mark?: string | null | undefined;
}

interface ApplyParts {
  readonly store: PalaceStore;
  readonly words: WordsOfPalace;
  readonly palace: string;
  readonly now: IsoTime;
  readonly model: ModelStamp | null;
  readonly closets: ImportedClosets;
  readonly warn: (text: string) => void;
  /** Called in the transaction if it erases. */
  readonly erasing: () => void;
}

/**
 * Merges changes of one wing, in their order. The same transaction records how far the wing has come in the team's log. Returns
 * whether bytes must be erased from the palace's files; then `finishErasure` has to follow. Errors: those of `PalaceStore.write`.
 */
export const applyPulled = async (
  { wing, changes, upTo, mark }: PulledSlice,
  { store, words, palace, now, model, closets, warn, erasing }: ApplyParts,
): Promise<boolean> => {
  const found = await findSecretsOfLongTexts(
    changes.flatMap(({ field, value, drawerId: id }) =>
      field === 'add' && value !== null ? [{ id: drawerId(id), text: value.text }] : [],
    ),
  );
  return store.write((transaction) => {
    const { highest } = transaction.read.team.outboxState();
    const moved: Parameters<MergeContext['movedOwn']>[] = [];
    const context: MergeContext = {
      transaction,
      palace,
      now,
      model,
      found,
      pending: pendingKeys(changes, transaction),
      warn,
      movedOwn: (...move) => moved.push(move),
      filed: (drawers) => closets.saw(drawers),
    };
    for (const change of changes) mergeChange(change, context);
    // The team already has what was just written.
    transaction.team.dropEcho(highest);
    for (const [id, from, to] of moved)
      for (const [place, field] of [
        [from, 'remove'],
        [to, 'add'],
      ] as const)
        transaction.team.putOutbox({ drawerId: id, wing: place, field, value: null });
    const hasErased = eraseAll(changes, context, words, erasing);
    transaction.team.pulledTo(wing, upTo);
    if (mark !== undefined) noteMark(transaction, wing, upTo, mark);
    return hasErased;
  });
};

const pendingKeys = (changes: readonly NumberedChange[], { read }: WriteTransaction): ReadonlySet<string> =>
  new Set(
    read.team
      .outboxOf([...new Set(changes.map(({ drawerId: id }) => id))])
      .map(({ drawerId: id, field, value }) => changeKey(id, field, value === null ? null : JSON.parse(value))),
  );

/** Erases what the team erased, and everything here that depends on it. Changes that this makes to other shared drawers are sent. */
const eraseAll = (
  changes: readonly NumberedChange[],
  { transaction, palace, now }: MergeContext,
  words: WordsOfPalace,
  erasing: () => void,
): boolean => {
  const erased = changes.filter(({ field, refused }) => field === 'erase' && !refused);
  if (erased.length === 0) return false;
  const { read, team } = transaction;
  const ids = [...new Set(erased.map(({ drawerId: id }) => id))];
  const isTheirs = teamsOwn(read);
  // A drawer of this palace that became sensitive is erased on the team's server only.
  const here = [
    ...new Set(
      erased.flatMap(({ palace: by, drawerId: id, wing }) => {
        const drawer = by === palace ? undefined : read.drawerById(drawerId(id));
        return drawer !== undefined && isTheirs(drawer, wing) ? [id] : [];
      }),
    ),
  ];
  team.putUnconfirmed(ids);
  if (here.length === 0) return false;
  const { highest } = read.team.outboxState();
  const reach = erasureReach(read, here, words, isClaimed(read));
  const mined = reach.drawers.filter(({ drawer }) => !isNoteType(drawer.type));
  const hashes = mined.map(({ drawer }) => drawer.contentHash);
  erasing();
  eraseDrawers(transaction, reach, now);
  // Otherwise mining would file the text again if the file came here.
  transaction.refuseTexts(hashes, now);
  team.dropEcho(highest, ids);
  return true;
};

/** Whether the team may erase a drawer that it names in a wing: it is in that wing, or came from the team and was moved out of it. */
const teamsOwn =
  (read: ReadQueries) =>
  ({ id, wing }: Drawer, named: string): boolean =>
    wing === named || (!isSharedWing(read, wing) && read.team.holdersOf(id).length > 0);

const isSharedWing = ({ team }: ReadQueries, wing: string): boolean =>
  team.sharedWings().some((shared) => shared.wing === wing);

/** Whether other members of the team may have said what the drawer belongs to. */
const isClaimed =
  (read: ReadQueries) =>
  ({ id, wing }: Drawer): boolean =>
    isSharedWing(read, wing) || read.team.holdersOf(id).length > 0;
