import { describe, expect, it } from 'vitest';
import { inspectorRequest } from '../../../../extension/editor/inspector/inspectorRequest.ts';
import type { InspectorFilter, InspectorSearch } from '../../../../extension/protocol/inspectorNavigation.ts';
import { appliedChange } from '../../../../webview/state/appliedChange.ts';
import { initialSearch } from '../../../../webview/state/inspectorState.ts';
import { drawerOf, minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

const settings = { profile: 'default', results: 10 };
const asked = (
  query: string,
  filter: InspectorFilter = {},
  more: Partial<InspectorSearch> = {},
): InspectorSearch => ({
  ...initialSearch,
  query,
  filter,
  ...more,
});

describe('a remedy for a missing drawer', () => {
  it.each<[string, InspectorFilter]>([
    ['rotate token wing:nowhere', {}],
    ['rotate token room:nowhere', {}],
    ['rotate token type:decision', {}],
    ['rotate path:elsewhere token', {}],
    ['rotate token', { wing: ['nowhere'] }],
    ['rotate "use every"', {}],
    ['rotate token -theft', {}],
    ['rotate token -"spent token"', {}],
    ['rotate token wing:nowhere -theft "use every" -"spent token"', { tier: ['longterm'] }],
  ])('of %s, all made one after the other, brings it into scope', async (query, filter) => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'docs/tokens.md');
    let search = asked(query, filter);
    const { changes = [], fixes } = await palace.whyNot({ ...inspectorRequest(search, settings), drawer_id: id });
    expect(changes).toHaveLength(fixes.length);
    for (const change of changes) search = (change === null ? null : appliedChange(search, change)) ?? search;
    const again = await palace.whyNot({ ...inspectorRequest(search, settings), drawer_id: id });
    expect(again).toMatchObject({ in_scope: true });
    await palace.close();
  });

  it('that asks for more results brings it in', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'src/berth.ts');
    const search = asked('token', {}, { k: 2 });
    const { changes } = await palace.whyNot({ ...inspectorRequest(search, settings), drawer_id: id });
    const more = appliedChange(search, changes?.[0] ?? {});
    const { results } = await palace.search(inspectorRequest(more ?? search, settings));
    expect(results.map(({ drawer_id: found }) => found)).toContain(id);
    await palace.close();
  });

  it('that narrows the search finds it, also where its path has spaces', async () => {
    const { palace } = await minedPalace(
      {},
      { 'docs/my notes.md': '# Quay\n\nThe quay is closed, by token.\n', 'tokens.md': 'Token, token, token.\n' },
    );
    const id = await drawerOf(palace, 'docs/my notes.md');
    const flags = { candidate_pool_multiplier: 1, leg_depth: 1, fusion: 'rrf' };
    const answer = await palace.whyNot({
      query: 'token',
      drawer_id: id,
      overrides: flags,
      words_only: true,
    });
    const narrowed = answer.changes?.find((change) => change?.add !== undefined);
    const search = appliedChange(asked('quay'), narrowed ?? {});
    expect(search?.query).toBe('quay path:"docs/my notes.md"');
    const { results } = await palace.search(inspectorRequest(search ?? asked('quay'), settings));
    expect(results).toHaveLength(1);
    await palace.close();
  });

  it('that is a flag the inspector may not set is not made', () => {
    expect(appliedChange(asked('token'), { overrides: { half_life_enabled: false } })).toBeNull();
    expect(appliedChange(asked('token'), { overrides: { fold_near_duplicates: false } })?.overrides).toEqual({
      fold_near_duplicates: false,
    });
  });

  it('back to relevance takes the other order away', () => {
    const sorted = asked('token', {}, { sortBy: 'recency' });
    expect(appliedChange(sorted, { sort_by: 'relevance' })).not.toHaveProperty('sortBy');
  });
});
