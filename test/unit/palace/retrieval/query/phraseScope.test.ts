import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { LexicalIndex } from '../../../../../extension/palace/lexical/lexicalIndex.ts';
import { parseQuery } from '../../../../../extension/palace/lexical/query/queryParser.ts';
import { phraseScope } from '../../../../../extension/palace/retrieval/query/phraseScope.ts';

const count = 500;
const scope = { mask: new Uint8Array(count).fill(1), count };

/** Drawers that all hold the phrase’s words; in each second one they are in order. */
const dependencies = (() => {
  const lexical = new LexicalIndex(new Analyser());
  const texts = Array.from({ length: count }, (_, slot) =>
    slot % 2 === 0 ? 'the crane turns' : 'turns the crane',
  );
  texts.forEach((text, slot) => lexical.add(slot, { text, names: '', path: null }, slot));
  return {
    lexical,
    catalogue: { rowidOf: (slot: number) => slot, slotOfRowid: (rowid: number) => rowid },
    read: {
      drawersByRowid: (rowids: readonly number[]) => rowids.map((rowid) => ({ rowid, text: texts[rowid] ?? '' })),
    },
  };
})();

/** A clock on which the work between two looks takes `step` milliseconds, and what each turn came to. */
const clockOf = (step: number) => {
  const turns: number[] = [];
  let [time, since] = [0, 0];
  return {
    turns,
    now: () => (time += step),
    next: () => {
      turns.push(time - since);
      since = time;
      return Promise.resolve();
    },
  };
};
const search = (query: string, step: number, signal?: AbortSignal) => {
  const clock = clockOf(step);
  return { clock, scope: phraseScope(parseQuery(query), scope, dependencies, signal, clock) };
};

describe('a search without a word', () => {
  it('leaves out the drawers that hold it, also if the word is in no index because it is so common', async () => {
    expect((await search('crane -turns', 0).scope).count).toBe(0);
    expect((await search('crane -the', 0).scope).count).toBe(0);
    expect((await search('crane -these', 0).scope).count).toBe(count);
  });
});

it('a search without a word that is in no index says so, where reading every text for it takes too long', async () => {
  await expect(search('-the', 5).scope).rejects.toMatchObject({
    code: 'E_QUERY_TOO_LONG',
    message: expect.stringContaining('“the”'),
    remedy: expect.stringContaining('-the'),
  });
  await expect(search('-"turns the"', 5).scope).rejects.toMatchObject({
    remedy: expect.stringContaining('quotes'),
  });
});

describe('a search for phrases', () => {
  it('yields to other work every 20 ms, with the same results', async () => {
    const slow = search('"crane turns"', 3);
    expect((await slow.scope).count).toBe(count / 2);
    expect(slow.clock.turns.length).toBeGreaterThan((count * 3) / 30);
    // What comes on top of 20 is the last step, and the looks themselves.
    expect(Math.max(...slow.clock.turns)).toBeLessThan(20 + 3 * 3);
    const quick = search('"crane turns"', 0);
    expect((await quick.scope).count).toBe(count / 2);
    expect(quick.clock.turns).toEqual([]);
  });

  it('ends with an error code after 2 s of work on all its phrases together', async () => {
    const one = search('"crane turns"', 3);
    await one.scope;
    const two = search('"crane turns" -"turns the"', 3);
    await expect(two.scope).rejects.toMatchObject({ code: 'E_QUERY_TOO_LONG' });
    // A turn is 20 to 23 ms of work here.
    expect(two.clock.turns.length).toBeLessThanOrEqual(2_000 / 20);
    expect(two.clock.turns.length).toBeGreaterThan(2_000 / 23 - 2);
  });

  it('stops at its next pause once it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    const cancelled = search('"crane turns"', 3, abort.signal);
    await expect(cancelled.scope).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(cancelled.clock.turns).toHaveLength(1);
  });
});
