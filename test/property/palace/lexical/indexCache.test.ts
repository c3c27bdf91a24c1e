import fc from 'fast-check';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../extension/palace/lexical/analysis.ts';
import { Bm25Index } from '../../../../extension/palace/lexical/bm25Index.ts';
import { parseIndex, serialiseIndex } from '../../../../extension/palace/lexical/indexCache.ts';
import { readIndexFile, writeIndexFile } from '../../../../extension/palace/lexical/indexFile.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/lexicalQuery.ts';
import type { LexicalScores } from '../../../../extension/palace/lexical/lexicalScores.ts';
import { editsArbitrary, play, textArbitrary } from './corpus.ts';
import { runs } from '../../../fixtures/testSize.ts';

const rowidOf = (slot: number): number => slot * 3 + 2 ** 40;
const scope = { mask: new Uint8Array(512).fill(1), count: 512 };
const bytes = (index: Bm25Index, revision = 1): Buffer => Buffer.concat(serialiseIndex(index, rowidOf, revision));
const sampleIndex = (): Bm25Index => {
  const index = new Bm25Index(new Analyser());
  ['the cat', 'getUserName 机械学', 'cat rotation', '', 'José'].forEach((text, i) => index.add(i * 2, text));
  return index;
};
/** The same without the order of the slots, which tells in what order they were filled. */
const bySlot = ({ slots, scores, matchedTerms, ...rest }: LexicalScores): unknown => ({
  ...rest,
  hits: Array.from(slots, (slot, i) => ({ slot, score: scores[i], matched: matchedTerms[i] })).sort(
    (a, b) => a.slot - b.slot,
  ),
});
const sameSlots = (rowid: number): number => (rowid - 2 ** 40) / 3;

it('a saved index answers as before, under new slots in the same order, and can be added to and removed from', () => {
  fc.assert(
    fc.property(
      editsArbitrary,
      editsArbitrary,
      textArbitrary,
      fc.nat(2 ** 50),
      (edits, later, words, revision) => {
        const analyser = new Analyser();
        const index = new Bm25Index(analyser);
        const living = play(edits, [index]);
        const slots = [...living.keys()];
        const parsed = parseIndex(bytes(index, revision), (rowid) => slots.indexOf(sameSlots(rowid)), analyser);
        if (parsed === undefined) throw new Error('The saved index was refused.');
        expect(parsed.revision).toBe(revision);
        const fresh = new Bm25Index(analyser);
        [...living.values()].forEach((text, slot) => fresh.add(slot, text));
        for (const target of [parsed.index, fresh]) {
          for (let slot = 0; slot < slots.length; slot += 2) target.remove(slot);
          play(later, [
            { add: (slot, text) => target.add(slot + 100, text), remove: (slot) => target.remove(slot + 100) },
          ]);
        }
        const query = lexicalQuery(analyser, words);
        expect(bySlot(parsed.index.score(query, scope))).toEqual(bySlot(fresh.score(query, scope)));
        expect(parsed.index.size).toBe(fresh.size);
        expect(bytes(parsed.index, revision).length).toBe(bytes(fresh, revision).length);
      },
    ),
    { numRuns: runs(200) },
  );
});

it('every truncation of a saved index, and every bit of it flipped, is refused', () => {
  const saved = bytes(sampleIndex());
  const parse = (buffer: Uint8Array): unknown => parseIndex(buffer, sameSlots, new Analyser());
  expect(parse(saved)).toBeDefined();
  for (let length = 0; length < saved.length; length += 1)
    expect(parse(saved.subarray(0, length))).toBeUndefined();
  for (let bit = 0; bit < saved.length * 8; bit += 1) {
    const altered = Buffer.from(saved);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(parse(altered)).toBeUndefined();
  }
  expect(parse(Buffer.concat([saved, Buffer.alloc(1)]))).toBeUndefined();
});

it('random bytes are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      expect(parseIndex(noise, sameSlots, new Analyser())).toBeUndefined();
      expect(
        parseIndex(Buffer.concat([bytes(sampleIndex()).subarray(0, 80), noise]), sameSlots, new Analyser()),
      ).toBeUndefined();
    }),
  );
});

it('a saved index reads the same at any alignment', () => {
  const saved = bytes(sampleIndex());
  for (let shift = 0; shift < 8; shift += 1) {
    const shifted = Buffer.concat([Buffer.alloc(shift), saved]).subarray(shift);
    expect(parseIndex(shifted, sameSlots, new Analyser())?.index.documentFrequency('cat')).toBe(2);
  }
});

it('a saved index with a drawer that has no slot, or with slots out of order, is refused', () => {
  const saved = bytes(sampleIndex());
  expect(
    parseIndex(saved, (rowid) => (sameSlots(rowid) === 4 ? undefined : sameSlots(rowid)), new Analyser()),
  ).toBeUndefined();
  expect(parseIndex(saved, (rowid) => 100 - sameSlots(rowid), new Analyser())).toBeUndefined();
});

it('the file is replaced at once, leaves nothing beside it, and says what failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lexical-'));
  try {
    const path = join(folder, 'lexical.idx');
    expect(await readIndexFile(path)).toBeUndefined();
    await writeFile(`${path}.new`, 'left by a crash, and longer than what follows'.repeat(99));
    await writeIndexFile(path, serialiseIndex(sampleIndex(), rowidOf, 9));
    expect(await readIndexFile(path)).toEqual(bytes(sampleIndex(), 9));
    expect(await readdir(folder)).toEqual(['lexical.idx']);
    await expect(writeIndexFile(join(folder, 'none', 'x.idx'), [])).rejects.toMatchObject({
      code: 'E_DISK_ERROR',
    });
    await expect(readIndexFile(folder)).rejects.toMatchObject({ code: 'E_DISK_ERROR' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
