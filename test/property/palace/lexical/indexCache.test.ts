import fc from 'fast-check';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../extension/palace/lexical/text/analysis.ts';
import {
  parseIndex,
  serialiseIndex,
  type SavedDrawer,
  type SavedIndex,
} from '../../../../extension/palace/lexical/indexCache.ts';
import { readIndexFile, writeIndexFile } from '../../../../extension/palace/lexical/indexFile.ts';
import { serialiseField } from '../../../../extension/palace/lexical/savedField.ts';
import type { LexicalDocument } from '../../../../extension/palace/lexical/lexicalDocument.ts';
import { LexicalIndex } from '../../../../extension/palace/lexical/lexicalIndex.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/query/lexicalQuery.ts';
import type { FieldedScores } from '../../../../extension/palace/lexical/lexicalScores.ts';
import { editsArbitrary, play, textArbitrary, type EditedIndex } from './corpus.ts';
import { runs } from '../../../fixtures/testSize.ts';

const rowidOf = (slot: number): number => slot * 3 + 2 ** 40;
const sameSlot = (rowid: number): number => (rowid - 2 ** 40) / 3;
const weights = { path: 1, names: 0.5 };
const scope = { mask: new Uint8Array(512).fill(1), count: 512 };
const bytes = (index: LexicalIndex): Buffer => Buffer.concat(serialiseIndex(index, rowidOf));
/** What a drawer's document was made from. */
const keyOf = (text: string): number => text.length + 2 ** 40;
/** The drawers under their own slots. */
const same = (saved: SavedIndex | undefined): SavedDrawer[] =>
  Array.from(saved?.rowids ?? [], (rowid) => ({
    rowid,
    slot: sameSlot(rowid),
    path: null,
    key: saved?.keyOf(rowid) ?? NaN,
  }));
const restored = (buffer: Uint8Array, drawers?: readonly SavedDrawer[]): LexicalIndex => {
  const saved = parseIndex(buffer);
  const index = saved?.restore(drawers ?? same(saved), new Analyser());
  if (index === undefined) throw new Error('The saved index was refused.');
  return index;
};
/** Some drawers have no path, some share one, and an imported one may hold any character. */
const pathOf = (text: string): string | null =>
  text === '' ? null : `${text.length % 3}\0/${text.slice(0, 4)}.ts`;
/** A drawer whose names are its first words. */
const fieldsOf = (text: string): LexicalDocument => ({ text, names: text.slice(0, 12), path: pathOf(text) });
const sampleIndex = (): LexicalIndex => {
  const index = new LexicalIndex(new Analyser());
  ['the cat', 'getUserName 机械学', 'cat rotation', '', 'José'].forEach((text, i) =>
    index.add(i * 2, fieldsOf(text), keyOf(text)),
  );
  return index;
};
const edited = (index: LexicalIndex, shift = 0): EditedIndex => ({
  add: (slot, text) => index.add(slot + shift, fieldsOf(text), keyOf(text)),
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
    path: fields.path[i],
  })).sort((a, b) => a.slot - b.slot),
});
it('a saved index answers as before, under new slots in the same order and without some drawers, and can be added to', () => {
  fc.assert(
    fc.property(editsArbitrary, editsArbitrary, textArbitrary, fc.nat(3), (edits, later, words, every) => {
      const analyser = new Analyser();
      const index = new LexicalIndex(analyser);
      const living = play(edits, [edited(index)]);
      const saved = bytes(index);
      const parsed = parseIndex(saved);
      expect(Array.from(parsed?.rowids ?? [], (rowid) => [rowid, parsed?.keyOf(rowid)])).toEqual(
        [...living].map(([slot, text]) => [rowidOf(slot), keyOf(text)]).sort(([a = 0], [b = 0]) => a - b),
      );
      for (let slot = 0; slot < 20; slot += 1)
        if (!living.has(slot)) expect(parsed?.keyOf(rowidOf(slot))).toBeUndefined();
      const left = [...living].filter((_, i) => every === 0 || i % every !== 0);
      const slots = left.map(([slot]) => slot);
      const again = restored(
        saved,
        left.map(([old, text], slot) => ({ rowid: rowidOf(old), slot, path: pathOf(text), key: keyOf(text) })),
      );
      const fresh = new LexicalIndex(analyser);
      left.forEach(([, text], slot) => fresh.add(slot, fieldsOf(text), keyOf(text)));
      expect([...again.termsAlong('', 1)].sort()).toEqual([...fresh.termsAlong('', 1)].sort());
      for (const target of [again, fresh]) {
        for (let slot = 0; slot < slots.length; slot += 2) target.remove(slot);
        play(later, [edited(target, 100)]);
      }
      const query = lexicalQuery(analyser, words);
      expect(bySlot(again.score(query, scope, weights))).toEqual(bySlot(fresh.score(query, scope, weights)));
      expect(again.size).toBe(fresh.size);
      expect(bytes(again).length).toBe(bytes(fresh).length);
    }),
    { numRuns: runs(200) },
  );
});

