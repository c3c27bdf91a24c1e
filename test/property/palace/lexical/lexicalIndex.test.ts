import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScratchArrays } from '../../../../extension/base/scratchArrays.ts';
import { Analyser } from '../../../../extension/palace/lexical/text/analysis.ts';
import type { LexicalDocument } from '../../../../extension/palace/lexical/lexicalDocument.ts';
import { LexicalIndex, namesB } from '../../../../extension/palace/lexical/lexicalIndex.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/query/lexicalQuery.ts';
import { pathB } from '../../../../extension/palace/lexical/pathIndex.ts';
import { Bm25Oracle } from './bm25Oracle.ts';
import { textArbitrary, wordArbitrary } from './corpus.ts';
import { dirtyArrays } from '../../../fixtures/dirtyArrays.ts';
import { runs } from '../../../fixtures/testSize.ts';

const documentArbitrary: fc.Arbitrary<LexicalDocument> = fc.record({
  text: textArbitrary,
  names: fc.oneof(fc.constant(''), wordArbitrary),
  path: fc.option(fc.constantFrom('src/cat.ts', 'src/dog/rotation.ts', 'docs/user.md', 'getUserName.py')),
});
const slots = 64;
const weights = { path: 1.5, names: 0.5 };
/** Names weigh more in every third slot. */
const weightOfNames = (slot: number): number => (slot % 3 === 0 ? 2 : weights.names);
const scopeOf = (outside: readonly number[]) => {
  const mask = Uint8Array.from({ length: slots }, (_, slot) => (outside.includes(slot) ? 0 : 1));
  return { mask, count: mask.reduce((sum, inside) => sum + inside, 0) };
};

it('a drawer’s score is the sum of its fields, each by the formula with its own statistics, and a path counts once', () => {
  fc.assert(
    fc.property(
      fc.array(documentArbitrary, { minLength: 1, maxLength: 20 }),
      fc.uniqueArray(fc.nat(19), { maxLength: 6 }),
      textArbitrary,
      fc.uniqueArray(fc.nat(slots - 1), { maxLength: 10 }),
      (documents, removed, words, outside) => {
        const analyser = new Analyser();
        const index = new LexicalIndex(analyser);
        documents.forEach((document, slot) => index.add(slot, document, slot));
        for (const slot of removed) index.remove(slot);
        const living = [...documents.entries()].filter(([slot]) => !removed.includes(slot));

        const scope = scopeOf(outside);
        const inside = new Set(living.map(([slot]) => slot).filter((slot) => scope.mask[slot] === 1));
        const query = lexicalQuery(analyser, words);
        const [text, names, path] = [
          new Bm25Oracle(analyser),
          new Bm25Oracle(analyser, namesB),
          new Bm25Oracle(analyser, pathB),
        ];
        const paths = [...new Set(living.flatMap(([, { path: of }]) => (of === null ? [] : [of])))];
        for (const [slot, document] of living) {
          text.add(slot, document.text);
          names.add(slot, document.names);
        }
        paths.forEach((of, number) => path.add(number, of));
        const [byText, byNames] = [text.score(query, inside, false), names.score(query, inside, false)];
        const byPath = path.score(query, new Set(paths.keys()), false);

        const found = index.score(query, scope, { ...weights, names: weightOfNames });
        const scored = new Map(Array.from(found.slots, (slot, i) => [slot, i]));
        expect(scored.size).toBe(found.slots.length);
        for (const slot of inside) {
          const i = scored.get(slot);
          const document = documents[slot];
          const ofPath = byPath.get(paths.indexOf(document?.path ?? ''))?.score ?? 0;
          const parts = [
            byText.get(slot)?.score ?? 0,
            weights.path * ofPath,
            weightOfNames(slot) * (byNames.get(slot)?.score ?? 0),
          ];
          const total = parts.reduce((sum, part) => sum + part, 0);
          if (i === undefined) expect(total).toBe(0);
          else {
            expect(found.scores[i]).toBeCloseTo(total, 10);
            expect(found.fields.text[i]).toBeCloseTo(parts[0] ?? NaN, 10);
            expect(found.fields.path[i]).toBeCloseTo(parts[1] ?? NaN, 10);
            expect(found.fields.names[i]).toBeCloseTo(parts[2] ?? NaN, 10);
          }
        }
        for (const slot of found.slots) expect(inside.has(slot)).toBe(true);
      },
    ),
    { numRuns: runs(300) },
  );
});

it('a word in the path alone finds the drawer, excludes it, and counts as held', () => {
  const analyser = new Analyser();
  const index = new LexicalIndex(analyser);
  index.add(0, { text: 'a dog', names: '', path: 'src/cat.ts' }, 0);
  index.add(1, { text: 'a dog', names: '', path: 'src/dog.ts' }, 0);
  const scope = scopeOf([]);
  const found = index.score(lexicalQuery(analyser, 'dog cat'), scope, weights);
  expect(Array.from(found.slots, (slot, i) => [slot, found.matchedTerms[i]])).toEqual([
    [0, 2],
    [1, 1],
  ]);
  expect([...index.score(lexicalQuery(analyser, 'dog', ['cat']), scope, weights).slots]).toEqual([1]);
  expect(index.documentFrequency('cat', scope)).toBe(1);
  index.remove(0);
  expect(index.score(lexicalQuery(analyser, 'cat'), scope, weights).slots).toHaveLength(0);
});

it('what an earlier task left in the arrays changes no score, no field and no word held', () => {
  fc.assert(
    fc.property(
      fc.array(documentArbitrary, { minLength: 1, maxLength: 20 }),
      textArbitrary,
      fc.uniqueArray(fc.nat(slots - 1), { maxLength: 10 }),
      fc.constantFrom('corpus' as const, 'scope' as const),
      (documents, words, outside, statistics) => {
        const index = new LexicalIndex(new Analyser());
        documents.forEach((document, slot) => index.add(slot, document, slot));
        const scored = (arrays?: ScratchArrays) =>
          index.score(
            lexicalQuery(index.analyser, words),
            scopeOf(outside),
            { ...weights, names: weightOfNames },
            { statistics, ...(arrays === undefined ? {} : { arrays }) },
          );
        expect(scored(dirtyArrays(slots))).toEqual(scored());
      },
    ),
    { numRuns: runs(100) },
  );
});
