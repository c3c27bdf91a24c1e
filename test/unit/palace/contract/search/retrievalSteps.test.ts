import { expect, it } from 'vitest';
import { retrievalSteps } from '../../../../../extension/palace/contract/search/retrievalSteps.ts';
import { scorePhaseRow } from '../../../../../extension/palace/contract/search/scorePhases.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';

it('every step that a search times has a name to show, with all legs and phases on', async () => {
  const { palace } = await minedPalace();
  const { pipeline_trace: trace } = await palace.search({
    query: 'token rotate',
    explain: true,
    overrides: {
      closets: 'leg',
      graph_enabled: true,
      query_expansion_enabled: true,
      association_enabled: true,
      half_life_days: 30,
      axes_enabled: ['ltp', 'tagging', 'association'],
    },
  });
  await palace.close();
  const timed = Object.keys(trace.phase_timing_ms);
  expect(timed).toEqual(expect.arrayContaining(['closets', 'graph', 'query_expansion', 'decay', 'selection']));
  const known = new Set(retrievalSteps.map(({ id }) => id));
  expect(timed.filter((name) => scorePhaseRow(name) === undefined && !known.has(name))).toEqual([]);
});
