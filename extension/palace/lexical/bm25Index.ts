import { ScratchArrays } from '../../base/scratchArrays.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import type { Analyser } from './text/analysis.ts';
import { defaultB, inverseDocumentFrequency, k1, lengthNorm, scoreBound } from './bm25.ts';
import { DocumentSlots } from './documentSlots.ts';
import { withoutExcluded } from './query/exclusion.ts';
import type { LexicalQuery } from './query/lexicalQuery.ts';
import type { FieldCounts, LexicalScores, ScoreOptions, TermStatistics } from './lexicalScores.ts';
import { inOrder } from './inOrder.ts';
import { slotLimit, slotOf } from './postingBytes.ts';
import { PostingLists } from './postingLists.ts';
import { ScoreAccumulator } from './scoreAccumulator.ts';

/** An index without its tombstones, for saving. */
interface IndexSnapshot {
  /** Ascending. */
  readonly slots: Uint32Array;
  /** Words of the slots, parallel to them. */
  readonly lengths: Uint32Array;
  readonly terms: readonly string[];
  /** How many slots hold each term. */
  readonly counts: Uint32Array;
  /** Of `terms[i]`: `slot << 8 | min(frequency, 255)`. Valid until the next call or change. */
  postings(term: number): Uint32Array;
  /** As {@link PostingLists.written}. */
  written(term: number): Uint8Array | undefined;
}

/** All lists are swept once there are this many tombstones and more than a quarter as many as living drawers. */
const sweepAt = 1024;

/**
 * BM25 over one field of many documents, in memory. Statistics count only the living documents: the postings of a
 * removed one stay until their term is looked up, and are dropped before they are counted.
 */
export class Bm25Index {
  /** How much a document's length counts, 0 to 1. */
  readonly b: number;
  readonly #analyser: Analyser;
  readonly #accumulator = new ScoreAccumulator();
  readonly #terms = new Map<string, number>();
  #lists = new PostingLists();
  /** How often each term occurs in the document that is being added; 0 in between. */
  #frequencies = new Uint32Array(256);
  /** `#removals` as it was when a term's list was last cleaned. */
  #cleanedAt: number[] = [];
  #removals = 0;
  readonly #slots = new DocumentSlots();

  constructor(analyser: Analyser, b = defaultB) {
    this.#analyser = analyser;
    this.b = b;
  }

