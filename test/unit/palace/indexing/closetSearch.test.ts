import { describe, expect, it } from 'vitest';
import path from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import { first, withClosets, ask } from '../../../fixtures/palaces/closetPalace.ts';

describe('closet-first search', () => {
  it('returns only the drawers that closets point to, and names the line for each', async () => {
    const { palace } = await withClosets();
    const { results, pipeline_trace: trace } = await ask(palace, 'Recovery', first);
    expect(results[0]).toMatchObject({ source_file: 'docs/recovery.md', matched_via: 'closet' });
    expect(results[0]?.closet_preview).toContain('Recovery');
    expect(results.every(({ text }) => text.length < 900)).toBe(true);
    const explained = await palace.search({ query: 'Recovery', overrides: first, explain: true });
    expect(explained.results[0]?.score_events?.[0]).toMatchObject({
      phase: 'fusion',
      reason: expect.stringMatching(/closets asked first: #1 by “Recovery/),
    });
    expect(trace.legs['closets']).toBeGreaterThan(0);
    await palace.close();
  });

  it('falls back to the other legs if no closet matches', async () => {
    const { palace } = await withClosets();
    const { results } = await ask(palace, 'harbor', first);
    expect(results[0]?.matched_via).toBe('drawer');
    expect(results[0]?.text).toContain('harbor');
    await palace.close();
  });

  it('leaves out hits beyond max_distance, and falls back if none is left', async () => {
    const { palace } = await withClosets();
    const near = await ask(palace, 'Recovery', { ...first, max_distance: 2 });
    expect(near.results[0]?.matched_via).toBe('closet');
    const none = await ask(palace, 'Recovery', { ...first, max_distance: 0 });
    expect(none.results.length).toBeGreaterThan(0);
    expect(none.results.every(({ matched_via: via }) => via === 'drawer')).toBe(true);
    await palace.close();
  });

  it('respects filters', async () => {
    const { palace } = await withClosets();
    const { results } = await palace.search({ query: 'Tokens', overrides: first, filter: { path: 'src/' } });
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ source_file: file }) => file?.startsWith('src/') === true)).toBe(true);
    await palace.close();
  });
});

describe('the closet leg', () => {
  it('raises drawers and hides none: no candidate of the other legs is lost or loses relevance', async () => {
    const { palace } = await withClosets();
    const request = {
      query: 'the crane near the harbour token 7',
      k: 1000,
      explain: true,
      dry_run: true,
      profile: 'baseline',
    } as const;
    const without = await palace.search(request);
    const lifted = await palace.search({ ...request, overrides: { closets: 'leg', closet_weight: 0.3 } });
    const scores = new Map(lifted.results.map(({ drawer_id: id, score }) => [id, score]));
    for (const { drawer_id: id, score } of without.results) expect(scores.get(id)).toBeGreaterThanOrEqual(score);
    expect(lifted.results.some(({ legs }) => (legs?.['closets']?.rank ?? null) !== null)).toBe(true);
    expect(without.results.some(({ legs }) => legs?.['closets'] !== undefined)).toBe(false);
    await palace.close();
  });

  it('includes what was mined after the first search, and drops what was removed', async () => {
    const { palace, workspace } = await withClosets();
    expect((await ask(palace, 'Xylophone', first)).results.every(({ matched_via: via }) => via === 'drawer')).toBe(
      true,
    );
    writeFileSync(path.join(workspace, 'docs/new.md'), '# Xylophone\n\nIt stands in the mess.\n');
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
    expect((await ask(palace, 'Xylophone', first)).results[0]).toMatchObject({
      matched_via: 'closet',
      source_file: 'docs/new.md',
    });
    rmSync(path.join(workspace, 'docs/new.md'));
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    expect((await ask(palace, 'Xylophone', first)).results.every(({ matched_via: via }) => via === 'drawer')).toBe(
      true,
    );
    await palace.close();
  });

  it('is part of a replay packet: the same answer byte for byte', async () => {
    const { palace } = await withClosets();
    for (const overrides of [first, { closets: 'leg', graph_enabled: true, graph_hops: 2 }]) {
      const { replay_packet: packet, ...result } = await palace.search({
        query: 'Recovery of the token',
        overrides,
        explain: true,
        candidate_trace: true,
        replay: true,
      });
      if (packet === undefined) throw new Error('no packet');
      expect(JSON.stringify(await palace.replay({ packet }))).toBe(JSON.stringify(result));
    }
    await palace.close();
  });
});

describe('the graph leg', () => {
  const files = {
    'a.md': 'The quarterly harbour audit was led by Quillfeather with great care.\n',
    'b.md': 'Quillfeather also keeps bees, and sells the honey at the gate.\n',
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`c${i}.md`, `Plain matter number ${i} of rope and tar.\n`]),
    ),
  };

  it('is off unless asked for, and then brings a drawer that shares a rare name with the best one into the results', async () => {
    const { palace } = await withClosets({}, files);
    const request = { query: 'quarterly harbour audit', words_only: true, k: 10, explain: true } as const;
    const without = await palace.search(request);
    expect(without.results.map(({ source_file: file }) => file)).toEqual(['a.md']);
    const found = await palace.search({ ...request, overrides: { graph_enabled: true } });
    expect(found.results.map(({ source_file: file }) => file)).toEqual(['a.md', 'b.md']);
    expect(found.results[1]?.legs?.['graph']).toMatchObject({ rank: 1 });
    await palace.close();
  });
});
