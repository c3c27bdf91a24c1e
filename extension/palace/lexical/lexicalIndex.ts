import type { DrawerScope } from '../model/drawerScope.ts';
import type { Analyser } from './analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import { withoutExcluded } from './exclusion.ts';
import type { LexicalDocument } from './lexicalDocument.ts';
import type { LexicalQuery } from './lexicalQuery.ts';
import type { FieldedScores, ScoreOptions } from './lexicalScores.ts';
import { PathIndex } from './pathIndex.ts';
import { bitCount } from './scoreAccumulator.ts';

/** What a query takes of each field, beside the text's 1. */
export interface FieldWeights {
  readonly path: number;
  readonly names: number;
}

/** How much the number of names counts against a drawer: less than the length of a text. */
export const namesB = 0.5;

/**
 * BM25 over the drawers of a palace: the sum over their fields, each with idf and lengths of its own, so that a word in a
 * path or in the name of what a drawer defines is not drowned by the text.
 */
export class LexicalIndex {
  readonly #text: Bm25Index;
  readonly #names: Bm25Index;
  readonly #paths: PathIndex;

  /** `fields` are those that were saved; the paths are added with {@link addPath}. */
  constructor(
    analyser: Analyser,
    fields: { readonly text: Bm25Index; readonly names: Bm25Index } = {
      text: new Bm25Index(analyser),
      names: new Bm25Index(analyser, namesB),
    },
  ) {
    this.#text = fields.text;
    this.#names = fields.names;
    this.#paths = new PathIndex(analyser);
  }

  /** Living drawers. */
  get size(): number {
    return this.#text.size;
  }

  get analyser(): Analyser {
    return this.#text.analyser;
  }

  /** The fields that are saved. */
  get fields(): { readonly text: Bm25Index; readonly names: Bm25Index } {
    return { text: this.#text, names: this.#names };
  }

  has(slot: number): boolean {
    return this.#text.has(slot);
  }

  /** Indexes a drawer under an empty slot; see {@link Bm25Index.add}. Throws `RangeError`. */
  add(slot: number, { text, names, path }: LexicalDocument): void {
    this.#text.add(slot, text);
    this.#names.add(slot, names);
    if (path !== null) this.#paths.add(slot, path);
  }

  /** The path of a drawer whose other fields were restored. */
  addPath(slot: number, path: string): void {
    this.#paths.add(slot, path);
  }

  /** Returns whether there was something to remove. */
  remove(slot: number): boolean {
    this.#paths.remove(slot);
    this.#names.remove(slot);
    return this.#text.remove(slot);
  }

  /** How many drawers hold the term in their text or, within a scope, in their path. */
  documentFrequency(term: string, scope?: DrawerScope): number {
    return scope === undefined ? this.#text.documentFrequency(term) : this.slotsHolding([term], scope).length;
  }

  /** Slots of the scope that hold every term, in their text or path, ascending. Without terms: all its filled slots. */
  slotsHolding(terms: readonly string[], scope: DrawerScope): Uint32Array {
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

  /** Scores every slot of the scope that holds a word of the query in any field, and nothing that the query excludes. */
  score(
    query: LexicalQuery,
    scope: DrawerScope,
    weights: FieldWeights,
    options: Pick<ScoreOptions, 'statistics'> = {},
  ): FieldedScores {
    const allowed = withoutExcluded(this, query.excluded, scope);
    const words: LexicalQuery = { ...query, excluded: [] };
    const text = this.#text.score(words, allowed, options);
    const names = this.#names.score(words, allowed, options);
    const slots = Array.from(text.slots);
    const at = new Int32Array(scope.mask.length).fill(-1);
    text.slots.forEach((slot, i) => (at[slot] = i));
    const placeOf = (slot: number): number => {
      const known = at[slot] ?? -1;
      return known >= 0 ? known : (at[slot] = slots.push(slot) - 1);
    };
    const paths: { readonly place: number; readonly score: number; readonly held: number }[] = [];
    this.#paths.score(words, allowed, options, (slot, score, held) =>
      paths.push({ place: placeOf(slot), score, held }),
    );
    const namePlaces = Array.from(names.slots, placeOf);

    const byText = new Float64Array(slots.length);
    byText.set(text.scores);
    const held = new Int32Array(slots.length);
    held.set(text.held);
    const byName = new Float64Array(slots.length);
    const byPath = new Float64Array(slots.length);
    namePlaces.forEach((place, i) => {
      byName[place] = weights.names * (names.scores[i] ?? 0);
      held[place] = (held[place] ?? 0) | (names.held[i] ?? 0);
    });
    for (const { place, score, held: words } of paths) {
      byPath[place] = weights.path * score;
      held[place] = (held[place] ?? 0) | words;
    }
    return {
      slots: Uint32Array.from(slots),
      scores: byText.map((score, i) => score + (byPath[i] ?? 0) + (byName[i] ?? 0)),
      held,
      fields: { text: byText, path: byPath, names: byName },
      matchedTerms: Uint8Array.from(held, bitCount),
      words: text.words,
      terms: text.terms,
      maxPossible: text.maxPossible,
    };
  }
}
