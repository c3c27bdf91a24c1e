import { copyFile, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddingPool } from '../../../../extension/palace/embedding/embeddingPool.ts';
import { bundleEmbedder, type BundledEmbedder } from '../../../fixtures/models/bundleEmbedder.ts';

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a === undefined || b === undefined
    ? NaN
    : a.reduce((sum, component, index) => sum + component * (b[index] ?? NaN), 0);

const texts = [
  'The database keeps its log in a separate file until the next checkpoint.',
  'Until a checkpoint is made, the journal of the database lives in a file of its own.',
  'My grandmother baked plum cake every Sunday in August.',
];
const long = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ');
const odd = [
  '',
  ' ',
  '\u{1F600}'.repeat(300),
  '\ud800',
  '你好,世界',
  '[SEP] [CLS]',
  'x'.repeat(1_000_000),
  '\0\u200b',
  long,
];

describe('the sentence encoder in its pool', () => {
  let files: BundledEmbedder;
  let pool: EmbeddingPool;
  let alone: Float32Array[];
  beforeAll(async () => {
    files = await bundleEmbedder();
    pool = new EmbeddingPool({ ...files, workers: 1 });
    alone = [];
    for (const text of texts) alone.push(...(await pool.embed([text], 'drawer')));
  });
  afterAll(() => pool.dispose());

  it('says which model it is', async () => {
    expect(await pool.ready()).toEqual({
      model: 'all-MiniLM-L6-v2-int8',
      dim: 384,
      sha256: '3393d6c72e139a6de217db7edac74fca787cb5d6d3ff23c7b138257a34b7f3a1',
      engine: 'synapse-int7-1',
    });
    expect(pool.notice).toBeNull();
  });

  it('points where onnxruntime-web points, which embeds where it is asked for', async () => {
    const reference = new EmbeddingPool({ ...files, workers: 1, engine: 'onnxruntime-web' });
    try {
      const vectors = await reference.embed([...texts, long], 'drawer');
      const own = [...alone, ...(await pool.embed([long], 'drawer'))];
      vectors.forEach((vector, i) => expect(cosine(vector, own[i])).toBeGreaterThan(0.98));
      expect(await reference.ready()).toMatchObject({
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
        engine: 'onnxruntime-web',
      });
      expect(reference.notice).toBeNull();
    } finally {
      reference.dispose();
    }
  });

  it('leaves embedding to onnxruntime-web, and says so, where it does not give the recorded vectors', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palace-model-'));
    await cp(files.modelFolder, folder, { recursive: true });
    const text = await readFile(path.join(folder, 'model.json'), 'utf8');
    const recorded = /"sha256": "(?<first>.)/.exec(text)?.groups?.['first'];
    const other = recorded === '0' ? '1' : '0';
    await writeFile(path.join(folder, 'model.json'), text.replace(/"sha256": "./, `"sha256": "${other}`));
    const failing = new EmbeddingPool({ ...files, modelFolder: folder, workers: 2 });
    try {
      expect(failing.notice).toBeNull();
      const vectors = await failing.embed([...texts, ...texts], 'drawer');
      expect(vectors.slice(3)).toEqual(vectors.slice(0, 3));
      expect(cosine(vectors[0], alone[0])).toBeGreaterThan(0.98);
      expect(await failing.ready()).toMatchObject({ engine: 'onnxruntime-web' });
      expect(failing.notice).toContain('self-test');
    } finally {
      failing.dispose();
    }
  });

  it('puts a paraphrase far nearer than an unrelated text', () => {
    const [text, paraphrase, unrelated] = alone;
    expect(cosine(text, paraphrase)).toBeGreaterThan(0.6);
    expect(Math.abs(cosine(text, unrelated))).toBeLessThan(0.2);
  });

  it('gives the vectors that this model and engine are known to give', () => {
    expect(cosine(alone[0], alone[1])).toBeCloseTo(0.7735, 4);
    expect(cosine(alone[0], alone[2])).toBeCloseTo(-0.0234, 4);
    expect(cosine(alone[1], alone[2])).toBeCloseTo(-0.0529, 4);
  });

  it('gives a text the same bits alone, among others, as a query and in another worker', async () => {
    const among = await pool.embed([long, ...texts, ''], 'drawer');
    expect(among.slice(1, 4)).toEqual(alone);
    expect(await pool.embed(texts, 'query')).toEqual(alone);
    const two = new EmbeddingPool({ ...files, workers: 2 });
    try {
      const many = await two.embed([...texts, ...texts, ...texts, ...texts], 'drawer');
      expect(many).toEqual([...alone, ...alone, ...alone, ...alone]);
    } finally {
      two.dispose();
    }
  });

  it('gives every text, however odd, a vector of 384 components and length 1', async () => {
    for (const vector of await pool.embed(odd, 'drawer')) {
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('reads the first 256 tokens of a text and no more', async () => {
    const words = (count: number): string =>
      Array.from({ length: count }, (_, index) => ['plum', 'log', 'red', 'sea'][index % 4]).join(' ');
    const [full, longer, shorter] = await pool.embed([words(254), words(900), words(253)], 'drawer');
    expect(longer).toEqual(full);
    expect(shorter).not.toEqual(full);
  });

  it('pools and prefixes as the model folder says', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palace-model-'));
    await cp(files.modelFolder, folder, { recursive: true });
    const description: unknown = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'));
    await writeFile(
      path.join(folder, 'model.json'),
      JSON.stringify({ ...Object(description), name: 'other', pooling: 'cls', query_prefix: 'Find this: ' }),
    );
    const other = new EmbeddingPool({ ...files, modelFolder: folder, workers: 1 });
    try {
      const [drawer, prefixed] = await other.embed(['red sea', 'Find this: red sea'], 'drawer');
      const [query] = await other.embed(['red sea'], 'query');
      expect(query).toEqual(prefixed);
      expect(query).not.toEqual(drawer);
      expect(drawer).not.toEqual((await pool.embed(['red sea'], 'drawer'))[0]);
      expect((await other.ready()).model).toBe('other');
    } finally {
      other.dispose();
    }
  });

  it('runs from folders whose names need escaping in a URL', async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'palace ')), 'ä #%20');
    await mkdir(folder);
    await cp(files.modelFolder, folder, { recursive: true });
    for (const name of ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'])
      await copyFile(path.join(files.ortFolder, name), path.join(folder, name));
    await copyFile(files.workerFile, path.join(folder, 'embedder.cjs'));
    const elsewhere = new EmbeddingPool({
      modelFolder: folder,
      ortFolder: folder,
      workerFile: path.join(folder, 'embedder.cjs'),
      workers: 1,
    });
    try {
      expect(await elsewhere.embed(texts.slice(0, 1), 'drawer')).toEqual(alone.slice(0, 1));
    } finally {
      elsewhere.dispose();
    }
  });
});
