import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SerialQueue } from '../../base/serialQueue.ts';
import { Analyser } from '../lexical/analysis.ts';
import { parseIndex, serialiseIndex } from '../lexical/indexCache.ts';
import { readIndexFile, writeIndexFile } from '../lexical/indexFile.ts';
import { lexicalDocument, lexicalPath } from '../lexical/lexicalDocument.ts';
import { LexicalIndex } from '../lexical/lexicalIndex.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { Drawer } from '../model/drawer.ts';
import { stampKey, type ModelStamp } from '../model/modelStamp.ts';
import { NoteWordsReader } from './noteWordsReader.ts';
import type { CommittedChange, PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import { indexFile, palaceFile } from '../store/palaceFiles.ts';
import { ClosetIndex } from '../retrieval/closets/closetIndex.ts';
import { VectorIndex } from '../vectors/vectorIndex.ts';

/** Rows read from the store at a time. */
const page = 2000;

/** The catalogue, the lexical index and the vector index, in step with every commit. */
export class PalaceIndexes {
  readonly catalogue: Catalogue;
  readonly #store: PalaceStore;
  #lexical: LexicalIndex;
  #closets: ClosetIndex | undefined;
  #vectors: VectorIndex | null = null;
  #vectorModel: string | null = null;
  readonly #noteWords: NoteWordsReader;
  /** Vector indexes that are still being read from the store, by model. */
  readonly #loading = new Map<string, { readonly vectors: VectorIndex; readonly read: Promise<void> }>();
  /** Revision at which the saved lexical index and the palace agree. */
  #savedRevision = -1;
  readonly #saves = new SerialQueue();
  /** The save that has not begun yet. It will include everything committed before it begins. */
  #waiting: Promise<void> | undefined;

  private constructor(store: PalaceStore) {
    this.#store = store;
    this.catalogue = new Catalogue((tags) =>
      store.read.spellingsOf(tags).flatMap((tag) => store.read.drawerIdsTagged(tag)),
    );
    this.#noteWords = new NoteWordsReader(store.read);
    this.#lexical = new LexicalIndex(new Analyser());
  }

  get lexical(): LexicalIndex {
    return this.#lexical;
  }

  get closets(): ClosetIndex {
    this.#closets ??= new ClosetIndex(this.#store.read, this.#lexical.analyser);
    return this.#closets;
  }

  /** Null until the vectors of a model are loaded. */
  get vectors(): VectorIndex | null {
    return this.#vectors;
  }

  /**
   * Builds the indexes from the store. The lexical index comes from its saved copy if that has the current
   * revision.
   */
  static async load(store: PalaceStore): Promise<PalaceIndexes> {
    const indexes = new PalaceIndexes(store);
    const paths: (readonly [slot: number, path: string])[] = [];
    for await (const drawers of pages(store.read)) {
      for (const drawer of drawers) {
        const path = lexicalPath(drawer);
        const slot = indexes.catalogue.add(drawer);
        if (path !== null) paths.push([slot, path]);
      }
    }
    const saved = await readIndexFile(indexes.#cacheFile, path.join(store.folder, palaceFile));
    const cached = saved && parseIndex(saved, (rowid) => indexes.catalogue.slotOfRowid(rowid), new Analyser());
    if (
      cached !== undefined &&
      cached.revision === store.revision &&
      cached.index.size === indexes.catalogue.drawers
    ) {
      indexes.#lexical = cached.index;
      for (const [slot, path] of paths) indexes.#lexical.addPath(slot, path);
      indexes.#savedRevision = cached.revision;
    } else {
      for await (const drawers of pages(store.read)) indexes.#index(drawers);
    }
    return indexes;
  }

  /** Loads the palace's vectors of a model into memory, replacing those of another model. */
  async loadVectors(stamp: ModelStamp): Promise<void> {
    const use = await this.prepareVectors(stamp);
    use();
  }

  /**
   * Reads the palace's vectors of a model and keeps them in step with commits, while the previous ones stay in
   * use. The function it resolves with replaces the previous ones.
   */
  async prepareVectors(stamp: ModelStamp): Promise<() => void> {
    const model = stampKey(stamp);
    if (this.#vectorModel === model) return () => undefined;
    const known = this.#loading.get(model);
    const vectors = known?.vectors ?? new VectorIndex(stamp.dim);
    const read = known?.read ?? this.#read(model, vectors);
    this.#loading.set(model, { vectors, read });
    await read;
    return () => {
      if (!this.#loading.delete(model)) return;
      this.#vectors?.dispose();
      this.#vectors = vectors;
      this.#vectorModel = model;
    };
  }

  async #read(model: string, vectors: VectorIndex): Promise<void> {
    // The caller first registers the index, so that commits during the read find it.
    await Promise.resolve();
    for (let after = 0; ;) {
      const rows = this.#store.read.scanVectors(model, after, page);
      for (const { rowid, scale, data } of rows) {
        const slot = this.catalogue.slotOfRowid(rowid);
        // One of another length is left out, as if it were still to be computed; `verify` names it.
        if (slot !== undefined && data.length === vectors.dim) vectors.set(slot, scale, data);
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.rowid;
      await nextTurn();
    }
  }

  /** Updates every index after a commit. */
  apply(change: CommittedChange): void {
    for (const rowid of change.deleted) {
      const slot = this.catalogue.remove(rowid);
      if (slot === undefined) continue;
      this.#lexical.remove(slot);
      this.#clearVector(slot);
    }
    for (const rowid of change.unembedded) this.#unembed(rowid);
    const renamed = this.#noteWords.changed(change.updated);
    const moved = change.updated.filter((drawer) => {
      const before = this.catalogue.slotOfRowid(drawer.rowid);
      const wasSensitive = before !== undefined && this.catalogue.entry(before).sensitive;
      const isOfOtherWords = renamed.has(drawer.rowid) || drawer.sensitive || wasSensitive;
      const slot = this.catalogue.update(drawer) ?? (isOfOtherWords ? before : undefined);
      if (wasSensitive !== drawer.sensitive) this.#indexNextTurn(drawer);
      return slot !== undefined && this.#lexical.remove(slot);
    });
    for (const drawer of change.inserted) this.catalogue.add(drawer);
    this.#index([...moved, ...change.inserted]);
    this.#closets?.apply(change.closets);
    for (const { rowid, modelId, scale, data } of change.vectors) {
      const slot = this.catalogue.slotOfRowid(rowid);
      if (slot === undefined) continue;
      if (modelId === this.#vectorModel) this.#vectors?.set(slot, scale, data);
      this.#loading.get(modelId)?.vectors.set(slot, scale, data);
    }
  }

  /** Indexes the next turn again: its entry holds this turn's text, unless that is sensitive. */
  #indexNextTurn({ sourceId, speaker, chunkIndex }: Drawer): void {
    if (sourceId === null || speaker === null) return;
    this.indexAgain(
      this.#store.read.drawersOfSource(sourceId).filter((other) => other.chunkIndex === chunkIndex + 1),
    );
  }

  /** Indexes drawers again whose words come in part from another drawer. */
  indexAgain(drawers: readonly Drawer[]): void {
    this.#index(
      drawers.filter(({ rowid }) => {
        const slot = this.catalogue.slotOfRowid(rowid);
        return slot !== undefined && this.#lexical.remove(slot);
      }),
    );
  }

  /** Removes a drawer's vector: sensitive drawers have none. */
  #unembed(rowid: number): void {
    const slot = this.catalogue.slotOfRowid(rowid);
    if (slot !== undefined) this.#clearVector(slot);
  }

  #clearVector(slot: number): void {
    this.#vectors?.clear(slot);
    for (const { vectors } of this.#loading.values()) vectors.clear(slot);
  }

  /** Saves the lexical index in the palace's folder, so that the next opening need not read every text. */
  save(): Promise<void> {
    if (this.#waiting !== undefined) return this.#waiting;
    // Saves run one after the other, because they write the same file.
    this.#waiting = this.#saves.run(() => {
      this.#waiting = undefined;
      return this.#save();
    });
    return this.#waiting;
  }

  async #save(): Promise<void> {
    const revision = this.#store.revision;
    if (revision === this.#savedRevision || this.#store.health.state !== 'ok') return;
    await writeIndexFile(
      this.#cacheFile,
      serialiseIndex(this.#lexical, (slot) => this.catalogue.rowidOf(slot), revision),
    );
    this.#savedRevision = revision;
  }

  dispose(): void {
    this.#vectors?.dispose();
    this.#vectors = null;
  }

  get #cacheFile(): string {
    return path.join(this.#store.folder, indexFile);
  }

  #index(drawers: readonly Drawer[]): void {
    const texts = new Map<string, string>();
    for (const { sourceId, chunkIndex, speaker, sensitive, text } of drawers)
      if (sourceId !== null && speaker !== null && !sensitive) texts.set(`${sourceId}#${chunkIndex}`, text);
    const noteWords = this.#noteWords.read(drawers);
    for (const drawer of drawers) {
      const slot = this.catalogue.slotOfRowid(drawer.rowid);
      if (slot !== undefined)
        this.#lexical.add(
          slot,
          lexicalDocument(this.#withoutSecrets(drawer), this.#turnBefore(drawer, texts), noteWords(drawer)),
        );
    }
  }

  /** Secrets are not indexed: nobody searches for them, and the index is stored in a file. */
  #withoutSecrets(drawer: Drawer): Drawer {
    return drawer.sensitive
      ? { ...drawer, text: blanked(drawer.text, this.#store.read.findingsOf(drawer.id)) }
      : drawer;
  }

  /** The text of the previous turn; null if there is none or it is sensitive. */
  #turnBefore({ sourceId, chunkIndex, speaker }: Drawer, known: ReadonlyMap<string, string>): string | null {
    if (sourceId === null || speaker === null || chunkIndex === 0) return null;
    const near = known.get(`${sourceId}#${chunkIndex - 1}`);
    if (near !== undefined) return near;
    const before = this.#store.read.drawersOfSource(sourceId).find((other) => other.chunkIndex === chunkIndex - 1);
    return before === undefined || before.sensitive ? null : before.text;
  }
}

/** The text with spaces in place of the spans. */
const blanked = (text: string, spans: readonly { readonly start: number; readonly end: number }[]): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);

/** All drawers in rowid order. Yields to other work between pages. */
async function* pages(read: ReadQueries): AsyncGenerator<readonly Drawer[]> {
  for (let after = 0; ;) {
    const drawers = read.scanDrawers(after, page);
    const last = drawers.at(-1);
    if (last === undefined) return;
    yield drawers;
    after = last.rowid;
    await nextTurn();
  }
}
