import { Bm25Index } from './bm25Index.ts';
import { PostingWriter } from './postingBytes.ts';
import { PostingLists } from './postingLists.ts';

/** Postings copied per step. */
const slice = 500_000;

/**
 * The same index without the words and slots of removed documents, in steps: other work may run between them, but
 * must not change the index. `closed` gives each slot's new number, which rises with the slot.
 */
export function* closedUpIndex(index: Bm25Index, closed: Int32Array): Generator<undefined, Bm25Index> {
  const { slots, lengths, terms, counts, postings } = index.snapshot();
  const newSlotOf = new Uint32Array(closed);
  const writer = new PostingWriter();
  for (let term = 0, copied = 0; term < terms.length; term += 1) {
    writer.add(postings(term), newSlotOf);
    copied += counts[term] ?? 0;
    if (copied < slice) continue;
    copied = 0;
    yield;
  }
  const newSlots = slots.map((slot) => closed[slot] ?? 0);
  const lists = PostingLists.of(counts, writer.bytes.slice(), (newSlots.at(-1) ?? -1) + 1);
  if (lists === undefined) throw new Error('The closed-up lists are not as they were written.');
  return Bm25Index.restore(index.analyser, { slots: newSlots, lengths, terms, lists }, index.b);
}
