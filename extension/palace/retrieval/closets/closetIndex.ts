import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstOf } from '../../../base/boundedHeap.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { Bm25Index } from '../../lexical/bm25Index.ts';
import { closedUpIndex } from '../../lexical/closedUpIndex.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import { closetLineText } from '../../model/drawer/closetLine.ts';
import type { SourceId } from '../../model/drawer/ids.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** A line that answers a query. */
interface ClosetLineHit {
  /** As it is in its closet, including its pointers. */
  readonly line: string;
  readonly score: number;
}

/** How many closets are read at a time when the index is built. */
const page = 200;
const leastLines = 1024;

/** Searches every line of every closet by BM25. Built for the first query, then kept in step with commits. */
export class ClosetIndex {
  readonly #read: ReadQueries;
  readonly #analyser: Analyser;
  #index: Bm25Index | undefined;
  #reading: Promise<void> | undefined;
  /** Sources that commits changed while the closets were being read. */
  #changed: Set<SourceId> | undefined;
  #lines: string[] = [];
  readonly #slotsOfSource = new Map<SourceId, number[]>();
  #mask = new Uint8Array(leastLines);
  #count = 0;

  constructor(read: ReadQueries, analyser: Analyser) {
    this.#read = read;
    this.#analyser = analyser;
  }

  /** Lines kept, removed ones included. */
  get knownLines(): number {
    return this.#lines.length;
  }

  /** Reads every closet unless that is done; other work gets turns in between. */
  ready(): Promise<void> {
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    this.#index = new Bm25Index(this.#analyser);
    const changed = new Set<SourceId>();
    this.#changed = changed;
    for (let after = 0; ;) {
      const closets = this.#read.scanClosets(after, page);
      for (const { sourceId, text } of closets) if (!changed.has(sourceId)) this.#add(sourceId, text);
      const last = closets.at(-1);
      if (last === undefined) break;
      after = last.rowid;
      await nextTurn();
    }
    this.#changed = undefined;
  }

  /** Reads the closets of sources that a commit changed. */
  apply(sources: readonly SourceId[]): void {
    const index = this.#index;
    if (index === undefined) return;
    for (const source of sources) {
      this.#changed?.add(source);
      for (const slot of this.#slotsOfSource.get(source) ?? []) {
        if (index.remove(slot)) this.#count--;
        this.#mask[slot] = 0;
        this.#lines[slot] = '';
      }
      this.#slotsOfSource.delete(source);
    }
    if (this.#lines.length > 2 * this.#count + leastLines) this.#forget(index);
    for (const source of sources)
      for (const { text } of this.#read.closetsOfSource(source)) this.#add(source, text);
  }

  /** The lines that hold any of the words, best first, at most `most`. */
  search(words: string, most: number): ClosetLineHit[] {
    if (this.#index === undefined || this.#count === 0) return [];
    const { slots, scores } = this.#index.score(lexicalQuery(this.#analyser, words, []), {
      mask: this.#mask.subarray(0, this.#lines.length),
      count: this.#count,
    });
    const matches = Array.from(slots, (slot, i) => ({ slot, score: scores[i] ?? 0 }));
    return firstOf(matches, most, (a, b) => b.score - a.score || a.slot - b.slot).map(({ slot, score }) => ({
      line: this.#lines[slot] ?? '',
      score,
    }));
  }

  /** Frees the memory of removed lines. */
  #forget(index: Bm25Index): void {
    let next = 0;
    const closed = Int32Array.from(this.#lines, (_, slot) => (this.#mask[slot] === 1 ? next++ : -1));
    this.#index = finished(closedUpIndex(index, closed));
    this.#lines = this.#lines.filter((_, slot) => this.#mask[slot] === 1);
    this.#mask = new Uint8Array(Math.max(leastLines, 2 * this.#count)).fill(1, 0, this.#count);
    for (const [source, slots] of this.#slotsOfSource)
      this.#slotsOfSource.set(
        source,
        slots.map((slot) => closed[slot] ?? 0),
      );
  }

  #add(source: SourceId, text: string): void {
    const slots = this.#slotsOfSource.get(source) ?? [];
    for (const line of text.split('\n')) {
      const slot = this.#lines.length;
      this.#lines.push(line);
      if (slot >= this.#mask.length) {
        const mask = new Uint8Array(this.#mask.length * 2);
        mask.set(this.#mask);
        this.#mask = mask;
      }
      this.#mask[slot] = 1;
      this.#count++;
      this.#index?.add(slot, closetLineText(line).replaceAll('|', '. ').replaceAll(';', '. '));
      slots.push(slot);
    }
    this.#slotsOfSource.set(source, slots);
  }
}

const finished = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
