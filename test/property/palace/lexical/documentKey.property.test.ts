import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentKey } from '../../../../extension/palace/lexical/documentKey.ts';
import { entryTypes } from '../../../../extension/palace/model/drawer.ts';
import { isoTime } from '../../../../extension/palace/model/ids.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** A number that every palace has on disk for each of its drawers: it must stay what it was, or all texts are indexed anew. */
const hashed = (json: string): number => {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (const unit of Array.from({ length: json.length }, (_, i) => json.charCodeAt(i))) {
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a"b', '\\', '\u007f', '\ud800', 'docs/x.md'),
);
const span = fc.record({ start: fc.nat(99), end: fc.nat(99) });
const origin = fc.record({
  drawer: fc.record({
    contentHash: text,
    type: fc.constantFrom(...entryTypes),
    sourceFile: fc.option(text),
    filedAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => isoTime(date)),
    speaker: fc.option(text),
  }),
  hashBefore: fc.option(text),
  note: fc.option(fc.record({ title: fc.option(text), tags: fc.array(text, { maxLength: 3 }) })),
  secrets: fc.array(span, { maxLength: 3 }),
});

it('a document’s key is the hash of its origin as JSON', () => {
  fc.assert(
    fc.property(origin, ({ drawer, hashBefore, note, secrets }) => {
      const { contentHash, type, sourceFile, filedAt, speaker } = drawer;
      const json = JSON.stringify([
        contentHash,
        type,
        sourceFile,
        filedAt,
        speaker !== null,
        hashBefore,
        note === null ? null : [note.title, note.tags],
        secrets.map(({ start, end }) => [start, end]),
      ]);
      expect(documentKey({ drawer, hashBefore, note, secrets })).toBe(hashed(json));
    }),
    { numRuns: runs(500) },
  );
});
