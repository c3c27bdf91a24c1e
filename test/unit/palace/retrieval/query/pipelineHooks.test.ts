import { describe, expect, it } from 'vitest';
import type { HookContexts } from '../../../../../extension/palace/contract/hookSchemas.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';

describe('a hook', () => {
  it('after the model guard gets both models and whether they match', async () => {
    const { palace, folder } = await minedPalace({ embedder: wordHashEmbedder('first') });
    const told: HookContexts['post_model_guard'][] = [];
    palace.hooks.register('post_model_guard', (context) => told.push(context));
    await palace.search({ query: 'token' });
    await palace.close();
    const other = await openPalace({ folder, embedder: wordHashEmbedder('second') });
    other.hooks.register('post_model_guard', (context) => told.push(context));
    await other.search({ query: 'token' });
    await other.search({ query: 'token', overrides: { model_guard_strict: true } });
    await other.search({ query: 'token', overrides: { model_guard: false } });
    await other.close();
    expect(told).toEqual([
      { match: true, ingest_model: 'first', query_model: 'first' },
      { match: false, ingest_model: 'first', query_model: 'second' },
      { match: false, ingest_model: 'first', query_model: 'second' },
    ]);
  });

  it('on score events sees each event of each candidate, and they add up to every result’s score', async () => {
    const { palace } = await minedPalace();
    const events: HookContexts['post_score_event'][] = [];
    palace.hooks.register('post_score_event', (event) => events.push(event));
    const { results, candidates } = await palace.search({
      query: 'token rotate',
      overrides: { mmr_lambda: 0.5 },
      explain: true,
      dry_run: true,
    });
    await palace.close();
    for (const { drawer_id: id, cosine_similarity: cosine, score } of results)
      expect(
        events
          .filter(({ drawer_id: other }) => other === id)
          .reduce((sum, { delta }) => sum + delta, cosine ?? NaN),
      ).toBe(score);
    expect(events).toHaveLength(
      (candidates ?? []).reduce((sum, { score_events: own }) => sum + (own?.length ?? 0), 0),
    );
    const penalties = events.filter(({ phase }) => phase === 'mmr').map(({ delta }) => delta);
    expect(penalties.length).toBeGreaterThan(0);
    expect(penalties.every((delta) => delta <= 0 && delta >= -0.5)).toBe(true);
  });

  it('after cross-wing balancing has the candidates before and after, and how full each wing is', async () => {
    const { palace } = await minedPalace();
    const told: HookContexts['post_cross_wing'][] = [];
    palace.hooks.register('post_cross_wing', (context) => told.push(context));
    const { results } = await palace.search({ query: 'token', k: 3, overrides: { wing_diversity_weight: 0.3 } });
    await palace.search({ query: 'token', k: 3, overrides: { wing_diversity_weight: 0 } });
    await palace.close();
    expect(told).toHaveLength(1);
    expect(told[0]?.candidates_after.map(({ drawer_id: id }) => id)).toEqual(
      results.map(({ drawer_id: id }) => id),
    );
    expect(told[0]?.candidates_before.length).toBeGreaterThan(3);
    expect(told[0]?.wing_saturation_scores['harbor']).toBeCloseTo(1);
  });

  it('after cross-wing balancing counts a wing of any name', async () => {
    const { palace } = await minedPalace();
    const told: HookContexts['post_cross_wing'][] = [];
    palace.hooks.register('post_cross_wing', (context) => told.push(context));
    await palace.save({ text: 'Zebras rotate.', type: 'decision', wing: 'constructor' });
    await palace.search({ query: 'zebras', k: 1, overrides: { wing_diversity_weight: 0.3 } });
    await palace.close();
    expect(told[0]?.wing_saturation_scores).toEqual({ constructor: 1 });
  });

  it('that throws, rejects or changes its argument is named in the log and has no effect', async () => {
    const log: string[] = [];
    const { palace } = await minedPalace({
      onEvent: (event) => void (event.kind === 'log' && log.push(event.message)),
    });
    const before = await palace.search({
      query: 'token rotate',
      explain: true,
      overrides: { wing_diversity_weight: 0.3 },
    });
    palace.hooks.register('post_model_guard', () => {
      throw new Error('thrown on purpose');
    });
    palace.hooks.register('post_cross_wing', () => Promise.reject(new Error('rejected on purpose')));
    palace.hooks.register('post_score_event', (event) => Object.assign(event, { delta: 99 }));
    palace.hooks.register('post_cross_wing', (context) => Object.assign(context.candidates_after, { length: 0 }));
    const after = await palace.search({
      query: 'token rotate',
      explain: true,
      overrides: { wing_diversity_weight: 0.3 },
    });
    await palace.close();
    expect(after.results).toEqual(before.results);
    expect(log.join()).toMatch(/post_model_guard.*thrown on purpose/);
    expect(log.join()).toMatch(/post_cross_wing.*rejected on purpose/);
  });

  it('is not called any more once it is disposed', async () => {
    const { palace } = await minedPalace();
    let heard = 0;
    const hook = palace.hooks.register('post_model_guard', () => heard++);
    await palace.search({ query: 'token' });
    hook.dispose();
    await palace.search({ query: 'token' });
    await palace.close();
    expect(heard).toBe(1);
  });
});
