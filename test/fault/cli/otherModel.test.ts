import { once } from 'node:events';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { scanReportSchema } from '../../../extension/palace/contract/search/scanSchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { maintenanceCalls, statusSchema } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { runCli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { sampleFiles } from '../../fixtures/palaces/minedPalace.ts';
import { giveToAnotherModel, otherModel } from '../../fixtures/palaces/otherModel.ts';
import { sqliteWasm, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const many = Object.fromEntries(
  Array.from({ length: 24 }, (_, i) => [
    `log/day${i}.md`,
    `# Day ${i}\n\n${'The crane moved a crate to berth number '.repeat(8)}${i}.\n`,
  ]),
);
/** A handful, for onnxruntime-web, which takes a second for every fifteen. */
const fewFiles = Object.fromEntries(Object.entries(sampleFiles).slice(0, 6));
const newVectors = async (folder: string): Promise<number> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  const [model = ''] = store.read.vectorModels().filter((name) => !name.startsWith(otherModel));
  const { done } = store.read.vectorCounts(model);
  await store.close();
  return done;
};

describe('a palace with vectors of another model with the same dimension', () => {
  it('searches by words with a warning, refuses under a strict guard, and by meaning again after an interrupted rebuild', async () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, { ...sampleFiles, ...many });
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    expect(run('mine').code).toBe(0);
    await giveToAnotherModel(palace);
    const { client } = await spawnedServer(palace, workspace);
    await callTool(client, 'mempalace_status');
    const search = (...words: string[]) =>
      searchResultSchema.parse(
        JSON.parse(run('search', 'rotate a token', '--json', '--explain', ...words).stdout),
      );

    const byWords = search();
    expect(byWords.results[0]?.text).toContain('otate');
    expect(byWords.results.every(({ score_breakdown: parts }) => parts?.cosine_similarity === 0)).toBe(true);
    expect(byWords.pipeline_trace.model_guard).toMatchObject({
      result: 'MISMATCH',
      ingest_model: otherModel,
      dim_ingest: 384,
      dim_query: 384,
    });
    expect(byWords.warnings.join(' ')).toContain(otherModel);
    const strict = search('--set', 'model_guard_strict=true');
    expect(strict.results).toEqual([]);
    expect(strict.error).toMatchObject({ code: 'E_MODEL_MISMATCH' });
    expect(strict.error?.message).toContain(otherModel);

    const status = statusSchema.parse(JSON.parse(run('status', '--json').stdout));
    expect(status.model_guard).toEqual(byWords.pipeline_trace.model_guard);
    expect(status.warnings).toEqual(byWords.warnings);
    const event = {
      phase: 'model_guard',
      ingest_model: otherModel,
      query_model: byWords.pipeline_trace.model_guard.query_model,
      dim_ingest: 384,
      dim_query: 384,
    };
    expect(search('--trace').candidate_trace?.[0]).toEqual({ ...event, action: 'warn' });
    expect(search('--trace', '--set', 'model_guard_strict=true').candidate_trace).toEqual([
      { ...event, action: 'block' },
    ]);
    expect(byWords.pipeline_trace.phase_timing_ms['model_guard']).toBeTypeOf('number');
    const { structured } = await callTool(client, 'mempalace_search', {
      query: 'rotate a token',
      explain: true,
      candidate_trace: true,
      token_budget: 50_000,
    });
    const told = searchResultSchema.pick({ pipeline_trace: true, candidate_trace: true }).parse(structured);
    expect(told.pipeline_trace.model_guard).toEqual(status.model_guard);
    expect(told.pipeline_trace.phase_timing_ms['model_guard']).toBeTypeOf('number');
    expect(told.candidate_trace?.[0]).toEqual({ ...event, action: 'warn' });
    const dropped = told.candidate_trace?.filter(({ dropped_at: phase }) => phase !== undefined) ?? [];
    expect(dropped.length).toBeGreaterThan(0);
    for (const { score, score_at_drop: parts } of dropped) {
      const { partial_score: partial, ...breakdown } = z.record(z.string(), z.number()).parse(parts);
      expect([partial, breakdown['final_score']]).toEqual([score, score]);
    }
    expect(
      z.object({ model_guard: z.string() }).parse((await callTool(client, 'mempalace_status')).structured),
    ).toEqual({ model_guard: 'MISMATCH' });
    await client.close();

    const rebuilding = startCli(palace, workspace, ['rebuild-embeddings', '--quiet']);
    const ended = once(rebuilding, 'exit');
    // It has begun to write.
    const logged = () => statSync(path.join(palace, 'palace.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
    await expect.poll(logged, { interval: 5 }).toBeGreaterThan(0);
    rebuilding.kill('SIGKILL');
    await ended;
    const kept = await newVectors(palace);
    expect(search().results[0]?.text).toContain('otate');
    expect(await newVectors(palace)).toBeGreaterThanOrEqual(kept);
    const done = maintenanceCalls.rebuildEmbeddings.result.parse(
      JSON.parse(run('rebuild-embeddings', '--json').stdout),
    );
    expect(done).toEqual({ done: 60, pending: 0 });
    const again = search();
    expect(again.pipeline_trace.model_guard.result).toBe('MATCH');
    expect(again.results.some(({ score_breakdown: parts }) => (parts?.cosine_similarity ?? 0) > 0.3)).toBe(true);
    expect(run('verify').code).toBe(0);
  });
});

