import { ScratchArrays } from '../../base/scratchArrays.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import type { Analyser } from './text/analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import { closedUpIndex } from './closedUpIndex.ts';
import { withoutExcluded } from './query/exclusion.ts';
import type { LexicalDocument } from './lexicalDocument.ts';
import type { LexicalQuery } from './query/lexicalQuery.ts';
import { FieldCells } from './fieldCells.ts';
import type { FieldedScores, LexicalCounts, LexicalScores, ScoreOptions } from './lexicalScores.ts';
import { PathIndex } from './pathIndex.ts';

/** A query's weight of each field; the text's is 1. */
interface FieldWeights {
  readonly path: number;
  /** A function of the slot if drawers differ. */
  readonly names: number | ((slot: number) => number);
}

/** How much the number of names counts against a drawer: less than the length of a text. */
export const namesB = 0.5;

/** An index for each field of the drawers. */
interface IndexFields {
  readonly text: Bm25Index;
  readonly names: Bm25Index;
  readonly paths: PathIndex;
}

/**
 * BM25 over the drawers of a palace: the sum over their fields, each with idf and lengths of its own, so that a word in a
 * path or in the name of what a drawer defines is not drowned by the text.
 */
export class LexicalIndex {
  #text: Bm25Index;
  #names: Bm25Index;
  #paths: PathIndex;
  /** The key of each slot's document. */
  #keys: number[] = [];
  readonly #cells = new FieldCells();

  /** `fields` are the saved ones. */
  constructor(
    analyser: Analyser,
    fields: IndexFields = {
      text: new Bm25Index(analyser),
      names: new Bm25Index(analyser, namesB),
      paths: new PathIndex(analyser),
    },
  ) {
    this.#text = fields.text;
    this.#names = fields.names;
    this.#paths = fields.paths;
  }

  /** Living drawers. */
  get size(): number {
    return this.#text.size;
  }

  get analyser(): Analyser {
    return this.#text.analyser;
  }

  /** The fields that are saved. */
  get fields(): IndexFields {
    return { text: this.#text, names: this.#names, paths: this.#paths };
  }

  has(slot: number): boolean {
    return this.#text.has(slot);
  }

  /**
   * Indexes a drawer under an empty slot; see {@link Bm25Index.add}. Throws `RangeError`.
   * @param key what the document was made from ({@link documentKeys})
   */
  add(slot: number, { text, names, path }: LexicalDocument, key: number): void {
    this.#text.add(slot, text);
    this.#names.add(slot, names);
    this.#complete(slot, path, key);
  }

  /** Gives the drawers whose text and names were restored their paths and keys, and removes the paths that none of them has. */
  complete(
    drawers: Iterable<{ readonly slot: number; readonly path: string | null; readonly key: number }>,
  ): void {
    for (const { slot, path, key } of drawers) this.#complete(slot, path, key);
    this.#paths.removeUnused();
  }

  #complete(slot: number, path: string | null, key: number): void {
    if (path !== null) this.#paths.add(slot, path);
    this.#keys[slot] = key;
  }

  /** The key of the slot's document; undefined for an empty slot. */
  keyOf(slot: number): number | undefined {
    return this.has(slot) ? this.#keys[slot] : undefined;
  }

  /** Returns whether there was something to remove. */
  remove(slot: number): boolean {
    this.#paths.remove(slot);
    this.#names.remove(slot);
    return this.#text.remove(slot);
  }

