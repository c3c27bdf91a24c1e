import { SerialQueue } from '../../base/async/serialQueue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { wingName, isoTime } from '../model/drawer/ids.ts';
import { embeddingInput } from '../embedding/embeddingInput.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { sameStamp, stampKey } from '../model/embedding/modelStamp.ts';
import type { CurationMode } from '../contract/curation.ts';
import { editNoteReportSchema, updateReportSchema } from '../contract/noteSchemas.ts';
import { agentReason } from '../contract/memory/movedText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { checkDuplicate, type EmbedText } from '../notes/checkDuplicate.ts';
import { checkNoteText } from '../model/text/checkNoteText.ts';
import { withTexts } from '../notes/duplicates.ts';
import { editNote } from '../notes/editNote.ts';
import { noteOf } from '../notes/noteOf.ts';
import { savedSchema, saveNote } from '../notes/saveNote.ts';
import { tagList } from '../notes/tagList.ts';
import { updateDrawers } from '../notes/updateDrawers.ts';
import type { CallOptions, PalaceApi, Params, Result } from '../contract/palaceApi.ts';
import type { NoteChecks } from '../indexing/noteChecks.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { issuesOfText, joinPattern, patternChange } from '../memory/patterns/patterns.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import { wingOfWorkspace } from '../mining/workspaceFolders.ts';
import { folderRegistryKey, parseFolderRegistry } from '../model/source/folderRegistry.ts';
import { noteCheckCalls } from './noteCheckCalls.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { isFiniteVector } from '../vectors/norms.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';

/** The calls that save and change notes, tags and marks, in their wire form. */
export type NoteCalls = Pick<
  PalaceApi,
  'save' | 'editNote' | 'noteText' | 'update' | 'checkDuplicate' | 'noteChecks' | 'tags'
>;

interface PalaceNoteParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly embedder: Embedder;
  readonly embeddings: PalaceEmbeddings;
  readonly vectors: () => VectorIndex | null;
  readonly workspace: string | null;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  readonly checks: NoteChecks;
  readonly profileLayers: ProfileLayersOf;
  /** Logs what a batch moved. */
  readonly sayMoved: (batch: string) => Promise<void>;
}

export const noteCalls = (parts: PalaceNoteParts): NoteCalls => {
  const { store, catalogue, embeddings, clock, idempotency, checks, sayMoved } = parts;
  const { read } = store;
  const now = () => isoTime(clock());
  const looked = { catalogue, read };
  const embed = textEmbedder(parts);
  /** Saves run one after the other: the second of two equal notes must see the first. */
  const saves = new SerialQueue();
  return {
    ...noteCheckCalls({ ...looked, checks, embeddings }),
    save: (request, options = {}) => save(parts, saves, request, options),
    editNote: async ({ drawer_id: id, text }, { request } = {}) => {
      const edited = await saves.run(() =>
        idempotency.once(request, editNoteReportSchema, (own) => editNote(own, id, text, now())),
      );
      checks.due(edited.drawer_id);
      embeddings.soon();
      return edited;
    },
    noteText: async ({ drawer_id: id }) => {
      const { parts: drawers, text } = noteOf(read, id);
      return {
        drawer_ids: drawers.map((part) => part.id),
        parts: drawers.map((part) => ({
          drawer_id: part.id,
          characters: part.text.length,
          sensitive: part.sensitive,
        })),
        text,
      };
    },
    update: async (request, { request: id, caller } = {}) => {
      const at = now();
      const updated = await idempotency.once(id, updateReportSchema, (own) =>
        updateDrawers(own, request, at, caller?.agent),
      );
      if (caller?.agent === true && request.archived === true) await sayMoved(`${agentReason}@${at}`);
      // Only a drawer that is no longer sensitive or archived can need a vector now.
      if (request.sensitive === false || request.archived === false) {
        checks.open();
        embeddings.soon();
      }
      return updated;
    },
    checkDuplicate: async ({ text, wing }, { signal } = {}) => {
      checkNoteText(text);
      return checkDuplicate(text, embed, looked, wing === undefined ? undefined : wingName(wing), signal);
    },
    tags: async () => ({ tags: tagList(read.tagCounts()) }),
  };
};

const save = async (
  { store, catalogue, embeddings, workspace, clock, idempotency, checks, profileLayers }: PalaceNoteParts,
  saves: SerialQueue,
  request: Params<'save'>,
  call: CallOptions,
): Promise<Result<'save'>> => {
  const started = performance.now();
  const now = () => isoTime(clock());
  const looked = { catalogue, read: store.read };
  const place = call.caller === undefined ? workspace : call.caller.workspace;
  const saved = await saves.run(() =>
    idempotency.once(call.request, savedSchema, (own) =>
      saveNote(
        { ...request, curate: request.curate ?? curateOf(profileLayers, call) },
        {
          ...looked,
          store: own,
          now,
          wing:
            place === null
              ? null
              : wingOfWorkspace(parseFolderRegistry(store.read.meta(folderRegistryKey)), place),
          joinPattern: (transaction, id, hash) =>
            joinPattern(transaction, id, issuesOfText(hash, catalogue, now()), now()),
        },
        call.signal,
      ),
    ),
  );
  if (saved.drawer_id !== null && saved.check === 'due') {
    checks.due(saved.drawer_id);
    embeddings.soon();
  }
  return {
    ...saved,
    duplicates: withTexts(saved.duplicates, looked),
    pattern: patternChange(saved.pattern, store.read),
    elapsed_ms: Math.round(performance.now() - started),
  };
};

/** A wrong profile must not keep a note from being saved; a search says what is wrong with it. */
const curateOf = (profileLayers: ProfileLayersOf, call: CallOptions): CurationMode => {
  try {
    return resolveProfile('default', profileLayers(call)).flags.curate;
  } catch {
    return 'off';
  }
};

/** Embeds texts that are compared but not filed. */
const textEmbedder =
  ({ store, embedder, embeddings, vectors }: PalaceNoteParts): EmbedText =>
  async (text, signal) => {
    const model = await embeddings.queryModel();
    if ('unavailable' in model) return model;
    const ingest = embeddings.ingestModel();
    const index = vectors();
    if (index === null || (ingest !== null && !sameStamp(ingest, model)))
      return { unavailable: 'the palace was embedded with another model.' };
    try {
      const [vector] = await embedder.embed([embeddingInput({ text })], 'drawer', signal);
      if (vector === undefined || !isFiniteVector(vector))
        return { unavailable: 'the text could not be embedded.' };
      return { vectors: index, vector, pending: store.read.vectorCounts(stampKey(model)).pending };
    } catch (thrown) {
      return { unavailable: PalaceError.from(thrown, 'E_EMBEDDING').message };
    }
  };
