import { DenseSet } from '../../base/denseSet.ts';
import { partitionPoint } from '../../base/partitionPoint.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import type { CommittedChange } from './palaceStore.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import {
  drawersWithoutVector,
  embeddingOrder,
  embeddingTurn,
  rowidsWithVector,
  type Embeddable,
} from './queries/vectors.ts';

/**
 * Tracks which drawers have a vector of one model and which wait for one; each commit updates it. In a palace of
 * 100,000 drawers, SQL takes a tenth of a second for each such query, and embedding asks often.
 */
export class EmbeddingLedger {
  readonly #modelId: string;
  readonly #done = new DenseSet();
  readonly #pending: Map<number, Embeddable>;

  constructor(database: SqlDatabase, modelId: string) {
    this.#modelId = modelId;
    for (const rowid of rowidsWithVector(database, modelId)) this.#done.add(rowid);
    this.#pending = new Map(drawersWithoutVector(database, modelId).map((drawer) => [drawer.rowid, drawer]));
  }

  get counts(): { readonly done: number; readonly pending: number } {
    return { done: this.#done.size, pending: this.#pending.size };
  }

  apply(change: CommittedChange): void {
    for (const rowid of change.unembedded) this.#done.delete(rowid);
    for (const { rowid, modelId } of change.vectors) {
      if (modelId !== this.#modelId) continue;
      this.#done.add(rowid);
      this.#pending.delete(rowid);
    }
    for (const drawer of [...change.inserted, ...change.updated]) this.#file(drawer);
    for (const rowid of change.deleted) {
      this.#done.delete(rowid);
      this.#pending.delete(rowid);
    }
  }

  /** Rowids of the first `limit` drawers that wait, in {@link embeddingOrder}. */
  next(limit: number): number[] {
    const first: Embeddable[] = [];
    for (const drawer of this.#pending.values()) {
      const last = first.at(-1);
      if (first.length === limit && (last === undefined || embeddingOrder(drawer, last) > 0)) continue;
      first.splice(placeOf(drawer, first), 0, drawer);
      if (first.length > limit) first.pop();
    }
    return first.map(({ rowid }) => rowid);
  }

  #file({ rowid, archived, sensitive, accessCount, filedAt, type, sourceFile }: Drawer): void {
    if (archived || sensitive || this.#done.has(rowid)) this.#pending.delete(rowid);
    else this.#pending.set(rowid, { rowid, accessCount, turn: embeddingTurn(type, sourceFile), filedAt });
  }
}

/** The index at which a drawer belongs in an ordered list. */
const placeOf = (drawer: Embeddable, ordered: readonly Embeddable[]): number =>
  partitionPoint(0, ordered.length, (place) => {
    const there = ordered[place];
    return there !== undefined && embeddingOrder(there, drawer) <= 0;
  });
