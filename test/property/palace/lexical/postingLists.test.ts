import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  frequencyOf,
  noSlot,
  packed,
  PostingWriter,
  postingSize,
  slotOf,
} from '../../../../extension/palace/lexical/postingBytes.ts';
import { PostingLists } from '../../../../extension/palace/lexical/postingLists.ts';
import { runs } from '../../../fixtures/testSize.ts';

const terms = 4;
/** Near ones, and those at the limits of a posting's size. */
const slots = fc.oneof(
  fc.nat(300),
  fc.nat(2 ** 24 - 1),
  fc.constantFrom(0, 2 ** 6 - 1, 2 ** 6, 2 ** 13, 2 ** 20, 2 ** 24 - 1),
);
const frequencies = fc.oneof(
  fc.constant(1),
  fc.integer({ min: 1, max: 300 }),
  fc.constantFrom(2, 127, 128, 255, 256),
);
const postings = fc.uniqueArray(fc.tuple(slots, frequencies), { selector: ([slot]) => slot, maxLength: 40 });
const changes = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('append' as const),
      term: fc.nat(terms - 1),
      slot: slots,
      frequency: frequencies,
    }),
    fc.record({
      kind: fc.constant('retain' as const),
      term: fc.nat(terms - 1),
      every: fc.integer({ min: 2, max: 4 }),
    }),
  ),
  { maxLength: 120 },
);

/** All slots, between the tests. */
const live = new Uint8Array(2 ** 24).fill(1);

type Oracle = readonly Map<number, number>[];
const readAll = (lists: PostingLists): number[][] =>
  Array.from({ length: terms }, (_, term) => [...lists.read(term)]);
const expected = (oracle: Oracle): number[][] =>
  oracle.map((list) => Array.from(list, ([slot, frequency]) => packed(slot, Math.min(frequency, 255))));

/** Applies the changes to both; a slot that a list has is not appended to it. */
const play = (
  made: readonly (typeof changes extends fc.Arbitrary<(infer C)[]> ? C : never)[],
  lists: PostingLists,
  oracle: Oracle,
): void => {
  for (const change of made) {
    const list = oracle[change.term];
    if (list === undefined) continue;
    if (change.kind === 'append') {
      if (list.has(change.slot)) continue;
      list.set(change.slot, change.frequency);
      lists.append(change.term, change.slot, change.frequency);
    } else {
      const dropped = [...list.keys()].filter((_, i) => i % change.every === 0);
      for (const slot of dropped) {
        live[slot] = 0;
        list.delete(slot);
      }
      lists.retain(change.term, live);
      for (const slot of dropped) live[slot] = 1;
    }
  }
};

/** Writes a list under its own slots. */
const write = (writer: PostingWriter, list: readonly (readonly [number, number])[]): void => {
  const newSlots = new Uint32Array(Math.max(0, ...list.map(([slot]) => slot)) + 1);
  for (const [slot] of list) newSlots[slot] = slot;
  writer.add(
    Uint32Array.from(list, ([slot, frequency]) => packed(slot, Math.min(frequency, 255))),
    newSlots,
  );
};

it('lists hold what was appended and not dropped, in that order, whatever slots come after one another', () => {
  fc.assert(
    fc.property(changes, (made) => {
      const lists = new PostingLists();
      for (let term = 0; term < terms; term += 1) lists.addTerm();
      const oracle: Oracle = Array.from({ length: terms }, () => new Map<number, number>());
      play(made, lists, oracle);
      expect(readAll(lists)).toEqual(expected(oracle));
      oracle.forEach((list, term) => {
        expect(lists.count(term)).toBe(list.size);
        const bytes = lists.written(term);
        // After a drop, a list may ascend again without anybody having noticed.
        if (bytes === undefined) return;
        const writer = new PostingWriter();
        write(
          writer,
          [...list].sort(([a], [b]) => a - b),
        );
        expect(Buffer.from(bytes)).toEqual(Buffer.from(writer.bytes));
      });
    }),
    { numRuns: runs(60) },
  );
});

it('lists that were written one after another are taken over, and go on as if they had been appended', () => {
  fc.assert(
    fc.property(fc.array(postings, { minLength: terms, maxLength: terms }), changes, (written, later) => {
      const writer = new PostingWriter();
      for (const list of written) write(writer, list);
      const counts = Uint32Array.from(written, (list) => list.length);
      const lists = PostingLists.of(counts, writer.bytes.slice(), 2 ** 24);
      if (lists === undefined) throw new Error('The lists were refused.');
      const oracle = written.map((list) => new Map(list));
      expect(readAll(lists)).toEqual(expected(oracle));
      written.forEach((list, term) => {
        const ascends = list.every(([slot], i) => slot > (list[i - 1]?.[0] ?? -1));
        expect(lists.written(term) !== undefined).toBe(ascends);
      });
      play(later, lists, oracle);
      expect(readAll(lists)).toEqual(expected(oracle));
    }),
    { numRuns: runs(60) },
  );
});

it('lists are refused whose bytes are too few or too many, or that name a slot at or above the end', () => {
  fc.assert(
    fc.property(postings, fc.nat(9), (list, cut) => {
      fc.pre(list.length > 0);
      const writer = new PostingWriter();
      write(writer, list);
      const [counts, bytes] = [Uint32Array.of(list.length), writer.bytes.slice()];
      const end = Math.max(...list.map(([slot]) => slot)) + 1;
      expect(PostingLists.of(counts, bytes.slice(), end)).toBeDefined();
      expect(PostingLists.of(counts, bytes.slice(), end - 1)).toBeUndefined();
      expect(PostingLists.of(counts, bytes.subarray(0, -1 - (cut % bytes.length)), end)).toBeUndefined();
      expect(PostingLists.of(counts, Uint8Array.of(...bytes, 1), end)).toBeUndefined();
      expect(PostingLists.of(Uint32Array.of(2 ** 32 - 1), bytes.slice(), end)).toBeUndefined();
    }),
    { numRuns: runs(200) },
  );
});

it('random bytes are read to an end or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(fc.nat(9), { maxLength: 4 }), (noise, counts) => {
      const lists = PostingLists.of(Uint32Array.from(counts), noise.slice(), 1000);
      for (let term = 0; term < (lists === undefined ? 0 : counts.length); term += 1)
        for (const posting of lists?.read(term) ?? []) expect(slotOf(posting)).toBeLessThan(1000);
    }),
    { numRuns: runs(300) },
  );
});

it('a list is written under new slots, without the postings that have none', () => {
  const lists = new PostingLists();
  lists.addTerm();
  for (const [slot, frequency] of [
    [1, 3],
    [4, 1],
    [9, 2],
  ] as const)
    lists.append(0, slot, frequency);
  const newSlots = new Uint32Array(10).fill(noSlot);
  newSlots[1] = 0;
  newSlots[9] = 70;
  const writer = new PostingWriter();
  expect(writer.add(lists.read(0), newSlots)).toBe(2);
  expect([...(PostingLists.of(Uint32Array.of(2), writer.bytes.slice(), 71)?.read(0) ?? [])]).toEqual([
    packed(0, 3),
    packed(70, 2),
  ]);
});

it('most postings take a byte or two', () => {
  expect(postingSize(10, 11, 1)).toBe(1);
  expect(postingSize(10, 73, 1)).toBe(1);
  expect(postingSize(10, 74, 1)).toBe(2);
  expect(postingSize(10, 11, 7)).toBe(2);
  expect(postingSize(0, 2 ** 24 - 1, 255)).toBe(5);
  expect(frequencyOf(packed(2 ** 24 - 1, 255))).toBe(255);
});
