import * as z from 'zod';
import { parseJson } from '../../base/text/parseJson.ts';
import { composeSourceId } from '../filing/drawerIds.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import type { DrawerId, IsoTime, SourceId } from '../model/drawer/ids.ts';
import type { CurationMode } from '../contract/curation.ts';
import type { SaveReport, SaveRequest } from '../contract/noteSchemas.ts';
import { patternJoinSchema, type PatternJoin } from '../contract/memory/patternSchemas.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { PalaceStore, ReadQueries, WriteTransaction } from '../store/palaceStore.ts';
import { draftOf } from './draftOf.ts';
import { exactDuplicates, type DuplicateFound, type Looked } from './duplicates.ts';
import { fileNote, type NoteDraft } from './noteDraft.ts';

interface NoteDependencies extends Looked {
  readonly store: PalaceStore;
  readonly now: () => IsoTime;
  /** The wing of notes that name none; null if the palace does not belong to a workspace. */
  readonly wing: string | null;
  /** Counts an issue as an occurrence among those with the same text; runs in the transaction that files it. */
  readonly joinPattern: (transaction: WriteTransaction, id: DrawerId, hash: string) => PatternJoin | null;
}

/** What a save gives, with the pattern and the duplicates by ID. */
type Saved = Pick<SaveReport, 'drawer_id' | 'saved' | 'check' | 'warnings' | 'pattern_ms'> & {
  readonly duplicates: readonly DuplicateFound[];
  readonly pattern: PatternJoin | null;
};

/** Stored with a note that was saved under a request ID, so that a repeated call gives the same answer. */
const answerProperty = 'saved_with';
/** The agent's or person's session in which a note was saved. */
const sessionProperty = 'session';
const duplicatesSchema = z.array(
  z.object({ drawer_id: z.string(), similarity: z.number(), kind: z.enum(['exact', 'near']) }),
);
/** What is stored of a save; without texts, which may become sensitive. */
export const savedSchema = z.object({
  drawer_id: z.string().nullable(),
  saved: z.boolean(),
  duplicates: duplicatesSchema,
  check: z.enum(['due', 'none']),
  warnings: z.array(z.string()),
  pattern: patternJoinSchema.nullable(),
  pattern_ms: z.number().nullable(),
});

const notCompared =
  'Only exact duplicates were looked for: the note is sensitive, and sensitive text is not embedded.';

/**
 * Files a note without waiting for its vector, unless the same text is already filed and `allow_duplicate` is not
 * set. An issue is always filed, because each repetition is an occurrence. A later check, once the vector exists,
 * finds what else says the same. Throws E_NOTE, E_TAG and those of `PalaceStore.write`.
 */
export const saveNote = async (
  request: SaveRequest,
  dependencies: NoteDependencies,
  signal?: AbortSignal,
): Promise<Saved> => {
  const { store, read, now, wing } = dependencies;
  const draft = withSession(draftOf(request, read, wing, now()), request.session_id);
  const requested =
    request.request_id === undefined ? null : composeSourceId('note', `request\0${request.request_id}`);
  const earlier = requested === null ? undefined : earlierAnswer(read, requested, draft);
  if (earlier !== undefined) return earlier;

  const duplicates = exactDuplicates(draft.text, dependencies);
  stopIfAborted(signal, 'Saving the note was cancelled.');
  if (duplicates.length > 0 && draft.type !== 'issue' && request.allow_duplicate !== true)
    return {
      drawer_id: null,
      saved: false,
      duplicates,
      check: 'none',
      warnings: [],
      pattern: null,
      pattern_ms: null,
    };
  return store.write((transaction) => {
    // A retry may have been faster.
    const meanwhile = requested === null ? undefined : earlierAnswer(transaction.read, requested, draft);
    if (meanwhile !== undefined) return meanwhile;
    const answer = file(
      transaction,
      draft,
      requested ?? freeNoteId(transaction.read, draft),
      request.curate ?? 'off',
      dependencies,
    );
    if (requested !== null)
      transaction.putProperties(answer.drawer_id, {
        [answerProperty]: JSON.stringify({ ...answer, duplicates }),
      });
    return { ...answer, duplicates };
  });
};

const withSession = (draft: NoteDraft, session: string | undefined): NoteDraft =>
  session === undefined ? draft : { ...draft, properties: { ...draft.properties, [sessionProperty]: session } };

/** Files the note, counts an issue, and has the check due unless the note is sensitive. */
const file = (
  transaction: WriteTransaction,
  draft: NoteDraft,
  id: SourceId,
  curate: CurationMode,
  { now, joinPattern }: NoteDependencies,
): Omit<Saved, 'duplicates'> & { readonly drawer_id: DrawerId } => {
  const at = now();
  const [first] = fileNote(transaction, draft, id, at);
  if (first === undefined) throw new PalaceError('E_INTERNAL', 'A note was filed without a drawer.');
  const { drawer } = first;
  // The detector may have found a secret.
  const isSensitive = transaction.read.drawerById(drawer.id)?.sensitive === true;
  if (!isSensitive) transaction.putDueCheck(drawer.id, curate, at);
  const started = performance.now();
  const isCounted = draft.type === 'issue' && !isSensitive;
  const pattern = isCounted ? joinPattern(transaction, drawer.id, drawer.contentHash) : null;
  return {
    drawer_id: drawer.id,
    saved: true,
    check: isSensitive ? 'none' : 'due',
    warnings: isSensitive ? [notCompared] : [],
    pattern,
    pattern_ms: isCounted ? Math.round((performance.now() - started) * 100) / 100 : null,
  };
};

/** A new note's source ID, derived from its text, place and time, and from the number of equal notes. */
export const freeNoteId = (read: ReadQueries, { text, wing, room, filedAt }: NoteDraft): SourceId => {
  for (let attempt = 0; ; attempt++) {
    const id = composeSourceId('note', [wing, room, filedAt, contentHash(text)].join('\0'), attempt);
    if (read.sourceById(id) === undefined) return id;
  }
};

const earlierAnswer = (read: ReadQueries, id: SourceId, draft: NoteDraft): Saved | undefined => {
  const source = read.sourceById(id);
  if (source === undefined) return undefined;
  if (source.hash !== contentHash(draft.text))
    throw new PalaceError('E_NOTE', 'This request_id was used for another text.', {
      remedy: 'Give each note a request_id of its own.',
    });
  const [first] = read.drawersOfSource(id);
  if (first === undefined) return undefined;
  // Earlier versions stored other fields, or none.
  const answer = savedSchema.safeParse(parseJson(read.propertiesOf(first.id)[answerProperty] ?? ''));
  return answer.success
    ? answer.data
    : {
        drawer_id: first.id,
        saved: true,
        duplicates: [],
        check: 'none',
        warnings: [],
        pattern: null,
        pattern_ms: null,
      };
};
