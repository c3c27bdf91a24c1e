import * as z from 'zod';
import { composeSourceId } from '../filing/drawerIds.ts';
import { findSecrets } from '../filing/secrets/findSecrets.ts';
import { contentHash } from '../model/drawer.ts';
import type { IsoTime, SourceId, WingName } from '../model/ids.ts';
import { duplicateSchema, type Duplicate, type SaveReport, type SaveRequest } from '../contract/noteSchemas.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import { draftOf } from './draftOf.ts';
import { duplicatesOf, type Looked, type Meaning } from './duplicates.ts';
import { fileNote, firstPartOf, type NoteDraft } from './noteDraft.ts';

export interface EmbeddedMeaning extends Meaning {
  /** Files the vector for the drawer it was made for. */
  readonly file: (transaction: WriteTransaction, rowid: number) => void;
  /** Drawers that wait for their vectors and can't be compared yet. */
  readonly pending: number;
}

/** A note's vector, or why there is none. */
export type EmbeddedNote = EmbeddedMeaning | { readonly unavailable: string };

export interface NoteDependencies extends Looked {
  readonly store: PalaceStore;
  /** Embeds a text the way drawers are embedded, and returns the palace's vectors to compare it with. Never rejects. */
  readonly embed: (text: string, signal?: AbortSignal) => Promise<EmbeddedNote>;
  readonly now: () => IsoTime;
  /** The workspace's name, which is the wing of notes that name no wing. */
  readonly workspace: string | null;
}

type Outcome = Omit<SaveReport, 'elapsed_ms' | 'pattern' | 'pattern_ms'>;

/** Stored with a note that was saved under a request ID, so that a repeated call gives the same answer. */
const answerProperty = 'saved_with';
const answerSchema = z.object({
  duplicates: z.array(duplicateSchema),
  near_checked: z.boolean(),
  warnings: z.array(z.string()),
});

/**
 * Files a note, unless a similar one exists and `allow_duplicate` is not set. Its vector is filed with it if the model
 * is available. Throws E_NOTE, E_TAG and those of `PalaceStore.write`.
 */
export const saveNote = async (
  request: SaveRequest,
  dependencies: NoteDependencies,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const { store, read, now, workspace } = dependencies;
  const draft = draftOf(request, read, workspace, now());
  const requested =
    request.request_id === undefined ? null : composeSourceId('note', `request\0${request.request_id}`);
  const earlier = requested === null ? undefined : earlierAnswer(read, requested, draft);
  if (earlier !== undefined) return earlier;

  const { duplicates, near_checked, warnings, meaning } = await check(draft, dependencies, undefined, signal);
  if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', 'Saving the note was cancelled.');
  if (duplicates.length > 0 && request.allow_duplicate !== true)
    return { drawer_id: null, saved: false, duplicates, near_checked, warnings };
  return store.write((transaction) => {
    // A retry may have been faster.
    const meanwhile = requested === null ? undefined : earlierAnswer(transaction.read, requested, draft);
    if (meanwhile !== undefined) return meanwhile;
    const answer = { duplicates, near_checked, warnings };
    const id = requested ?? freeNoteId(transaction.read, draft);
    const filed = fileNote(transaction, draft, id, now());
    const [first] = filed;
    if (first === undefined) throw new PalaceError('E_INTERNAL', 'A note was filed without a drawer.');
    if (requested !== null)
      transaction.putProperties(first.drawer.id, { [answerProperty]: JSON.stringify(answer) });
    meaning?.file(transaction, first.rowid);
    return { drawer_id: first.drawer.id, saved: true, ...answer };
  });
};

/** Finds duplicates of a text, in one wing or in all. */
export const check = async (
  { text, sensitive }: Pick<NoteDraft, 'text' | 'sensitive'>,
  { embed, catalogue, read }: Pick<NoteDependencies, 'embed' | keyof Looked>,
  wing?: WingName,
  signal?: AbortSignal,
): Promise<{
  duplicates: Duplicate[];
  near_checked: boolean;
  warnings: string[];
  meaning: EmbeddedMeaning | null;
}> => {
  // Sensitive text is never embedded, not even for a comparison.
  const embedded =
    sensitive || findSecrets(text).length > 0
      ? { unavailable: 'the note is sensitive, and what is sensitive is not embedded.' }
      : await embed(firstPartOf(text), signal);
  const meaning = 'unavailable' in embedded ? null : embedded;
  const warnings =
    'unavailable' in embedded
      ? catalogue.drawers === 0
        ? []
        : [`Only the very same text was looked for: ${embedded.unavailable}`]
      : embedded.pending === 0
        ? []
        : [`${embedded.pending} drawers have no vector yet; they were compared by their very text alone.`];
  return {
    duplicates: duplicatesOf(text, meaning, { catalogue, read }, wing),
    near_checked: meaning !== null,
    warnings,
    meaning,
  };
};

/** A new note's source ID, derived from its text, place and time, and from the number of equal notes. */
export const freeNoteId = (read: ReadQueries, { text, wing, room, filedAt }: NoteDraft): SourceId => {
  for (let attempt = 0; ; attempt++) {
    const id = composeSourceId('note', [wing, room, filedAt, contentHash(text)].join('\0'), attempt);
    if (read.sourceById(id) === undefined) return id;
  }
};

const earlierAnswer = (read: ReadQueries, id: SourceId, draft: NoteDraft): Outcome | undefined => {
  const source = read.sourceById(id);
  if (source === undefined) return undefined;
  if (source.hash !== contentHash(draft.text))
    throw new PalaceError('E_NOTE', 'This request_id was used for another text.', {
      remedy: 'Give each note a request_id of its own.',
    });
  const [first] = read.drawersOfSource(id);
  if (first === undefined) return undefined;
  const answer = read.propertiesOf(first.id)[answerProperty];
  return {
    drawer_id: first.id,
    saved: true,
    ...(answer === undefined
      ? { duplicates: [], near_checked: false, warnings: [] }
      : answerSchema.parse(JSON.parse(answer))),
  };
};