describe('a palace with vectors that onnxruntime-web computed', () => {
  it('searches by words with a warning that names both engines, and is re-embedded by the next mining', () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, fewFiles);
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    const search = () => searchResultSchema.parse(JSON.parse(run('search', 'rotate a token', '--json').stdout));
    const embeddings = () => statusSchema.parse(JSON.parse(run('status', '--json').stdout)).embeddings;
    run('config', '--set', 'model_engine=onnxruntime-web');
    expect(run('mine').code).toBe(0);
    expect(embeddings()).toMatchObject({ engine: 'onnxruntime-web', pending: 0 });
    expect(search().pipeline_trace.model_guard.result).toBe('MATCH');

    run('config', '--unset', 'model_engine');
    const byWords = search();
    expect(byWords.results[0]?.text).toContain('otate');
    expect(byWords.pipeline_trace.model_guard.result).toBe('MISMATCH');
    expect(byWords.warnings.join()).toContain('they differ in engine: onnxruntime-web, synapse-int7-1');
    const { done } = embeddings();

    expect(run('mine').code).toBe(0);
    expect(embeddings()).toMatchObject({ engine: 'synapse-int7-1', done, pending: 0 });
    expect(search().pipeline_trace.model_guard.result).toBe('MATCH');

    // Not back by itself: two programs with different engines would embed the palace in turns.
    run('config', '--set', 'model_engine=onnxruntime-web');
    expect(run('mine').code).toBe(0);
    expect(search().pipeline_trace.model_guard.result).toBe('MISMATCH');
    expect(embeddings().engine).toBe('synapse-int7-1');
  });
});

describe('a machine on which our own engine computes wrong vectors', () => {
  it('falls back to onnxruntime-web, and every answer and the status say so', () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, fewFiles);
    const folder = path.join(temporaryFolder(), 'model');
    cpSync(path.resolve('media', 'models', 'all-MiniLM-L6-v2-int8'), folder, { recursive: true });
    const description = path.join(folder, 'model.json');
    const recorded = readFileSync(description, 'utf8');
    writeFileSync(description, recorded.replace(/"sha256": "\w{8}/, '"sha256": "01234567'));
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    run('config', '--set', `model_folder=${folder}`);
    expect(run('mine').code).toBe(0);
    const { warnings, pipeline_trace: trace } = searchResultSchema.parse(
      JSON.parse(run('search', 'rotate a token', '--json').stdout),
    );
    expect(trace.model_guard.result).toBe('MATCH');
    expect(warnings.join()).toContain('failed its self-test');
    const stamps = statusSchema.parse(JSON.parse(run('status', '--json').stdout));
    expect(stamps.embeddings).toMatchObject({ engine: 'onnxruntime-web', pending: 0 });
  });
});

describe('the command scan', () => {
  it('reports each batch, and writes nothing the second time or in a dry run', () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, sampleFiles);
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    run('mine', '--no-wait');
    const scan = (...words: string[]) =>
      scanReportSchema.parse(JSON.parse(run('scan', '--json', ...words).stdout));
    const dry = scan('--dry-run', '--trace', '--batch-size', '10');
    expect(dry).toMatchObject({
      dry_run: true,
      pagination_state: { total: 36, batches_processed: 4, last_offset: 36, scan_depth_reached: false },
    });
    expect(dry.candidate_trace?.map(({ offset, drawers_in_batch: size }) => [offset, size])).toEqual([
      [0, 10],
      [10, 10],
      [20, 10],
      [30, 6],
    ]);
    const bounded = scan('--max-depth', '20');
    expect(bounded.pagination_state).toMatchObject({ last_offset: 20, scan_depth_reached: true });
    expect(scan('--max-depth', '20').pagination_state).toMatchObject({
      last_offset: 36,
      scan_depth_reached: false,
    });
    expect(run('scan', '--batch-size', '0').code).toBe(2);
    expect(run('scan').stdout).toContain('Scanned up to drawer 36 of 36');
  });
});
