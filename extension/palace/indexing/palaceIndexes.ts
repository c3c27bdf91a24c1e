import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../base/batches.ts';
import { Analyser } from '../lexical/text/analysis.ts';
import { parseIndex, serialiseIndex, type SavedDrawer, type SavedIndex } from '../lexical/indexCache.ts';
import { readIndexFile } from '../lexical/indexFile.ts';
import { lexicalPath } from '../lexical/lexicalDocument.ts';
import { LexicalIndex } from '../lexical/lexicalIndex.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import { besideLeft } from './besideLeft.ts';
import { readDocuments, readKeys, rowidsBeside, type ReadDocument } from './lexicalDocuments.ts';
import type { CommittedChange, PalaceStore } from '../store/palaceStore.ts';
import { indexFile, palaceFile } from '../store/palaceFiles.ts';
import { ClosetIndex } from '../retrieval/closets/closetIndex.ts';
import type { VectorIndex, VectorIndexOptions } from '../vectors/vectorIndex.ts';
import { LexicalSaving } from './lexicalSaving.ts';
import { LoadedVectors } from './loadedVectors.ts';

/** What the indexes need of a store. */
type IndexedStore = Pick<PalaceStore, 'folder' | 'health' | 'read'>;

/** Rows read from the store at a time. */
const page = 2000;
/** Removed entries are forgotten once there are more of them than live ones, and at least this many. */
const leastForgotten = 1024;

/** The catalogue, the lexical index and the vector index, in step with every commit. */
export class PalaceIndexes {
  readonly catalogue: Catalogue;
  readonly #store: IndexedStore;
  #lexical: LexicalIndex;
  #closets: ClosetIndex | undefined;
  readonly #vectors: LoadedVectors;
  readonly #saving: LexicalSaving;
  /** How often the indexed documents or their slots changed. */
  #changes = 0;
  /** Documents removed or replaced since the last {@link forget}. */
  #removed = 0;

