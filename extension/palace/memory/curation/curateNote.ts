import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CurationMode } from '../../contract/curation.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { isPartOfNote } from '../../store/noteParts.ts';
import type { ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import { judge, type Judgement } from './curationRules.ts';

/** Cosine above which a note of the same wing is on the same subject (docs/notes.md, Curation on saving). */
const neighbourFrom = 0.85;
const most = 5;

/** What curation says about one neighbour of a new note. */
interface Proposal extends Judgement {
  readonly drawer_id: string;
  readonly similarity: number;
}

/**
 * Judges the nearest notes of the same wing. Left out are issues, each of which is an occurrence, and archived,
 * sensitive, pinned or replaced notes. A note that was archived or replaced before it could be compared judges none. `cosines`
 * has one number for each slot.
 */
export const proposalsFor = (
  slot: number,
  cosines: Float64Array,
  catalogue: Catalogue,
  read: ReadQueries,
): Proposal[] => {
  const { wing, sourceNumber, rowid } = catalogue.entry(slot);
  const near: { readonly rowid: number; readonly similarity: number }[] = [];
  cosines.forEach((similarity, other) => {
    if (!(similarity > neighbourFrom) || other === slot) return;
    const entry = catalogue.entry(other);
    const isLeftOut = entry.archived || entry.sensitive || entry.pinned || entry.sourceNumber === sourceNumber;
    if (!isLeftOut && entry.wing === wing && isNoteType(entry.type) && entry.type !== 'issue')
      near.push({ rowid: entry.rowid, similarity });
  });
  const [fresh] = read.drawersByRowid([rowid]);
  if (fresh === undefined || fresh.type === 'issue' || !isValid(fresh)) return [];
  return near
    .sort((a, b) => b.similarity - a.similarity || a.rowid - b.rowid)
    .slice(0, most)
    .flatMap(({ rowid: other, similarity }): Proposal[] => {
      const [known] = read.drawersByRowid([other]);
      if (known === undefined || !mayBeReplaced(known)) return [];
      const { action, reason } = judge(fresh, known, similarity);
      const said = isPartOfNote(read, known) ? `${reason}, in one part of a long note` : reason;
      return [{ drawer_id: known.id, similarity, action, reason: said }];
    });
};

const isValid = ({ archived, supersededBy }: Drawer): boolean => !archived && supersededBy === null;
const mayBeReplaced = (drawer: Drawer): boolean => isValid(drawer) && !drawer.sensitive && !drawer.pinned;

/**
 * Marks the notes that UPDATE and DELETE name as replaced by the new one, if the mode is `auto`. A long note is left to whoever
 * reads the proposal. Nothing is deleted or archived; the mark can be taken back.
 */
export const applyProposals = (
  transaction: WriteTransaction,
  id: DrawerId,
  proposals: readonly Proposal[],
  mode: CurationMode,
): void => {
  const fresh = mode === 'auto' ? transaction.read.drawerById(id) : undefined;
  // Somebody may have decided about them since they were judged. Two notes never replace each other.
  if (fresh === undefined || !isValid(fresh)) return;
  const replaced = proposals
    .filter(({ action }) => action === 'UPDATE' || action === 'DELETE')
    .flatMap(({ drawer_id: other }) => transaction.read.drawerById(drawerId(other)) ?? [])
    .filter((older) => mayBeReplaced(older) && !isPartOfNote(transaction.read, older));
  transaction.updateDrawers(replaced.map(({ rowid }) => ({ rowid, supersededBy: id })));
};
