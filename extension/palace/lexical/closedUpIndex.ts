import { Bm25Index } from './bm25Index.ts';
import { PostingLists } from './postingLists.ts';

/** Postings copied per step. */
const slice = 500_000;

/**
 * The same index without the words and slots of removed documents, in steps: other work may run between them, but
 * must not change the index. `closed` gives each slot's new number, which rises with the slot.
 */
export function* closedUpIndex(index: Bm25Index, closed: Int32Array): Generator<undefined, Bm25Index> {
  const { slots, lengths, terms, postings } = index.snapshot();
  const counts = Uint32Array.from(terms, (_, term) => postings(term).length);
  const pool = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (let term = 0, copied = 0; term < terms.length; term += 1) {
    for (const posting of postings(term)) {
      pool[at] = (((closed[posting >>> 8] ?? 0) << 8) | (posting & 255)) >>> 0;
      at += 1;
    }
    if (at - copied < slice) continue;
    copied = at;
    yield;
  }
  const newSlots = slots.map((slot) => closed[slot] ?? 0);
  return Bm25Index.restore(
    index.analyser,
    { slots: newSlots, lengths, terms, lists: PostingLists.of(counts, pool) },
    index.b,
  );
}
