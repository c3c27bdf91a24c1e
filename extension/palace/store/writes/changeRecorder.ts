import type { Drawer } from '../../model/drawer/drawer.ts';
import type { SourceId } from '../../model/drawer/ids.ts';
import type { CommittedChange, ReadQueries } from '../palaceStore.ts';
import type { StoredVector } from '../queries/vectors.ts';

/** Records what a write touches and builds the change that listeners receive. */
export class ChangeRecorder {
  readonly #inserted = new Map<number, Drawer>();
  readonly #updated = new Set<number>();
  readonly #deleted = new Set<number>();
  readonly #vectors = new Map<string, StoredVector>();
  readonly #cleared = new Set<string>();
  readonly #unembedded = new Set<number>();
  readonly #closets = new Set<SourceId>();
  #touched = false;

  /** False if the write only read. */
  get touched(): boolean {
    return this.#touched;
  }

  touch(): void {
    this.#touched = true;
  }

  inserted(drawer: Drawer): void {
    this.#touched = true;
    this.#inserted.set(drawer.rowid, drawer);
  }

  updated(rowid: number): void {
    this.#touched = true;
    this.#updated.add(rowid);
  }

  deleted(rowid: number): void {
    this.#touched = true;
    this.#updated.delete(rowid);
    if (!this.#inserted.delete(rowid)) this.#deleted.add(rowid);
    this.#unembedded.delete(rowid);
    this.#forgetVectors(rowid);
  }

  /** The drawer's vectors were removed; the drawer stays. */
  unembedded(rowid: number): void {
    this.#touched = true;
    this.#unembedded.add(rowid);
    this.#forgetVectors(rowid);
  }

  #forgetVectors(rowid: number): void {
    for (const [key, vector] of this.#vectors) if (vector.rowid === rowid) this.#vectors.delete(key);
  }

  vector(vector: StoredVector): void {
    this.#touched = true;
    this.#vectors.set(`${vector.rowid} ${vector.modelId}`, vector);
  }

  cleared(modelId: string): void {
    this.#touched = true;
    this.#cleared.add(modelId);
    for (const [key, vector] of this.#vectors) if (vector.modelId === modelId) this.#vectors.delete(key);
  }

  closets(id: SourceId): void {
    this.#touched = true;
    this.#closets.add(id);
  }

  /** To be called before the transaction's next write: reads the updated drawers in their current state. */
  change(revision: number, read: ReadQueries): CommittedChange {
    const updated = read.drawersByRowid([...this.#updated].sort((a, b) => a - b));
    const updatedByRowid = new Map(updated.map((drawer) => [drawer.rowid, drawer]));
    return {
      revision,
      inserted: [...this.#inserted.values()].map((drawer) => updatedByRowid.get(drawer.rowid) ?? drawer),
      updated: updated.filter((drawer) => !this.#inserted.has(drawer.rowid)),
      deleted: [...this.#deleted].sort((a, b) => a - b),
      vectors: [...this.#vectors.values()],
      unembedded: [...this.#unembedded].sort((a, b) => a - b),
      clearedModels: [...this.#cleared],
      closets: [...this.#closets].sort(),
    };
  }
}
