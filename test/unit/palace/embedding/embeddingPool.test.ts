import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmbeddingPool } from '../../../../extension/palace/embedding/embeddingPool.ts';
import { startEmbedder } from '../../../../extension/palace/embedding/startEmbedder.ts';

const workerFile = fileURLToPath(new URL('../../../fixtures/models/scriptedEmbedder.cjs', import.meta.url));
const pools: EmbeddingPool[] = [];
afterEach(() => pools.splice(0).forEach((pool) => pool.dispose()));

const openPool = (
  options: {
    readonly workers?: number;
    readonly model?: string;
    readonly idleMs?: number;
    readonly workerFile?: string;
    readonly started?: Worker;
  } = {},
): EmbeddingPool => {
  const pool = new EmbeddingPool({
    workerFile,
    modelFolder: path.join('/models', options.model ?? 'plain'),
    ortFolder: '/ort',
    workers: 1,
    ...options,
  });
  pools.push(pool);
  return pool;
};

/** How many texts the same worker embedded before this one. */
const turn = (vectors: readonly Float32Array[]): (number | undefined)[] => vectors.map((vector) => vector[1]);
const threads = (vectors: readonly Float32Array[]): Set<number | undefined> =>
  new Set(vectors.map((vector) => vector[0]));

describe('EmbeddingPool', () => {
  it('serves a query before every drawer that is still waiting', async () => {
    const pool = openPool();
    await pool.ready();
    const drawers = pool.embed(['a', 'b', 'c'], 'drawer');
    const [query, late] = [pool.embed(['?'], 'query'), pool.embed(['!'], 'query')];
    expect(turn(await query)).toEqual([1]);
    expect(turn(await late)).toEqual([2]);
    expect(turn(await drawers)).toEqual([0, 3, 4]);
  });

  it('serves a query first that came while the worker was starting', async () => {
    const pool = openPool();
    const drawers = pool.embed(['a', 'b'], 'drawer');
    expect(turn(await pool.embed(['?'], 'query'))).toEqual([0]);
    expect(turn(await drawers)).toEqual([1, 2]);
  });

  it('uses a worker that was started before it, and stops that one, too', async () => {
    const started = startEmbedder({ workerFile, modelFolder: '/models/plain', ortFolder: '/ort', workers: 1 });
    const ended = once(started, 'exit');
    const pool = openPool({ started });
    const vectors = [...(await pool.embed(['a'], 'drawer')), ...(await pool.embed(['b'], 'drawer'))];
    expect(threads(vectors)).toEqual(new Set([started.threadId]));
    pool.dispose();
    await ended;
  });

  it('starts no more workers than there are texts to embed, and no more than it may', async () => {
    const pool = openPool({ workers: 3 });
    expect(threads(await pool.embed(['a'], 'drawer')).size).toBe(1);
    const many = Array.from({ length: 400 }, (_, index) => `text ${index}`);
    expect(threads(await pool.embed(many, 'drawer')).size).toBeLessThanOrEqual(3);
  });

  it('gives each text its vector, in the order of the call', async () => {
    const pool = openPool();
    expect(turn(await pool.embed(['a', 'b', 'c', 'd'], 'drawer'))).toEqual([0, 1, 2, 3]);
    expect(await pool.embed([], 'drawer')).toEqual([]);
  });

  it('replaces a worker that fails and tries its text again', async () => {
    const pool = openPool();
    const flag = path.join(await mkdtemp(path.join(tmpdir(), 'palace-pool-')), 'failed');
    const vectors = await pool.embed(['a', `throw-unless:${flag}`, 'c'], 'drawer');
    expect(turn(vectors)).toEqual([0, 0, 1]);
    expect(threads(vectors).size).toBe(2);
  });

  it.each(['throw', 'exit', 'nonsense'])(
    'rejects with E_EMBEDDING when a text ends two workers (%s), and serves the next call',
    async (command) => {
      const pool = openPool();
      const failing = pool.embed(['a', command, 'c'], 'drawer');
      const other = pool.embed(['d'], 'drawer');
      await expect(failing).rejects.toMatchObject({
        code: 'E_EMBEDDING',
        message: expect.stringContaining('Text 2 of 3'),
      });
      expect(await other).toHaveLength(1);
    },
  );

  it('takes the waiting texts of an aborted call out of the queue', async () => {
    const pool = openPool();
    await pool.ready();
    const abort = new AbortController();
    const aborted = pool.embed(['a', 'b', 'c'], 'drawer', abort.signal);
    const next = pool.embed(['d'], 'drawer');
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'E_CANCELLED' });
    // Only the text that was under way went before.
    expect(turn(await next)).toEqual([1]);
    await expect(pool.embed(['a'], 'drawer', abort.signal)).rejects.toMatchObject({ code: 'E_CANCELLED' });
  });

  it('does not try a text again whose call was aborted meanwhile', async () => {
    const pool = openPool();
    await pool.ready();
    const abort = new AbortController();
    const aborted = pool.embed(['throw'], 'drawer', abort.signal);
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(turn(await pool.embed(['a', 'b'], 'drawer'))).toEqual([0, 1]);
  });

  it('rejects ready and every waiting call with what hinders the model, and tries afresh at the next call', async () => {
    const pool = openPool({ model: 'unusable' });
    const missing = { code: 'E_MODEL_MISSING', message: 'The model file x is missing.' };
    await Promise.all([
      expect(pool.ready()).rejects.toMatchObject(missing),
      expect(pool.embed(['a'], 'drawer')).rejects.toMatchObject(missing),
    ]);
    await expect(pool.embed(['a'], 'query')).rejects.toMatchObject(missing);
  });

  it.each([{ model: 'exits' }, { workerFile: '/nowhere/embedder.cjs' }])(
    'rejects with E_EMBEDDING when its worker does not start (%o)',
    async (options) => {
      const pool = openPool(options);
      await expect(pool.ready()).rejects.toMatchObject({ code: 'E_EMBEDDING' });
      await expect(pool.embed(['a'], 'drawer')).rejects.toMatchObject({ code: 'E_EMBEDDING' });
    },
  );

  it('lets no second model in: a worker that loads another one than the first is not used', async () => {
    const pool = openPool({ model: 'replaced', workers: 2 });
    const stamp = await pool.ready();
    const vectors = await pool.embed(
      Array.from({ length: 50 }, (_, index) => `text ${index}`),
      'drawer',
    );
    expect([...threads(vectors)]).toEqual([Number(stamp.sha256)]);
  });

  it('stops a worker that has had nothing to do and starts another on need', async () => {
    const pool = openPool({ idleMs: 1 });
    const first = await pool.embed(['a'], 'drawer');
    const second = await vi.waitFor(
      async () => {
        const vectors = await pool.embed(['b'], 'drawer');
        expect(threads(vectors)).not.toEqual(threads(first));
        return vectors;
      },
      { timeout: 30_000 },
    );
    expect(turn(second)).toEqual([0]);
  });

  it('rejects everything with E_CANCELLED once disposed of, however often', async () => {
    const pool = openPool();
    await pool.ready();
    const waiting = pool.embed(['a', 'b'], 'drawer');
    const [first, second] = [openPool(), openPool()];
    const starting = first.ready();
    const queued = second.embed(['a'], 'drawer');
    for (const each of [pool, first, second, pool]) each.dispose();
    const all = [waiting, starting, queued, pool.ready(), pool.embed(['a'], 'query')];
    await Promise.all(all.map((promise) => expect(promise).rejects.toMatchObject({ code: 'E_CANCELLED' })));
  });
});
