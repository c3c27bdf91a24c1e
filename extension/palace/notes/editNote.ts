import { findSecrets } from '../filing/secrets/findSecrets.ts';
import { reviewedProperty } from '../filing/secrets/screenedInsert.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, type IsoTime } from '../model/drawer/ids.ts';
import type { EditNoteReport } from '../contract/noteSchemas.ts';
import { editedReason, isNoteType } from '../model/drawer/noteTypes.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import { tagsOf } from '../model/drawer/tag.ts';
import { checkNoteText } from '../model/text/checkNoteText.ts';
import { fileNote, type NoteDraft } from './noteDraft.ts';
import { noteOf, type Note } from './noteOf.ts';
import { freeNoteId } from './saveNote.ts';

/**
 * Changes a note's text. In one transaction, the new text is filed and the old one is archived as superseded by it. The
 * new text takes over tags, tier, pin, importance, sensitivity, properties, accesses and what replaces it. A repeated call
 * gives the same answer. Throws E_NOTE, E_NOT_A_NOTE, E_DRAWER_NOT_FOUND and those of `PalaceStore.write`.
 */
export const editNote = async (
  store: PalaceStore,
  id: string,
  text: string,
  now: IsoTime,
): Promise<EditNoteReport> => {
  checkNoteText(text);
  const done = doneAlready(store.read, id, text);
  return (
    done ??
    store.write(
      (transaction) =>
        doneAlready(transaction.read, id, text) ?? edit(transaction, noteOf(transaction.read, id), text, now),
    )
  );
};

const doneAlready = (read: ReadQueries, id: string, text: string): EditNoteReport | undefined => {
  const note = noteOf(read, id);
  const [first] = note.parts;
  if (!first.archived)
    return note.text === text ? { drawer_id: first.id, edited: false, archived: [] } : undefined;
  const successor =
    first.archiveReason === editedReason && first.supersededBy !== null
      ? read.drawerById(first.supersededBy)
      : undefined;
  if (successor !== undefined && noteOf(read, successor.id).text === text)
    return { drawer_id: successor.id, edited: true, archived: note.parts.map((part) => part.id) };
  throw new PalaceError(
    'E_NOTE',
    successor === undefined
      ? errorText`The note ${first.id} is in the archive (${first.archiveReason ?? ''}).`
      : errorText`The note ${id} was edited meanwhile; its text now is in ${successor.id}.`,
    {
      remedy: successor === undefined ? 'Restore it, then edit it.' : 'Edit that one.',
    },
  );
};

const edit = (transaction: WriteTransaction, { parts }: Note, text: string, now: IsoTime): EditNoteReport => {
  const draft = successorOf(parts, transaction.read, text, now);
  const pieces = fileNote(transaction, draft, freeNoteId(transaction.read, draft), now);
  keepReplacements(transaction, parts, pieces);
  const filed = pieces.map(({ drawer }) => drawer.id);
  const [first] = filed;
  if (first === undefined) throw new PalaceError('E_INTERNAL', 'A note was filed without a drawer.');
  if (transaction.read.drawerById(first)?.sensitive === false) transaction.putDueCheck(first, 'off', now);
  parts.forEach((part, i) => transaction.carryUsage(part.id, filed[Math.min(i, filed.length - 1)] ?? first));
  transaction.updateDrawers(
    parts.map(({ rowid }) => ({
      rowid,
      archived: { at: now, reason: editedReason },
      supersededBy: drawerId(first),
    })),
  );
  return { drawer_id: first, edited: true, archived: parts.map((part) => part.id) };
};

/** What replaced the note still does: another wording of it is no newer statement. */
const keepReplacements = (
  transaction: WriteTransaction,
  parts: Note['parts'],
  pieces: readonly { readonly rowid: number }[],
): void => {
  const own = new Set<string>(parts.map(({ id }) => id));
  transaction.updateDrawers(
    pieces.flatMap(({ rowid }, i) => {
      const { supersededBy } = parts[Math.min(i, parts.length - 1)] ?? parts[0];
      return supersededBy === null || own.has(supersededBy) ? [] : [{ rowid, supersededBy }];
    }),
  );
};

/** The new text, with everything else taken from the old note. */
const successorOf = (parts: Note['parts'], read: ReadQueries, text: string, now: IsoTime): NoteDraft => {
  const [first] = parts;
  const { type, wing, room, tier, importance, createdAt } = first;
  if (!isNoteType(type)) throw new PalaceError('E_NOT_A_NOTE', errorText`${first.id} is not a note.`);
  const tags = read.tagsOf(parts.map(({ id }) => id));
  return {
    text,
    type,
    wing,
    room,
    tier,
    importance,
    createdAt,
    filedAt: now,
    tags: tagsOf(parts.flatMap(({ id }) => tags.get(id) ?? [])),
    pinned: parts.some(({ pinned }) => pinned),
    sensitive: parts.some(({ sensitive }) => sensitive),
    path: first.sourceFile ?? '',
    lines: linesOf(parts),
    properties: withVerdict(read.propertiesOf(first.id), parts, text),
  };
};

/** Who said that a note is not sensitive knew its old text: a secret that is new in it is judged by the detector. */
const withVerdict = (
  properties: NoteDraft['properties'],
  parts: Note['parts'],
  text: string,
): NoteDraft['properties'] => {
  if (!(reviewedProperty in properties)) return properties;
  const path = parts[0].sourceFile;
  const known = secretsIn(parts.map((part) => part.text).join(''), path);
  if ([...secretsIn(text, path)].every((secret) => known.has(secret))) return properties;
  const { [reviewedProperty]: _, ...others } = properties;
  return others;
};

const secretsIn = (text: string, path: string | null): ReadonlySet<string> =>
  new Set(findSecrets(text, { path }).map(({ start, end }) => text.slice(start, end)));

const linesOf = (parts: readonly Drawer[]): Drawer['lines'] =>
  parts.find(({ lines }) => lines !== null)?.lines ?? null;