  private constructor(store: IndexedStore, options: VectorIndexOptions) {
    this.#store = store;
    this.catalogue = new Catalogue((tags) =>
      store.read.spellingsOf(tags).flatMap((tag) => store.read.drawerIdsTagged(tag)),
    );
    this.#lexical = new LexicalIndex(new Analyser());
    this.#vectors = new LoadedVectors(store, this.catalogue, options);
    this.#saving = new LexicalSaving({
      file: path.join(store.folder, indexFile),
      maySave: () => store.health.state === 'ok',
      serialise: () => serialiseIndex(this.#lexical, (slot) => this.catalogue.rowidOf(slot)),
    });
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
    return this.#vectors.current;
  }

  /**
   * Builds the indexes from the store. It reuses every document of the saved lexical index whose inputs are
   * unchanged, and indexes the others again.
   */
  static async load(store: IndexedStore, options: VectorIndexOptions = {}): Promise<PalaceIndexes> {
    const indexes = new PalaceIndexes(store, options);
    const bytes = await readIndexFile(path.join(store.folder, indexFile), path.join(store.folder, palaceFile));
    const saved = bytes && parseIndex(bytes);
    if (saved === undefined) await indexes.#build();
    else await indexes.#restore(saved);
    return indexes;
  }

  /** Those of a palace of which nothing can be read. */
  static empty(store: IndexedStore): PalaceIndexes {
    return new PalaceIndexes(store, {});
  }

  /** Reads every text. */
  async #build(): Promise<void> {
    const { read } = this.#store;
    for await (const drawers of pages((after) => read.scanDrawers(after, page))) {
      for (const drawer of drawers) this.catalogue.add(drawer);
      this.#index(readDocuments(read, drawers));
    }
  }

  /** Reuses the saved index's documents whose inputs are unchanged, and reads the texts of the others. */
  async #restore(saved: SavedIndex): Promise<void> {
    const { read } = this.#store;
    const paths = read.sourcePaths();
    const valid: SavedDrawer[] = [];
    const stale: number[] = [];
    for await (const drawers of pages((after) => read.scanIndexed(after, page, paths)))
      for (const { drawer, key } of readKeys(read, drawers)) {
        const slot = this.catalogue.add(drawer);
        if (saved.keyOf(drawer.rowid) === key)
          valid.push({ rowid: drawer.rowid, slot, key, path: lexicalPath(drawer) });
        else stale.push(drawer.rowid);
      }
    const index = saved.restore(valid, this.#lexical.analyser);
    if (index === undefined) stale.push(...valid.map(({ rowid }) => rowid));
    else this.#lexical = index;
    if (stale.length === 0 && saved.rowids.length === valid.length) this.#saving.restored();
    for (const rowids of batches(stale, page)) {
      this.#index(readDocuments(read, read.drawersByRowid(rowids)));
      await nextTurn();
    }
  }

  /** Loads the palace's vectors of a model into memory, replacing those of another model. */
  async loadVectors(stamp: ModelStamp): Promise<void> {
    const use = await this.prepareVectors(stamp);
    use();
  }

  /** As {@link LoadedVectors.prepare}. */
  prepareVectors(stamp: ModelStamp): Promise<() => void> {
    return this.#vectors.prepare(stamp);
  }

  /** Updates every index after a commit. */
  apply(change: CommittedChange): void {
    if (change.deleted.length + change.updated.length + change.inserted.length > 0) this.#changes += 1;
    const beside = besideLeft(this.catalogue, change);
    for (const rowid of change.deleted) {
      const slot = this.catalogue.remove(rowid);
      if (slot === undefined) continue;
      if (this.#lexical.remove(slot)) this.#saving.changed();
      this.#removed += 1;
      this.#vectors.clear(slot);
    }
    for (const rowid of change.unembedded) this.#unembed(rowid);
    for (const drawer of change.updated) this.catalogue.update(drawer);
    for (const drawer of change.inserted) this.catalogue.add(drawer);
    const changed = [...change.updated, ...change.inserted];
    this.#refresh(changed, [...beside, ...rowidsBeside(this.#store.read, changed)]);
    this.#closets?.apply(change.closets);
    for (const vector of change.vectors) this.#vectors.add(vector);
  }

  /** Indexes those of the changed drawers, and of the others, whose documents changed. */
  #refresh(changed: readonly Drawer[], others: readonly number[]): void {
    const known = new Set(changed.map(({ rowid }) => rowid));
    const rest = this.#store.read.drawersByRowid([...new Set(others)].filter((rowid) => !known.has(rowid)));
    const stale = readDocuments(this.#store.read, [...changed, ...rest]).filter(({ drawer, key }) => {
      const slot = this.catalogue.slotOfRowid(drawer.rowid);
      return slot !== undefined && this.#lexical.keyOf(slot) !== key;
    });
    // All are removed first: see `add`.
    for (const { drawer } of stale)
      if (this.#lexical.remove(this.catalogue.slotOfRowid(drawer.rowid) ?? -1)) this.#removed += 1;
    this.#index(stale);
  }

  /** Removes a drawer's vector: sensitive drawers have none. */
  #unembed(rowid: number): void {
    const slot = this.catalogue.slotOfRowid(rowid);
    if (slot !== undefined) this.#vectors.clear(slot);
  }

  /** Whether {@link forget} is worth its time. */
  get isForgetful(): boolean {
    return this.#removed > Math.max(leastForgotten, this.catalogue.drawers);
  }

  /**
   * Frees what removed drawers left in memory: slots, words, names. Slots get new numbers at the end, so `isQuiet`
   * says whether nobody holds one. Resolves with whether it was done; a change or a call in the meantime prevents
   * it.
   */
  async forget(isQuiet: () => boolean): Promise<boolean> {
    const before = this.#changes;
    const closed = this.catalogue.closedSlots();
    const steps = this.#lexical.closedUp(closed);
    for (;;) {
      await nextTurn();
      if (this.#changes !== before || !isQuiet()) return false;
      const { done, value: use } = steps.next();
      if (done !== true) continue;
      use();
      break;
    }
    this.catalogue.closeUp();
    this.#vectors.closeUp(closed);
    this.#changes += 1;
    this.#removed = 0;
    return true;
  }

  /** Saves the lexical index in the palace's folder, so that the next opening need not read every text. */
  save(): Promise<void> {
    return this.#saving.save();
  }

  /** Runs something while no save writes its files. Saves that are asked for meanwhile wait. */
  betweenSaves<T>(work: () => Promise<T>): Promise<T> {
    return this.#saving.between(work);
  }

  dispose(): void {
    this.#vectors.dispose();
  }

  #index(documents: readonly ReadDocument[]): void {
    for (const { drawer, key, document } of documents) {
      const slot = this.catalogue.slotOfRowid(drawer.rowid);
      if (slot === undefined) continue;
      this.#lexical.add(slot, document(), key);
      this.#saving.changed();
    }
  }
}

/** All rows in rowid order. Yields to other work between pages. */
async function* pages<Row extends { readonly rowid: number }>(
  rowsAfter: (rowid: number) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = rowsAfter(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.rowid;
    await nextTurn();
  }
}