it('a slot that was filled anew stands in its place in the saved index', () => {
  const [refilled, fresh] = [sampleIndex(), sampleIndex()];
  refilled.remove(0);
  refilled.add(0, fieldsOf('the cat'), keyOf('the cat'));
  expect(refilled.fields.text.snapshot().postings(0)).not.toEqual(fresh.fields.text.snapshot().postings(0));
  const textOf = (index: LexicalIndex): Buffer => Buffer.concat(serialiseField(index.fields.text, rowidOf));
  expect(textOf(refilled)).toEqual(textOf(fresh));
});

it('every truncation of a saved index, and every bit of it flipped, is refused', () => {
  const saved = bytes(sampleIndex());
  expect(parseIndex(saved)).toBeDefined();
  for (let length = 0; length < saved.length; length += 1)
    expect(parseIndex(saved.subarray(0, length))).toBeUndefined();
  for (let bit = 0; bit < saved.length * 8; bit += 1) {
    const altered = Buffer.from(saved);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(parseIndex(altered)).toBeUndefined();
  }
  expect(parseIndex(Buffer.concat([saved, Buffer.alloc(1)]))).toBeUndefined();
});

it('random bytes are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      expect(parseIndex(noise)).toBeUndefined();
      expect(parseIndex(Buffer.concat([bytes(sampleIndex()).subarray(0, 80), noise]))).toBeUndefined();
    }),
  );
});

it('a saved index reads the same at any alignment', () => {
  const saved = bytes(sampleIndex());
  for (let shift = 0; shift < 8; shift += 1) {
    const shifted = Buffer.concat([Buffer.alloc(shift), saved]).subarray(shift);
    expect(restored(shifted).documentFrequency('cat')).toBe(2);
  }
});

it('a saved index is refused where slots would be out of order', () => {
  const saved = parseIndex(bytes(sampleIndex()));
  const falling = same(saved).map((drawer) => ({ ...drawer, slot: 100 - drawer.slot }));
  expect(saved?.restore(falling, new Analyser())).toBeUndefined();
  const backwards = same(saved)
    .reverse()
    .map((drawer, slot) => ({ ...drawer, slot }));
  expect(saved?.restore(backwards, new Analyser())).toBeUndefined();
});

it('the file is replaced at once, leaves nothing beside it, and says what failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lexical-'));
  try {
    const path = join(folder, 'lexical.idx');
    const palace = join(folder, 'palace.sqlite');
    expect(await readIndexFile(path, palace)).toBeUndefined();
    await writeFile(`${path}.new`, 'left by a crash, and longer than what follows'.repeat(99));
    await writeIndexFile(path, serialiseIndex(sampleIndex(), rowidOf));
    expect(await readIndexFile(path, palace)).toEqual(bytes(sampleIndex()));
    expect(await readdir(folder)).toEqual(['lexical.idx']);
    await expect(writeIndexFile(join(folder, 'none', 'x.idx'), [])).rejects.toMatchObject({
      code: 'E_DISK_ERROR',
    });
    expect(await readIndexFile(folder, palace)).toBeUndefined();
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    expect(await readIndexFile(path, palace, () => Promise.reject(denied))).toBeUndefined();
    const failing = Object.assign(new Error('failing'), { code: 'EIO' });
    await expect(readIndexFile(path, palace, () => Promise.reject(failing))).rejects.toMatchObject({
      code: 'E_DISK_ERROR',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
