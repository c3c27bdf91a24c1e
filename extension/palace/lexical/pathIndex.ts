import type { ScratchArrays } from '../../base/scratchArrays.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import type { Analyser } from './text/analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import type { LexicalQuery } from './query/lexicalQuery.ts';
import type { FieldCounts, ScoreOptions } from './lexicalScores.ts';

/** A path is short and its length says little: a deep folder is no reason to rank a file lower. */
export const pathB = 0.3;
const noPath = 0xffff_ffff;
/** Slots whose paths are indexed per step. */
const slice = 10_000;

/** A query's scores from paths. */
export interface PathScores {
  /** Number of paths that hold a word of the query. */
  readonly found: number;
  /** BM25 of a drawer's path; 0 if it holds none of the words. */
  readonly scoreOf: (slot: number) => number;
  /** Mask of the query's words that a drawer's path holds. */
  readonly heldOf: (slot: number) => number;
}

/** Paths, and the index that has a document for each of them, in the same order. */
interface SavedPaths {
  readonly index: Bm25Index;
  readonly paths: readonly string[];
}

/**
 * BM25 over the paths of sources. Each path is one document, however many drawers its source has: a folder's name is as
 * rare as the files below it, whether these are long or short.
 */
export class PathIndex {
  readonly #index: Bm25Index;
  /** Number of each path that some drawer has, ascending, and how many have it. */
  readonly #paths = new Map<string, { readonly number: number; drawers: number }>();
  readonly #names: string[] = [];
  #pathOf = new Uint32Array(1024).fill(noPath);

  constructor(analyser: Analyser, index = new Bm25Index(analyser, pathB)) {
    this.#index = index;
  }

  /** Restores what {@link saved} gave, under new numbers from 0 on, for no drawer yet. */
  static restore({ index, paths }: SavedPaths): PathIndex {
    const restored = new PathIndex(index.analyser, index);
    restored.#names.push(...paths);
    paths.forEach((path, number) => restored.#paths.set(path, { number, drawers: 0 }));
    return restored;
  }

  /** What is saved: the paths that some drawer has. */
  get saved(): SavedPaths {
    return { index: this.#index, paths: [...this.#paths.keys()] };
  }

  /** Removes the paths that no drawer has. */
  removeUnused(): void {
    for (const [path, { number, drawers }] of this.#paths) if (drawers === 0) this.#forget(path, number);
  }

  /** Numbers given to paths so far, those of removed ones included. */
  get knownPaths(): number {
    return this.#names.length;
  }

  /** The same index without removed paths, in steps, as `closedUpIndex` makes one. */
  *closedUp(closed: Int32Array): Generator<undefined, PathIndex> {
    const index = new PathIndex(this.#index.analyser);
    for (let slot = 0; slot < closed.length; slot += 1) {
      const number = this.#pathOf[slot] ?? noPath;
      if (number !== noPath) index.add(closed[slot] ?? 0, this.#names[number] ?? '');
      if (slot % slice === slice - 1) yield;
    }
    return index;
  }

  /** Files a drawer under its source's path. */
  add(slot: number, path: string): void {
    let known = this.#paths.get(path);
    if (known === undefined) {
      known = { number: this.#names.length, drawers: 0 };
      this.#names.push(path);
      this.#paths.set(path, known);
      this.#index.add(known.number, path);
    }
    known.drawers += 1;
    if (slot >= this.#pathOf.length) this.#grow(slot + 1);
    this.#pathOf[slot] = known.number;
  }

  remove(slot: number): void {
    const number = this.#pathOf[slot] ?? noPath;
    if (number === noPath) return;
    this.#pathOf[slot] = noPath;
    const path = this.#names[number] ?? '';
    const known = this.#paths.get(path);
    if (known === undefined) return;
    known.drawers -= 1;
    if (known.drawers === 0) this.#forget(path, number);
  }

  #forget(path: string, number: number): void {
    this.#paths.delete(path);
    this.#index.remove(number);
  }

  /** Scores the paths of the scope that hold a word of the query. */
  score(
    query: LexicalQuery,
    scope: DrawerScope,
    options: Omit<ScoreOptions, 'anyOf' | 'arrays'> & { readonly arrays: ScratchArrays },
  ): PathScores {
    const { arrays } = options;
    // Only statistics of the scope depend on it; the caller leaves out what lies outside.
    const paths = options.statistics === 'scope' ? this.#scopeOfPaths(scope) : this.#allPaths();
    const found = this.#index.score(query, paths, options);
    const scores = arrays.float64(this.#names.length).fill(0);
    const held = arrays.int32(this.#names.length).fill(0);
    for (let i = 0; i < found.slots.length; i += 1) {
      const number = found.slots[i] ?? 0;
      scores[number] = found.scores[i] ?? 0;
      held[number] = found.held[i] ?? 0;
    }
    const pathOf = this.#pathOf;
    return {
      found: found.slots.length,
      // Slots without a path have a number beyond all paths.
      scoreOf: (slot) => scores[pathOf[slot] ?? noPath] ?? 0,
      heldOf: (slot) => held[pathOf[slot] ?? noPath] ?? 0,
    };
  }

  /** As {@link Bm25Index.counts}, of paths. */
  counts(terms: readonly string[]): FieldCounts {
    return this.#index.counts(terms);
  }

  /** Whether some path has the term. */
  holds(term: string): boolean {
    return this.#index.documentFrequency(term) > 0;
  }

  /** Calls `visit` for every slot of the scope whose path holds the term. */
  eachHolding(term: string, scope: DrawerScope, visit: (slot: number) => void): void {
    const paths = this.#index.slotsHolding([term], this.#allPaths());
    if (paths.length === 0) return;
    const holds = new Uint8Array(this.#names.length);
    for (const number of paths) holds[number] = 1;
    this.#eachSlot(scope, (slot, number) => {
      if (holds[number] === 1) visit(slot);
    });
  }

  #eachSlot({ mask }: DrawerScope, visit: (slot: number, number: number) => void): void {
    const end = Math.min(mask.length, this.#pathOf.length);
    for (let slot = 0; slot < end; slot += 1) {
      if (mask[slot] !== 1) continue;
      const number = this.#pathOf[slot] ?? noPath;
      if (number !== noPath) visit(slot, number);
    }
  }

  #allPaths(): DrawerScope {
    return { mask: new Uint8Array(this.#names.length).fill(1), count: this.#names.length };
  }

  /** The paths of the scope's drawers. */
  #scopeOfPaths(scope: DrawerScope): DrawerScope {
    const mask = new Uint8Array(this.#names.length);
    let count = 0;
    this.#eachSlot(scope, (_, number) => {
      if (mask[number] === 1) return;
      mask[number] = 1;
      count += 1;
    });
    return { mask, count };
  }

  #grow(size: number): void {
    const larger = new Uint32Array(Math.max(size, this.#pathOf.length * 2)).fill(noPath);
    larger.set(this.#pathOf);
    this.#pathOf = larger;
  }
}
