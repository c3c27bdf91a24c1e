import { expect, test } from 'vitest';
import type { Drawer } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { missingFromPool } from '../../../../../extension/palace/retrieval/explain/missingFromPool.ts';
import type { RetrievedCandidates } from '../../../../../extension/palace/retrieval/pipeline/retrieveCandidates.ts';

test('numbers are grouped, so that a person can read them', () => {
  const recalled = {
    input: {
      candidates: Array.from({ length: 1200 }, () => ({ legs: {} })),
      context: { flags: { fusion: 'convex' } },
      guard: { state: { result: 'OK' } },
    },
    scope: { mask: [1] },
    lexical: null,
    dense: null,
    support: [],
    multiplier: 5,
    fuse: () => [],
  } as unknown as RetrievedCandidates;
  const drawer = { sourceFile: null, wing: 'harbour', sensitive: false, archived: false } as unknown as Drawer;
  expect(missingFromPool(drawer, 0, recalled).reason).toMatch(/^It was not among the 1,200 candidates: /);
});
