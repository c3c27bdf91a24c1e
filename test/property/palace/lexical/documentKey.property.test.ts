import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentKeys } from '../../../../extension/palace/lexical/documentKey.ts';
import { entryTypes } from '../../../../extension/palace/model/drawer/drawer.ts';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
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

it('a document’s key is the hash of its origin as JSON, whichever documents had theirs before', () => {
  fc.assert(
    fc.property(
      fc.array(origin, { maxLength: 3 }),
      fc.array(text, { minLength: 1, maxLength: 3 }),
      (origins, hashes) => {
        const keyOf = documentKeys();
        // Drawers of a source follow one another, and differ in their texts.
        for (const { drawer, hashBefore, note, secrets } of origins)
          for (const contentHash of hashes) {
            const { type, sourceFile, filedAt, speaker } = drawer;
            const json = JSON.stringify([
              type,
              sourceFile,
              filedAt,
              speaker !== null,
              contentHash,
              hashBefore,
              note === null ? null : [note.title, note.tags],
              secrets.map(({ start, end }) => [start, end]),
            ]);
            expect(keyOf({ drawer: { ...drawer, contentHash }, hashBefore, note, secrets })).toBe(hashed(json));
          }
      },
    ),
    { numRuns: runs(500) },
  );
});

it('no part of what a document is made from can change without its key', () => {
  const drawer = {
    contentHash: 'a',
    type: 'file',
    sourceFile: 'x.md',
    filedAt: isoTime(new Date(0)),
    speaker: null,
  } as const;
  const whole = { drawer, hashBefore: null, note: null, secrets: [] };
  const changed = [
    whole,
    { ...whole, drawer: { ...drawer, contentHash: 'b' } },
    { ...whole, drawer: { ...drawer, type: 'insight' } as const },
    { ...whole, drawer: { ...drawer, sourceFile: 'y.md' } },
    { ...whole, drawer: { ...drawer, sourceFile: null } },
    { ...whole, drawer: { ...drawer, filedAt: isoTime(new Date(1)) } },
    { ...whole, drawer: { ...drawer, speaker: 'user' } },
    { ...whole, hashBefore: 'a' },
    { ...whole, note: { title: null, tags: [] } },
    { ...whole, secrets: [{ start: 0, end: 1 }] },
  ];
  const keyOf = documentKeys();
  expect(new Set(changed.map(keyOf)).size).toBe(changed.length);
});
