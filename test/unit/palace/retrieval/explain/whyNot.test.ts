import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { drawerOf, minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';

describe('why a drawer is not among the results', () => {
  it('names the rank if it is among them after all', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'docs/recovery.md');
    const answer = await palace.whyNot({ drawer_id: id, query: 'crash log replayed' });
    expect(answer).toMatchObject({
      drawer_id: id,
      title: 'docs/recovery.md:1–3',
      rank: 1,
      in_scope: true,
      entered_pool: true,
      dropped_at: null,
      fixes: [],
    });
    expect(answer.leg_ranks['lexical']?.rank).toBe(1);
    await palace.close();
  });

  it('says how many results would include it, and that number does', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'src/berth.ts');
    const answer = await palace.whyNot({ drawer_id: id, query: 'token', k: 2 });
    expect(answer).toMatchObject({ rank: null, in_scope: true, entered_pool: true, dropped_at: 'cut' });
    const wanted = Number(/Ask for (\d+) results/.exec(answer.fixes.join(' '))?.[1]);
    const { results, candidate_trace: trace } = await palace.search({
      query: 'token',
      k: wanted,
      candidate_trace: true,
    });
    expect(results.at(-1)?.drawer_id).toBe(id);
    expect(trace?.some((entry) => entry['drawer_id'] === id)).toBe(false);
    await palace.close();
  });

  it('gives the same score at the drop as the trace', async () => {
    const { palace } = await minedPalace();
    const { candidate_trace: trace } = await palace.search({ query: 'token', k: 3, candidate_trace: true });
    const entry = trace?.find(({ dropped_at: at }) => at === 'cut');
    const answer = await palace.whyNot({ drawer_id: String(entry?.['drawer_id']), query: 'token', k: 3 });
    expect(answer.score_at_drop).toBe(entry?.['score']);
    await palace.close();
  });

  it('points from a folded copy to the result that names it', async () => {
    const { palace } = await minedPalace();
    const { results } = await palace.search({ query: 'spent token theft' });
    const copy = results[0]?.also_in[0] ?? '';
    const answer = await palace.whyNot({ drawer_id: copy, query: 'spent token theft' });
    expect(answer).toMatchObject({ dropped_at: 'duplicates', entered_pool: true });
    expect(answer.fixes).toContain('Open result 1: it has the same text and names this drawer.');
    await palace.close();
  });

  it.each([
    ['token wing:nowhere', {}, 'Remove the filter wing:nowhere.'],
    ['token room:nowhere', {}, 'Remove the filter room:nowhere.'],
    ['token type:decision', {}, 'Remove the filter type:decision.'],
    ['token tier:longterm', {}, 'Remove the filter tier:longterm.'],
    ['token path:elsewhere', {}, 'Remove the filter path:elsewhere.'],
    ['token', { wing: ['nowhere'] }, 'Remove the filter wing:nowhere.'],
    ['"use every"', {}, 'Remove the quotes around “use every”.'],
    ['token -theft', {}, 'Remove -theft.'],
    ['token -"spent token"', {}, 'Remove -"spent token".'],
  ])('names the condition of %s that keeps it out of scope', async (query, filter, fix) => {
    const { palace } = await minedPalace();
    const answer = await palace.whyNot({
      drawer_id: await drawerOf(palace, 'docs/tokens.md'),
      query: `rotate ${query}`,
      filter,
    });
    expect(answer).toMatchObject({
      rank: null,
      in_scope: false,
      entered_pool: false,
      dropped_at: 'scope',
      fixes: [fix],
    });
    await palace.close();
  });

  it('says that it is archived', async () => {
    const { palace, workspace } = await minedPalace();
    const id = await drawerOf(palace, 'src/berth.ts');
    await palace.recordAccess({ drawer_ids: [id], session_id: 's', kind: 'opened' });
    rmSync(path.join(workspace, 'src/berth.ts'));
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    const answer = await palace.whyNot({ drawer_id: id, query: 'berth' });
    expect(answer).toMatchObject({ in_scope: false, fixes: ['Include archived drawers.'] });
    expect(
      (await palace.search({ query: 'berth', filter: { include_archived: true } })).results[0]?.drawer_id,
    ).toBe(id);
    await palace.close();
  });

  it('says whether its text holds an excluded word, or only what else it is found by', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'src/berth.ts');
    const reasonFor = async (query: string): Promise<string> =>
      (await palace.whyNot({ drawer_id: id, query })).reason;
    expect(await reasonFor('harbor -berth')).toBe(
      'It is outside the search’s scope: it holds the excluded word “berth”.',
    );
    expect(await reasonFor('berth -src')).toBe(
      'It is outside the search’s scope: it is found by the excluded word “src”, which is in its path, date, title or tags, or in the turn before it.',
    );
    expect(await reasonFor('berth -"src"')).toContain('It is result');
    await palace.close();
  });

  it('gives its rank in each leg if it did not become a candidate, and the multiplier that would change that', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'src/berth.ts');
    const flags = { fusion: 'rrf', leg_depth: 2 };
    const answer = await palace.whyNot({ drawer_id: id, query: 'token', overrides: flags });
    expect(answer).toMatchObject({ in_scope: true, entered_pool: false, dropped_at: 'fusion', rank: null });
    expect(answer.leg_ranks['lexical']).toMatchObject({ rank: null, depth: 2 });
    expect(answer.leg_ranks['dense']?.rank).toBeGreaterThan(2);
    expect(answer.reason).toContain('none of the query’s words');
    const multiplier = Number(/candidate_pool_multiplier to (\d+)/.exec(answer.fixes.join(' '))?.[1]);
    const [wide, narrower] = await Promise.all(
      [multiplier, multiplier - 1].map((factor) =>
        palace.whyNot({
          drawer_id: id,
          query: 'token',
          overrides: { ...flags, candidate_pool_multiplier: factor },
        }),
      ),
    );
    expect([wide?.entered_pool, narrower?.entered_pool]).toEqual([true, false]);
    await palace.close();
  });

  it('proposes only flags that would bring it in', async () => {
    const { palace } = await minedPalace();
    const overrides = { mmr_lambda: 0.05 };
    const query = 'crash log replayed token rotate';
    const { results: plain } = await palace.search({ query, k: 4, overrides: { mmr_lambda: 1 } });
    const { candidate_trace: trace } = await palace.search({ query, k: 4, overrides, candidate_trace: true });
    const ids = (trace ?? []).map((entry) => String(entry['drawer_id']));
    expect(plain.filter(({ drawer_id: id }) => ids.includes(id)).length).toBeGreaterThan(0);
    for (const id of [
      ...ids.slice(0, 8),
      ...plain.map(({ drawer_id: id }) => id).filter((id) => ids.includes(id)),
    ]) {
      const { fixes } = await palace.whyNot({ drawer_id: id, query, k: 4, overrides });
      const rank = plain.find(({ drawer_id: other }) => other === id)?.rank;
      expect(fixes.find((fix) => fix.includes('mmr_lambda'))).toBe(
        rank === undefined ? undefined : `Set mmr_lambda to 1: it would be result ${rank}.`,
      );
    }
    await palace.close();
  });

  it('names the strict model guard if that blocks everything', async () => {
    const { palace, folder } = await minedPalace({ embedder: wordHashEmbedder('first') });
    const id = await drawerOf(palace, 'docs/tokens.md');
    await palace.close();
    const again = await openPalace({ folder, embedder: wordHashEmbedder('second') });
    const answer = await again.whyNot({ drawer_id: id, query: 'token', overrides: { model_guard_strict: true } });
    expect(answer.dropped_at).toBe('model_guard');
    expect(answer.fixes.join()).toContain('Rebuild the embeddings');
    await again.close();
  });

  it('is refused for an unknown ID', async () => {
    const { palace } = await minedPalace();
    await expect(palace.whyNot({ drawer_id: 'drawer_of_nobody', query: 'token' })).rejects.toSatisfy(
      (error) => PalaceError.from(error).code === 'E_DRAWER_NOT_FOUND',
    );
    await palace.close();
  });
});
