import { SerialQueue } from '../../base/serialQueue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { wingName, isoTime } from '../model/ids.ts';
import { embeddingInput } from '../embedding/embeddingInput.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { sameStamp, stampKey } from '../model/modelStamp.ts';
import { editNoteReportSchema, saveReportSchema, updateReportSchema } from '../contract/noteSchemas.ts';
import { PalaceError } from '../model/palaceError.ts';
import { checkText } from '../notes/draftOf.ts';
import { editNote } from '../notes/editNote.ts';
import { noteOf } from '../notes/noteOf.ts';
import { check, saveNote, type EmbeddedNote, type NoteDependencies } from '../notes/saveNote.ts';
import { tagList } from '../notes/tagList.ts';
import { updateDrawers } from '../notes/updateDrawers.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import { stampIfFirst } from '../indexing/embeddingRebuild.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { IdempotentCalls } from './idempotency.ts';
import type { PatternFinding } from '../indexing/patternWatch.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { quantise } from '../vectors/quantise.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';

/** The calls that save and change notes, tags and marks, in their wire form. */
export type NoteCalls = Pick<PalaceApi, 'save' | 'editNote' | 'noteText' | 'update' | 'checkDuplicate' | 'tags'>;

export interface PalaceNoteParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly embedder: Embedder;
  readonly embeddings: PalaceEmbeddings;
  readonly vectors: () => VectorIndex | null;
  readonly workspace: string | null;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  /** What a filed issue changed in the patterns; null if it has no vector yet. */
  readonly patternOf: (id: string) => Promise<PatternFinding>;
}

/** What the transaction of a save returns. */
const savedSchema = saveReportSchema.omit({ pattern: true, pattern_ms: true, elapsed_ms: true });

export const noteCalls = ({
  store,
  catalogue,
  embedder,
  embeddings,
  vectors,
  workspace,
  clock,
  idempotency,
  patternOf,
}: PalaceNoteParts): NoteCalls => {
  const embed = async (text: string, signal?: AbortSignal): Promise<EmbeddedNote> => {
    const model = await embeddings.queryModel();
    if ('unavailable' in model) return model;
    const ingest = embeddings.ingestModel();
    const index = vectors();
    if (index === null || (ingest !== null && !sameStamp(ingest, model)))
      return { unavailable: 'the palace was embedded with another model.' };
    try {
      const [vector] = await embedder.embed([embeddingInput({ text })], 'drawer', signal);
      if (vector === undefined) return { unavailable: 'the text could not be embedded.' };
      const modelId = stampKey(model);
      return {
        vectors: index,
        vector,
        pending: store.read.vectorCounts(modelId).pending,
        file: (transaction, rowid) => {
          // The model may have changed while the note waited for its turn.
          if (stampIfFirst(transaction, model)) transaction.putVectors([{ rowid, modelId, ...quantise(vector) }]);
        },
      };
    } catch (thrown) {
      return { unavailable: PalaceError.from(thrown, 'E_EMBEDDING').message };
    }
  };
  const dependencies: NoteDependencies = {
    store,
    read: store.read,
    catalogue,
    embed,
    now: () => isoTime(clock()),
    workspace,
  };
  /** Saves run one after the other: the second of two equal notes must see the first. */
  const saves = new SerialQueue();
  const thenEmbed = async <T>(written: Promise<T>): Promise<T> => {
    const answer = await written;
    await embeddings.settle(false, {});
    return answer;
  };
  return {
    save: async (request, { signal, request: id, caller } = {}) => {
      const started = performance.now();
      const saved = await thenEmbed(
        saves.run(() =>
          idempotency.once(id, savedSchema, (own) =>
            saveNote(
              request,
              { ...dependencies, store: own, workspace: caller === undefined ? workspace : caller.workspace },
              signal,
            ),
          ),
        ),
      );
      // The note is already filed, whatever this finds.
      const found = request.type === 'issue' && saved.drawer_id !== null ? await patternOf(saved.drawer_id) : null;
      return {
        ...saved,
        pattern: found?.change ?? null,
        pattern_ms: found?.ms ?? null,
        elapsed_ms: Math.round(performance.now() - started),
      };
    },
    editNote: ({ drawer_id: id, text }, { request } = {}) =>
      thenEmbed(
        saves.run(() =>
          idempotency.once(request, editNoteReportSchema, (own) => editNote(own, id, text, dependencies.now())),
        ),
      ),
    noteText: async ({ drawer_id: id }) => {
      const { parts, text } = noteOf(store.read, id);
      return { drawer_ids: parts.map((part) => part.id), text };
    },
    update: (request, { request: id } = {}) => {
      const written = idempotency.once(id, updateReportSchema, (own) =>
        updateDrawers(own, request, dependencies.now()),
      );
      // Only a drawer that is no longer sensitive or archived can need a vector now.
      return request.sensitive === false || request.archived === false ? thenEmbed(written) : written;
    },
    checkDuplicate: async ({ text, wing }, { signal } = {}) => {
      checkText(text);
      const { duplicates, near_checked, warnings } = await check(
        { text, sensitive: false },
        dependencies,
        wing === undefined ? undefined : wingName(wing),
        signal,
      );
      return { duplicates, near_checked, warnings };
    },
    tags: async () => ({ tags: tagList(store.read.tagCounts()) }),
  };
};
