import { expect, it } from 'vitest';
import type { Candidate } from '../../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { pairEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/pairEvidence.ts';
import type { ProfileFlags } from '../../../../../../extension/palace/retrieval/profiles/profileFlags.ts';
import { candidate, contextOf, deltaOf, through } from '../../../../../fixtures/candidates.ts';

type Type = 'file' | 'git_commit' | 'conversation';

const holding = (type: Type, ...terms: string[]): Candidate => ({
  ...candidate({ id: type, type }),
  terms: {
    terms,
    positions: Uint32Array.from(terms, (_, i) => i),
    sentence: new Uint32Array(terms.length),
    timeMention: () => null,
  },
});

const pairsOf = (drawer: Candidate, flags: Partial<ProfileFlags> = {}): number => {
  const words = ['token', 'rotation'];
  const terms = words.map((term) => ({ term, idf: 2, weight: 1, df: 1, dfInScope: 1 }));
  const context = contextOf({ pair_weight: 0.5, ...flags }, { terms, termOrder: words });
  return deltaOf(through(pairEvidence, [drawer], context).candidates[0], 'pair');
};

it('neighbouring query words raise a commit or conversation if they are adjacent there in the same order', () => {
  for (const type of ['git_commit', 'conversation'] as const) {
    expect(pairsOf(holding(type, 'token', 'rotation'))).toBeCloseTo(0.5);
    expect(pairsOf(holding(type, 'token', 'a', 'b', 'c', 'rotation'))).toBe(0);
    expect(pairsOf(holding(type, 'rotation', 'token'))).toBe(0);
  }
});

it('the reason has the words as they were typed, not their stems', () => {
  const drawer = holding('conversation', 'repeat', 'fail', 'call');
  const terms = ['repeat', 'fail', 'call'].map((term) => ({ term, idf: 2, weight: 1, df: 1, dfInScope: 1 }));
  const context = contextOf(
    { pair_weight: 0.5 },
    {
      terms,
      termOrder: ['repeat', 'fail', 'call'],
      termWords: new Map([
        ['repeat', 'Repeated'],
        ['fail', 'failed'],
      ]),
    },
  );
  const [found] = through(pairEvidence, [drawer], context).candidates;
  expect(found?.events.at(-1)?.reason).toBe('2 of 2 word pairs stand together: Repeated failed, failed call');
});

it('word pairs do not count in source code unless the profile says so, but they do in docs', () => {
  const file = holding('file', 'token', 'rotation');
  const at = (sourceFile: string): Candidate => ({ ...file, drawer: { ...file.drawer, sourceFile } });
  expect(pairsOf(at('src/token.ts'))).toBe(0);
  expect(pairsOf(at('src/token.ts'), { pair_scope: 'all' })).toBeCloseTo(0.5);
  expect(pairsOf(at('docs/tokens.md'))).toBeCloseTo(0.5);
});
