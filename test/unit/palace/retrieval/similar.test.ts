import { describe, expect, it } from 'vitest';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { drawerOf, minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace } from '../../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';

describe('similar drawers', () => {
  it('are the nearest by stored vectors, without the drawer itself, and their score is the cosine', async () => {
    const { palace } = await minedPalace();
    const id = await drawerOf(palace, 'notes/note3.md');
    const { results, query } = await palace.similar({ drawer_id: id, k: 5 });
    expect(query).toBe('notes/note3.md:1–3');
    expect(results).toHaveLength(5);
    expect(results.map(({ drawer_id: other }) => other)).not.toContain(id);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
    for (const { score, cosine_similarity: cosine, score_events: events, score_breakdown: breakdown } of results) {
      expect(cosine).toBe(score);
      expect(events).toEqual([]);
      expect(breakdown?.final_score).toBe(score);
    }
    await palace.close();
  });

  it('put a copy of the same text first, at a cosine of exactly 1', async () => {
    const { palace } = await minedPalace();
    const { results } = await palace.similar({ drawer_id: await drawerOf(palace, 'docs/tokens.md') });
    expect(results[0]).toMatchObject({ source_file: 'src/copy.md', score: 1, rank: 1 });
    await palace.close();
  });

  it('fold copies of one text into one result that names the others', async () => {
    const { palace } = await minedPalace();
    const { results } = await palace.similar({ drawer_id: await drawerOf(palace, 'src/rotateToken.ts'), k: 100 });
    const copies = results.filter(({ text }) => text.includes('A spent token means theft'));
    expect(copies).toHaveLength(1);
    expect(copies[0]?.also_in).toHaveLength(1);
    await palace.close();
  });

  it('respect a filter', async () => {
    const { palace } = await minedPalace();
    const { results } = await palace.similar({
      drawer_id: await drawerOf(palace, 'docs/tokens.md'),
      filter: { room: ['src'] },
    });
    expect(new Set(results.map(({ room }) => room))).toEqual(new Set(['src']));
    await palace.close();
  });

  it('are found even with another model, since stored vectors are compared with each other', async () => {
    const { palace, folder } = await minedPalace({ embedder: wordHashEmbedder('first') });
    const id = await drawerOf(palace, 'docs/tokens.md');
    const before = await palace.similar({ drawer_id: id });
    await palace.close();
    const again = await openPalace({ folder, embedder: wordHashEmbedder('second') });
    expect((await again.similar({ drawer_id: id })).results).toEqual(before.results);
    await again.close();
  });

  it('are refused with an error code if the drawer has no vector or does not exist', async () => {
    const { palace } = await minedPalace({ embedder: missingEmbedder() });
    const code = (id: string) =>
      palace.similar({ drawer_id: id }).then(
        () => 'none',
        (error: unknown) => PalaceError.from(error).code,
      );
    expect(await code(await drawerOf(palace, 'docs/tokens.md'))).toBe('E_NO_VECTOR');
    expect(await code('drawer_of_nobody')).toBe('E_DRAWER_NOT_FOUND');
    const token = await drawerOf(palace, 'docs/tokens.md');
    await palace.update({ drawer_ids: [token], sensitive: true });
    await expect(palace.similar({ drawer_id: token })).rejects.toMatchObject({
      message: expect.stringMatching(/ has no vector: it is sensitive\.$/),
      remedy: 'Search for its words instead.',
    });
    await palace.close();
  });
});
