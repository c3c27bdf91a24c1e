import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Palace } from '../../../extension/palace/palace.ts';
import { hourMs } from '../../../extension/base/time.ts';
import { PalaceError } from '../../../extension/palace/model/palaceError.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../fixtures/models/wordHashEmbedder.ts';

const files = {
  'package.json': '{ "name": "harbor" }\n',
  'docs/moorings.md': '# Moorings\n\nAfter a storm the write-ahead log is replayed up to the last commit.\n',
  'docs/tokens.md': '# Tokens\n\nRefresh tokens rotate on every use. A spent token means theft.\n',
  'src/rotateToken.ts': 'export function rotateToken(spent: string): string {\n  return spent + "next";\n}\n',
  'src/copy.md': '# Tokens\n\nRefresh tokens rotate on every use. A spent token means theft.\n',
  'src/berth.ts': 'export const berth = (ship: string) => `berth of ${ship}`;\n',
};
const mineAll = (palace: Palace, workspace: string) =>
  palace.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
const minedPalace = async (embedder = wordHashEmbedder()) => {
  const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFiles(workspace, files);
  const palace = await openPalace({ folder, embedder });
  const report = await mineAll(palace, workspace);
  return { palace, folder, workspace, report };
};
const error = async (call: Promise<unknown>): Promise<PalaceError> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => PalaceError.from(thrown),
  );

describe('a palace', () => {
  it('finds mined text by its words and says where it stands', async () => {
    const { palace, report } = await minedPalace();
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

  it('tells of a change at once although the clock was set back', async () => {
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
    const { palace } = await minedPalace();
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
    const { palace } = await minedPalace();
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
    const { palace } = await minedPalace();
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
    const { palace } = await minedPalace();
    const { results } = await palace.search({ query: 'spent token theft', k: 10 });
    const copies = results.filter(({ text }) => text.includes('A spent token means theft'));
    expect(copies).toHaveLength(1);
    expect(copies[0]?.also_in).toHaveLength(1);
    await palace.close();
  });

  it('answers the same after it is opened anew, from the saved index or without it', async () => {
    const { palace, folder } = await minedPalace();
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

  it('follows edits: what left a file is found no more, what came is', async () => {
    const { palace, workspace } = await minedPalace();
    writeFiles(workspace, { 'docs/moorings.md': '# Moorings\n\nA lighthouse keeper rings the bell.\n' });
    await mineAll(palace, workspace);
    expect(
      (await palace.search({ query: 'replayed' })).results.filter(({ text }) => text.includes('replayed')),
    ).toEqual([]);
    expect((await palace.search({ query: 'lighthouse keeper' })).results[0]?.source_file).toBe('docs/moorings.md');
    await palace.close();
  });

  it('keeps to filters and operators in the query', async () => {
    const { palace } = await minedPalace();
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

  it('finds a renamed file by the words of its new path, and no more by those of the old', async () => {
    const { palace, workspace } = await minedPalace();
    renameSync(path.join(workspace, 'src/berth.ts'), path.join(workspace, 'src/quay.ts'));
    await mineAll(palace, workspace);
    const words = async (query: string) =>
      (await palace.search({ query, overrides: { dense_weight: 0 } })).results.map(
        ({ source_file: file }) => file,
      );
    expect(await words('quay')).toEqual(['src/quay.ts']);
    await palace.close();
  });

  it('leaves out drawers that hold an excluded phrase', async () => {
    const { palace } = await minedPalace();
    const { results } = await palace.search({ query: 'tokens -"rotate on every use"' });
    expect(results.some(({ text }) => text.includes('rotate on every use'))).toBe(false);
    await palace.close();
  });

  it('answers while it mines, with what is committed so far', async () => {
    const { palace, workspace } = await minedPalace(wordHashEmbedder('word-hash', 5));
    writeFiles(
      workspace,
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`more/file${i}.md`, `Note ${i} about the harbor master.\n`]),
      ),
    );
    let mining = true;
    const run = mineAll(palace, workspace).finally(() => (mining = false));
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

describe('a palace whose model is not to be had', () => {
  it('mines, searches by words and says why', async () => {
    const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    writeFiles(workspace, files);
    const palace = await openPalace({ folder, embedder: missingEmbedder() });
    await mineAll(palace, workspace);
    const {
      results,
      warnings,
      pipeline_trace: trace,
    } = await palace.search({ query: 'refresh token', explain: true });
    expect(results[0]?.text).toContain('Refresh tokens');
    expect(results[0]?.cosine_similarity).toBe(0);
    expect(warnings.join()).toContain('words only');
    expect(trace.model_guard.result).toBe('UNAVAILABLE');
    const status = await palace.status({});
    expect(status.embeddings.state).toBe('unavailable');
    expect(status.warnings.join()).toContain('model.onnx');
    await palace.close();
  });
});

describe('model guard', () => {
  it('leaves out vectors of another model, warns with both names, and blocks when strict', async () => {
    const { palace, folder } = await minedPalace(wordHashEmbedder('first'));
    await palace.close();
    const other = wordHashEmbedder('second');
    const again = await openPalace({ folder, embedder: other });
    const result = await again.search({ query: 'refresh token', explain: true, candidate_trace: true });
    expect(result.warnings[0]).toContain(
      'ingest model: first (32), query model: second (32) — results may be unreliable',
    );
    expect(result.pipeline_trace.model_guard.result).toBe('MISMATCH');
    expect(result.pipeline_trace.phases_skipped).toContain('dense');
    expect(result.results[0]?.text).toContain('Refresh tokens');
    const strict = await again.search({ query: 'refresh token', overrides: { model_guard_strict: true } });
    expect(strict.results).toEqual([]);
    expect(strict.error?.code).toBe('E_MODEL_MISMATCH');
    expect(other.drawers).toEqual([]);
    await again.close();
  });
});

describe('bad queries', () => {
  it.each([
    ['', 'E_QUERY_EMPTY'],
    ['   ', 'E_QUERY_EMPTY'],
    ['x'.repeat(100_000), 'E_QUERY_TOO_LONG'],
    ['storm type:banana', 'E_QUERY_FIELD'],
  ])('(case %#) are refused with a code that says why', async (query, code) => {
    const { palace } = await minedPalace();
    expect((await error(palace.search({ query }))).code).toBe(code);
    await palace.close();
  });

  it('of stop words or symbols alone are answered by meaning, or by nothing, not with an error', async () => {
    const { palace } = await minedPalace();
    for (const query of ['the of and', '!!! ???'])
      expect(Array.isArray((await palace.search({ query })).results)).toBe(true);
    await palace.close();
  });

  it('to unknown profiles, flags or bad values name what there is', async () => {
    const { palace } = await minedPalace();
    expect((await error(palace.search({ query: 'storm', profile: 'nope' }))).message).toContain('baseline');
    expect((await error(palace.search({ query: 'storm', overrides: { mmr_lamda: 1 } }))).message).toContain(
      'mmr_lambda',
    );
    expect((await error(palace.search({ query: 'storm', overrides: { mmr_lambda: 7 } }))).message).toMatch(
      /mmr_lambda.*7/,
    );
    await palace.close();
  });
});
