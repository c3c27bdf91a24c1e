import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hourMs } from '../../../extension/base/time.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../fixtures/models/wordHashEmbedder.ts';
import { mineHarbor, harborPalace } from '../../fixtures/palaces/harborPalace.ts';

describe('a palace', () => {
  it('finds mined text by its words and names its place', async () => {
    const { palace, report } = await harborPalace();
    expect(report.sources.mined).toBe(6);
    expect(report.embeddings).toEqual({ done: report.drawers.added, pending: 0 });
    const { results } = await palace.search({ query: 'what happens after a storm' });
    expect(results[0]).toMatchObject({
      rank: 1,
      source_file: 'docs/moorings.md',
      lines: { start: 1 },
      wing: 'harbor',
      room: 'docs',
      type: 'file',
    });
    await palace.close();
  });

  it('reports a change at once although the clock was set back', async () => {
    const told: string[] = [];
    const palace = await openPalace({ folder: temporaryFolder(), onEvent: ({ kind }) => told.push(kind) });
    const changes = () => told.filter((kind) => kind === 'changed').length;
    const save = (text: string) => palace.save({ text, type: 'decision', sensitive: true });
    await save('Berth 4 takes 12 metres.');
    await expect.poll(changes).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs });
    onTestFinished(() => void vi.useRealTimers());
    await save('The harbour crane is inspected in March.');
    await expect.poll(changes).toBe(2);
    await palace.close();
  });

  it('explains each score so that cosine and deltas, added in order, are the final score exactly', async () => {
    const { palace } = await harborPalace();
    for (const query of ['refresh token rotation', 'berth', 'when does a storm end', 'spent token theft rotate']) {
      const { results } = await palace.search({ query, explain: true });
      expect(results.length).toBeGreaterThan(0);
      for (const {
        cosine_similarity: cosine,
        score_events: events,
        score,
        score_breakdown: breakdown,
      } of results) {
        expect(events?.reduce((sum, { delta }) => sum + delta, cosine ?? NaN)).toBe(score);
        expect(breakdown?.final_score).toBe(score);
        expect(events?.every(({ delta }) => delta !== 0)).toBe(true);
      }
    }
    await palace.close();
  });

  it('dx_flags_off_identical_results: explain, trace and dry run change no drawer, order or score', async () => {
    const { palace } = await harborPalace();
    for (const query of ['refresh tokens', 'rotateToken', 'berth of a ship', 'storm', 'commit log replay theft']) {
      const [off, on] = await Promise.all([
        palace.search({ query }),
        palace.search({ query, explain: true, candidate_trace: true, dry_run: true }),
      ]);
      const order = (result: typeof on) =>
        result.results.map(({ drawer_id, score, rank }) => ({ drawer_id, score, rank }));
      expect(order(on)).toEqual(order(off));
    }
    await palace.close();
  });

  it('accounts for every candidate: results and dropped ones together are the pool', async () => {
    const { palace } = await harborPalace();
    const {
      results,
      candidate_trace: dropped,
      candidates,
      pipeline_trace: trace,
    } = await palace.search({ query: 'refresh token', k: 2, explain: true, candidate_trace: true, dry_run: true });
    expect(results.length + (dropped?.length ?? 0)).toBe(trace.total_candidates_in);
    expect(candidates).toHaveLength(trace.total_candidates_in);
    expect(
      dropped?.every((entry) => typeof entry['dropped_at'] === 'string' && typeof entry['reason'] === 'string'),
    ).toBe(true);
    await palace.close();
  });

  it('folds the same text into one result that names the others', async () => {
    const { palace } = await harborPalace();
    const { results } = await palace.search({ query: 'spent token theft', k: 10 });
    const copies = results.filter(({ text }) => text.includes('A spent token means theft'));
    expect(copies).toHaveLength(1);
    expect(copies[0]?.also_in).toHaveLength(1);
    await palace.close();
  });

  it('answers the same after it is opened anew, from the saved index or without it', async () => {
    const { palace, folder } = await harborPalace();
    const first = await palace.search({ query: 'rotate refresh token', explain: true });
    await palace.close();
    const again = await openPalace({ folder });
    expect((await again.search({ query: 'rotate refresh token', explain: true })).results).toEqual(first.results);
    await again.close();
    writeFileSync(path.join(folder, 'lexical.idx'), 'torn');
    const rebuilt = await openPalace({ folder });
    expect((await rebuilt.search({ query: 'rotate refresh token', explain: true })).results).toEqual(
      first.results,
    );
    await rebuilt.close();
  });

  it('follows edits: removed text is no longer found, new text is', async () => {
    const { palace, workspace } = await harborPalace();
    writeFiles(workspace, { 'docs/moorings.md': '# Moorings\n\nA lighthouse keeper rings the bell.\n' });
    await mineHarbor(palace, workspace);
    expect(
      (await palace.search({ query: 'replayed' })).results.filter(({ text }) => text.includes('replayed')),
    ).toEqual([]);
    expect((await palace.search({ query: 'lighthouse keeper' })).results[0]?.source_file).toBe('docs/moorings.md');
    await palace.close();
  });

  it('respects filters and operators in the query', async () => {
    const { palace } = await harborPalace();
    const sources = async (query: string) =>
      (await palace.search({ query })).results.map(({ source_file: file }) => file);
    expect(new Set((await sources('token path:src')).map((file) => file?.split('/')[0]))).toEqual(
      new Set(['src']),
    );
    expect(await sources('token -theft')).not.toContain('docs/tokens.md');
    expect(await sources('"spent token"')).toEqual(
      expect.not.arrayContaining(['src/rotateToken.ts', 'src/berth.ts']),
    );
    expect((await palace.search({ query: 'token', filter: { room: ['nowhere'] } })).results).toEqual([]);
    await palace.close();
  });

  it('finds a renamed file by the words of its new path, no longer by those of the old one', async () => {
    const { palace, workspace } = await harborPalace();
    renameSync(path.join(workspace, 'src/berth.ts'), path.join(workspace, 'src/quay.ts'));
    await mineHarbor(palace, workspace);
    const words = async (query: string) =>
      (await palace.search({ query, overrides: { dense_weight: 0 } })).results.map(
        ({ source_file: file }) => file,
      );
    expect(await words('quay')).toEqual(['src/quay.ts']);
    await palace.close();
  });

  it('leaves out drawers that hold an excluded phrase', async () => {
    const { palace } = await harborPalace();
    const { results } = await palace.search({ query: 'tokens -"rotate on every use"' });
    expect(results.some(({ text }) => text.includes('rotate on every use'))).toBe(false);
    await palace.close();
  });

  it('answers while it mines, with what is committed so far', async () => {
    const { palace, workspace } = await harborPalace(wordHashEmbedder('word-hash', 5));
    writeFiles(
      workspace,
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`more/file${i}.md`, `Note ${i} about the harbor master.\n`]),
      ),
    );
    let mining = true;
    const run = mineHarbor(palace, workspace).finally(() => (mining = false));
    let answered = 0;
    while (mining) {
      const { results } = await palace.search({ query: 'write-ahead log' });
      expect(results[0]?.source_file).toBe('docs/moorings.md');
      answered += 1;
    }
    expect(answered).toBeGreaterThan(1);
    expect((await run).drawers.added).toBe(60);
    await palace.close();
  });
});
