import { describe, expect, it } from 'vitest';
import { brokenEmbedder } from '../../../../fixtures/models/brokenEmbedder.ts';
import { drawerOf, minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';

const words = 'refresh token';
const warning = 'Searching by words only: The model gives no usable vector for the text.';

describe('a query for which the model gives no usable vector', () => {
  it.each([NaN, Infinity])('(%f) is answered by words, and says so', async (component) => {
    const embedder = brokenEmbedder((_, kind) => kind === 'query', { component });
    const { palace } = await minedPalace({ embedder });
    for (const profile of ['default', 'baseline', 'orient']) {
      const {
        results,
        warnings,
        pipeline_trace: trace,
      } = await palace.search({ query: words, profile, explain: true });
      expect(warnings).toContain(warning);
      expect(results[0]?.text).toContain('Refresh tokens');
      expect(trace.legs).not.toHaveProperty('dense');
    }
    const id = await drawerOf(palace, 'docs/recovery.md');
    expect((await palace.whyNot({ query: words, k: 1, drawer_id: id })).leg_ranks).not.toHaveProperty('dense');
    await palace.close();
  });
});
