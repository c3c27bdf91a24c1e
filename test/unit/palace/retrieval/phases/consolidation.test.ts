import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { consolidation } from '../../../../../extension/palace/retrieval/phases/consolidation.ts';
import { candidate, contextOf, ids, through } from '../../../../fixtures/candidates.ts';

describe('consolidated drawers', () => {
  const summary = candidate({ id: 'sum', type: 'summary', slot: 9 });
  const part = candidate({ id: 'part', consolidatedInto: 'sum', archived: true });
  const resolve = (candidates: readonly Candidate[], flags = {}) =>
    through(consolidation, candidates, contextOf(flags));
  it('give way to their summary', () => {
    const { candidates, dropped } = resolve([part, summary]);
    expect(candidates).toEqual([summary]);
    expect(dropped?.[0]).toMatchObject({ phase: 'consolidation', reason: 'its summary sum stands for it' });
  });
  it('stay, with a remark, if their summary is not a candidate', () =>
    expect(resolve([part]).candidates[0]?.annotations).toEqual(['Consolidated into sum']));
  it('are listed with their summary if the profile includes sources', () =>
    expect(resolve([part, summary], { include_consolidated_sources: true }).candidates[0]?.annotations).toEqual([
      'Consolidates part',
    ]));
  it('rank by themselves if the profile leaves summaries out', () =>
    expect(ids(resolve([part, summary], { include_consolidated_summaries: false }).candidates)).toEqual(['part']));
  it('stay if they stand for themselves or for each other, as an import may have them', () => {
    const of = (id: string, into: string) => candidate({ id, consolidatedInto: into });
    for (const circle of [
      [of('a', 'a')],
      [of('a', 'b'), of('b', 'a')],
      [of('a', 'b'), of('b', 'c'), of('c', 'b')],
    ])
      expect(ids(resolve(circle).candidates)).toEqual(circle.map(({ entry }) => entry.id));
    expect(ids(resolve([of('a', 'b'), of('b', 'sum'), summary]).candidates)).toEqual(['sum']);
  });
  it('have no effect in a palace without any', () => {
    const list = [candidate()];
    expect(resolve(list).candidates).toBe(list);
  });
});
