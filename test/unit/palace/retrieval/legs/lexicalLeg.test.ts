import { expect, it } from 'vitest';
import { LexicalIndex } from '../../../../../extension/palace/lexical/lexicalIndex.ts';
import { lexicalDocument } from '../../../../../extension/palace/lexical/lexicalDocument.ts';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { lexicalLeg, parsedLexicalQuery } from '../../../../../extension/palace/retrieval/legs/lexicalLeg.ts';
import { candidate, contextOf } from '../../../../fixtures/candidates.ts';

it('a commit’s subject is weighted by subject_weight, other names by names_weight', () => {
  const index = new LexicalIndex(new Analyser());
  const drawers = [
    candidate({ type: 'git_commit', text: '[main] Count the berths' }).drawer,
    candidate({ type: 'decision', text: 'Count the berths' }).drawer,
  ];
  drawers.forEach((drawer, slot) => index.add(slot, lexicalDocument(drawer, null), slot));
  const namesOf = (names_weight: number, subject_weight: number): number[] => {
    const leg = lexicalLeg(
      index,
      parsedLexicalQuery(index, 'berths'),
      { mask: Uint8Array.of(1, 1), count: 2 },
      { flags: contextOf({ names_weight, subject_weight }).flags, isCommit: (slot) => slot === 0 },
    );
    return [0, 1].map((slot) => leg.fieldsOf(slot).names);
  };
  const [commit = NaN, note = NaN] = namesOf(1, 1);
  expect(commit).toBeGreaterThan(0);
  expect(note).toBeGreaterThan(0);
  expect(namesOf(0.5, 1)).toEqual([commit, note / 2]);
  expect(namesOf(1, 0.5)).toEqual([commit / 2, note]);
});

it('tells what share of the query some drawers hold together, each word by its idf', () => {
  const index = new LexicalIndex(new Analyser());
  const texts = ['the berth', 'the crane and the berth', 'a rotateToken call', 'fog'];
  texts.forEach((text, slot) => index.add(slot, lexicalDocument(candidate({ text }).drawer, null), slot));
  const shareOf = (words: string, slots: readonly number[]): number =>
    lexicalLeg(
      index,
      parsedLexicalQuery(index, words),
      { mask: new Uint8Array(4).fill(1), count: 4 },
      { flags: contextOf({}).flags, isCommit: () => false },
    ).shareHeld(slots);

  expect(shareOf('crane berth', [1])).toBe(1);
  expect(shareOf('crane berth', [0])).toBeLessThan(0.5);
  expect(shareOf('crane berth', [0])).toBeGreaterThan(0);
  expect(shareOf('fog berth', [0, 3])).toBe(1);
  expect(shareOf('crane berth', [3])).toBe(0);
  expect(shareOf('crane berth', [])).toBe(0);
  expect(shareOf('crane elsewhere', [1])).toBe(1);
  expect(shareOf('elsewhere', [0, 1, 2, 3])).toBe(0);
  expect(shareOf('rotateToken', [2])).toBe(1);
  const many = Array.from({ length: 40 }, (_, n) => `w${n}x`).join(' ');
  expect(shareOf(`${many} berth`, [0])).toBe(1);
});