  /** Counts of what was ever indexed and is still kept, even if no drawer has it any more. */
  get known(): { readonly words: number; readonly names: number; readonly paths: number } {
    return { words: this.#text.knownTerms, names: this.#names.knownTerms, paths: this.#paths.knownPaths };
  }

  /**
   * Prepares the index without removed documents, in steps: other work may run between them, but must not change
   * the index. The function that it returns puts the new index into use.
   * @param closed each slot's new number, which rises with the slot; -1 for an empty slot
   */
  *closedUp(closed: Int32Array): Generator<undefined, () => void> {
    const text = yield* closedUpIndex(this.#text, closed);
    const names = yield* closedUpIndex(this.#names, closed);
    const paths = yield* this.#paths.closedUp(closed);
    return () => {
      const keys: number[] = [];
      closed.forEach((to, from) => {
        if (to >= 0) keys[to] = this.#keys[from] ?? NaN;
      });
      this.#keys = keys;
      [this.#text, this.#names, this.#paths] = [text, names, paths];
    };
  }

  /** How many drawers hold the term in their text or, within a scope, in their path. */
  documentFrequency(term: string, scope?: DrawerScope): number {
    return scope === undefined || !this.#paths.holds(term)
      ? this.#text.documentFrequency(term, scope)
      : this.slotsHolding([term], scope).length;
  }

  /** The terms of texts along a word; see {@link Bm25Index.termsAlong}. */
  termsAlong(word: string, shortest: number): Iterable<string> {
    return this.#text.termsAlong(word, shortest);
  }

  /** Slots of the scope that hold every term, in their text or path, ascending. Without terms: all its filled slots. */
  slotsHolding(terms: readonly string[], scope: DrawerScope): Uint32Array {
    if (!terms.some((term) => this.#paths.holds(term))) return this.#text.slotsHolding(terms, scope);
    let left = scope;
    for (const term of new Set(terms)) {
      const mask = new Uint8Array(scope.mask.length);
      let count = 0;
      const hold = (slot: number): void => {
        if (mask[slot] === 1) return;
        mask[slot] = 1;
        count += 1;
      };
      this.#text.slotsHolding([term], left).forEach(hold);
      this.#paths.eachHolding(term, left, hold);
      left = { mask, count };
    }
    return this.#text.slotsHolding([], left);
  }

  /** Slots of the scope whose text holds all the query's words in any spelling; see {@link Bm25Index.slotsHoldingWords}. */
  slotsHoldingWords(query: LexicalQuery, scope: DrawerScope): Uint32Array {
    return this.#text.slotsHoldingWords(query, scope);
  }

  /** The counts behind idf and average lengths, for these terms. */
  counts(terms: readonly string[]): LexicalCounts {
    return { text: this.#text.counts(terms), names: this.#names.counts(terms), paths: this.#paths.counts(terms) };
  }

  /** Scores every slot of the scope that holds a word of the query in any field, and nothing that the query excludes. */
  score(
    query: LexicalQuery,
    scope: DrawerScope,
    weights: FieldWeights,
    {
      statistics,
      counts,
      arrays = new ScratchArrays(),
    }: Omit<ScoreOptions, 'counts' | 'anyOf'> & { readonly counts?: LexicalCounts | undefined } = {},
  ): FieldedScores {
    const allowed = withoutExcluded(this, query.excluded, scope);
    const words: LexicalQuery = { ...query, excluded: [] };
    const text = this.#text.score(words, allowed, { statistics, counts: counts?.text, arrays });
    const names = this.#names.score(words, allowed, { statistics, counts: counts?.names, arrays });

    const paths = this.#paths.score(words, allowed, { statistics, counts: counts?.paths, arrays });
    if (paths.found === 0 && names.slots.length === 0) return ofTextAlone(text, arrays);

    const { names: weight } = weights;
    this.#cells.begin(allowed.mask.length, text);
    this.#cells.addPaths(paths, allowed.mask, weights.path);
    this.#cells.addNames(names, typeof weight === 'number' ? () => weight : weight);
    return this.#cells.finish(text, arrays);
  }
}

/** The scores of a query that only texts answer. */
const ofTextAlone = (text: LexicalScores, arrays: ScratchArrays): FieldedScores => {
  const none = arrays.float64(text.slots.length).fill(0);
  return { ...text, fields: { text: text.scores, path: none, names: none } };
};
