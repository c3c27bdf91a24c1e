import fc from 'fast-check';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../extension/palace/lexical/analysis.ts';
import { parseIndex, serialiseIndex } from '../../../../extension/palace/lexical/indexCache.ts';
import { readIndexFile, writeIndexFile } from '../../../../extension/palace/lexical/indexFile.ts';
import type { LexicalDocument } from '../../../../extension/palace/lexical/lexicalDocument.ts';
import { LexicalIndex } from '../../../../extension/palace/lexical/lexicalIndex.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/lexicalQuery.ts';
import type { FieldedScores } from '../../../../extension/palace/lexical/lexicalScores.ts';
import { editsArbitrary, play, textArbitrary, type EditedIndex } from './corpus.ts';
import { runs } from '../../../fixtures/testSize.ts';

const rowidOf = (slot: number): number => slot * 3 + 2 ** 40;
const weights = { path: 1, names: 0.5 };
const scope = { mask: new Uint8Array(512).fill(1), count: 512 };
const bytes = (index: LexicalIndex, revision = 1): Buffer =>
  Buffer.concat(serialiseIndex(index, rowidOf, revision));
/** A drawer whose names are its first words; paths are not saved. */
const fieldsOf = (text: string): LexicalDocument => ({ text, names: text.slice(0, 12), path: null });
const sampleIndex = (): LexicalIndex => {
  const index = new LexicalIndex(new Analyser());
  ['the cat', 'getUserName 机械学', 'cat rotation', '', 'José'].forEach((text, i) =>
    index.add(i * 2, fieldsOf(text)),
  );
  return index;
};
const edited = (index: LexicalIndex, shift = 0): EditedIndex => ({
  add: (slot, text) => index.add(slot + shift, fieldsOf(text)),
  remove: (slot) => index.remove(slot + shift),
});
/** The same without the order of the slots, which tells in what order they were filled. */
const bySlot = ({ slots, scores, held, fields, terms, maxPossible }: FieldedScores): unknown => ({
  terms,
  maxPossible,
  hits: Array.from(slots, (slot, i) => ({
    slot,
    score: scores[i],
    held: held[i],
    names: fields.names[i],
  })).sort((a, b) => a.slot - b.slot),
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
        const index = new LexicalIndex(analyser);
        const living = play(edits, [edited(index)]);
        const slots = [...living.keys()];
        const parsed = parseIndex(bytes(index, revision), (rowid) => slots.indexOf(sameSlots(rowid)), analyser);
        if (parsed === undefined) throw new Error('The saved index was refused.');
        expect(parsed.revision).toBe(revision);
        const fresh = new LexicalIndex(analyser);
        [...living.values()].forEach((text, slot) => fresh.add(slot, fieldsOf(text)));
        for (const target of [parsed.index, fresh]) {
          for (let slot = 0; slot < slots.length; slot += 2) target.remove(slot);
          play(later, [edited(target, 100)]);
        }
        const query = lexicalQuery(analyser, words);
        expect(bySlot(parsed.index.score(query, scope, weights))).toEqual(
          bySlot(fresh.score(query, scope, weights)),
        );
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
    const palace = join(folder, 'palace.sqlite');
    expect(await readIndexFile(path, palace)).toBeUndefined();
    await writeFile(`${path}.new`, 'left by a crash, and longer than what follows'.repeat(99));
    await writeIndexFile(path, serialiseIndex(sampleIndex(), rowidOf, 9));
    expect(await readIndexFile(path, palace)).toEqual(bytes(sampleIndex(), 9));
    expect(await readdir(folder)).toEqual(['lexical.idx']);
    await expect(writeIndexFile(join(folder, 'none', 'x.idx'), [])).rejects.toMatchObject({
      code: 'E_DISK_ERROR',
    });
    expect(await readIndexFile(folder, palace)).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