  /** Builds an index from saved parts: `slots` rise, `lengths` is parallel to them, and list `i` holds the slots of `terms[i]`. */
  static restore(
    analyser: Analyser,
    parts: {
      readonly slots: Uint32Array;
      readonly lengths: Uint32Array;
      readonly terms: readonly string[];
      readonly lists: PostingLists;
    },
    b = defaultB,
  ): Bm25Index {
    const index = new Bm25Index(analyser, b);
    index.#lists = parts.lists;
    parts.terms.forEach((term, id) => index.#terms.set(term, id));
    index.#cleanedAt = new Array<number>(parts.terms.length).fill(0);
    index.#slots.reach(parts.slots.at(-1) ?? 0);
    parts.slots.forEach((slot, i) => index.#slots.fill(slot, parts.lengths[i] ?? 0));
    return index;
  }

  /** Living drawers. */
  get size(): number {
    return this.#slots.count;
  }

  /** Words that were ever indexed, those of removed documents included. */
  get knownTerms(): number {
    return this.#terms.size;
  }

  get analyser(): Analyser {
    return this.#analyser;
  }

  has(slot: number): boolean {
    return this.#slots.has(slot);
  }

  /**
   * Indexes a drawer's text ({@link lexicalDocument}) under an empty slot below 2²⁴. A slot that was removed may be filled
   * again; to do so with many, remove all of them first: the first such add sweeps the whole index. Throws `RangeError`.
   */
  add(slot: number, text: string): void {
    if (!Number.isInteger(slot) || slot < 0 || slot >= slotLimit)
      throw new RangeError(`A slot must be an integer from 0 to ${slotLimit - 1}, not ${slot}.`);
    if (this.has(slot)) throw new RangeError(`Slot ${slot} is taken.`);
    if (this.#slots.isTombstone(slot)) this.#sweep();
    const terms: number[] = [];
    let length = 0;
    this.#analyser.scan(text, (word) => {
      length += word.length;
      for (const term of word.terms) this.#count(this.#termId(term), terms);
    });
    for (const term of terms) {
      this.#lists.append(term, slot, this.#frequencies[term] ?? 0);
      this.#frequencies[term] = 0;
    }
    this.#slots.fill(slot, length);
  }

  /** Counts an occurrence of a term, and lists it at its first one. */
  #count(term: number, listed: number[]): void {
    if (term >= this.#frequencies.length) {
      const larger = new Uint32Array(2 * (term + 1));
      larger.set(this.#frequencies);
      this.#frequencies = larger;
    }
    const before = this.#frequencies[term] ?? 0;
    if (before === 0) listed.push(term);
    this.#frequencies[term] = before + 1;
  }

  /** Returns whether there was something to remove. */
  remove(slot: number): boolean {
    if (!this.has(slot)) return false;
    this.#slots.empty(slot);
    this.#removals += 1;
    const { tombstones, count } = this.#slots;
    if (tombstones >= sweepAt && tombstones * 4 > count) this.#sweep();
    return true;
  }

  /** How many drawers hold the term, in the whole index or in a scope. */
  documentFrequency(term: string, scope?: DrawerScope): number {
    return scope === undefined ? this.#holding(term) : inScope(this.#postings(term), scope.mask);
  }

  /**
   * The indexed terms that begin with the word, and those of at least `shortest` letters that the word begins with.
   */
  *termsAlong(word: string, shortest: number): Generator<string> {
    for (const term of this.#terms.keys())
      if (term.startsWith(word) || (term.length >= shortest && word.startsWith(term))) yield term;
  }

  /** Slots of the scope that hold every term, ascending. Without terms: all filled slots of the scope. */
  slotsHolding(terms: readonly string[], scope: DrawerScope): Uint32Array {
    const [first, ...others] = new Set(terms);
    if (first === undefined) return this.#slots.filledIn(scope.mask);
    let slots = this.#postings(first)
      .map(slotOf)
      .filter((slot) => scope.mask[slot] === 1);
    for (const term of others) {
      const held = new Set<number>();
      for (const posting of this.#postings(term)) held.add(slotOf(posting));
      slots = slots.filter((slot) => held.has(slot));
    }
    return inOrder(slots);
  }

  /**
   * Slots of the scope that hold all the query's words in any spelling, ascending. Only these can contain a phrase
   * of the words. For a query without words (a phrase of function words): all filled slots of the scope.
   */
  slotsHoldingWords(query: LexicalQuery, scope: DrawerScope): Uint32Array {
    if (query.words === 0) return this.slotsHolding([], scope);
    return this.score(query, scope, { anyOf: false }).slots.sort();
  }

  /** The counts behind idf and average length, for these terms. */
  counts(terms: readonly string[]): FieldCounts {
    return {
      documents: this.#slots.count,
      length: this.#slots.totalLength,
      frequencies: new Map(terms.map((term) => [term, this.#holding(term)])),
    };
  }

  /** Scores every slot of the scope that holds a term of the query and nothing that the query excludes. */
  score(query: LexicalQuery, scope: DrawerScope, options: ScoreOptions = {}): LexicalScores {
    const { mask } = withoutExcluded(this, query.excluded, scope);
    const ofScope = options.statistics === 'scope';
    const population = ofScope
      ? this.#slots.population(scope.mask)
      : (options.counts ?? { documents: this.#slots.count, length: this.#slots.totalLength });
    const norm = lengthNorm(population.documents === 0 ? 0 : population.length / population.documents, this.b);
    const accumulator = this.#accumulator;
    accumulator.begin(this.#slots.end, mask);
    const terms: TermStatistics[] = [];
    for (const { term, covers, optional, weight } of query.terms) {
      const postings = this.#postings(term);
      const df = options.counts?.frequencies.get(term) ?? postings.length;
      if (df === 0 && optional) continue;
      const counted = ofScope || mask !== scope.mask ? inScope(postings, scope.mask) : undefined;
      const idf = inverseDocumentFrequency(population.documents, ofScope ? (counted ?? 0) : df);
      const added = accumulator.add(postings, weight * idf * (k1 + 1), covers, norm, this.#slots.lengths);
      terms.push({ term, idf, weight, df, dfInScope: counted ?? added });
    }
    const all = options.anyOf === false ? query.words : 0;
    return {
      ...accumulator.finish(all, query.words, options.arrays ?? new ScratchArrays()),
      terms,
      maxPossible: scoreBound(terms.map(({ idf, weight }) => weight * idf)),
    };
  }

  /** The index without its tombstones. */
  snapshot(): IndexSnapshot {
    this.#sweep();
    const slots = this.#slots.filled();
    const { lengths } = this.#slots;
    const terms: string[] = [];
    const ids: number[] = [];
    for (const [term, id] of this.#terms) {
      if (this.#lists.count(id) === 0) continue;
      terms.push(term);
      ids.push(id);
    }
    return {
      slots,
      lengths: slots.map((slot) => lengths[slot] ?? 0),
      terms,
      counts: Uint32Array.from(ids, (id) => this.#lists.count(id)),
      postings: (term) => this.#lists.read(ids[term] ?? -1),
      written: (term) => this.#lists.written(ids[term] ?? -1),
    };
  }

  #termId(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const id = this.#lists.addTerm();
    this.#terms.set(term, id);
    this.#cleanedAt[id] = this.#removals;
    return id;
  }

  /** The term's postings without tombstones; valid until the next call or change. */
  #postings(term: string): Uint32Array {
    const id = this.#terms.get(term);
    if (id === undefined) return new Uint32Array(0);
    this.#clean(id);
    return this.#lists.read(id);
  }

  /** How many living documents hold the term. */
  #holding(term: string): number {
    const id = this.#terms.get(term);
    if (id === undefined) return 0;
    this.#clean(id);
    return this.#lists.count(id);
  }

  #clean(id: number): void {
    if (this.#cleanedAt[id] === this.#removals) return;
    this.#lists.retain(id, this.#slots.live);
    this.#cleanedAt[id] = this.#removals;
  }

  #sweep(): void {
    if (this.#slots.tombstones === 0) return;
    for (const id of this.#terms.values()) this.#clean(id);
    this.#slots.sweep();
  }
}

const inScope = (postings: Uint32Array, mask: Uint8Array): number => {
  let count = 0;
  for (let i = 0; i < postings.length; i += 1) if (mask[slotOf(postings[i] ?? 0)] === 1) count += 1;
  return count;
};
