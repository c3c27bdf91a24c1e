import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingPool } from '../../../../extension/palace/embedding/embeddingPool.ts';
import {
  engineOf,
  readModelFolder,
  type ModelDescription,
} from '../../../../extension/palace/embedding/modelFolder.ts';
import { shapeOfWeights } from '../../../../extension/palace/embedding/engine/weightsFile.ts';
import { bundleEmbedder, type BundledEmbedder } from '../../../fixtures/models/bundleEmbedder.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const files = { 'model.onnx': 'no graph at all', 'tokenizer.json': '{"model":{"type":"WordPiece"}}' };
const description = {
  name: 'small',
  dim: 4,
  max_tokens: 16,
  pooling: 'cls',
  query_prefix: 'find: ',
  licence: 'MIT',
  origin: 'a test',
  files: { 'model.onnx': sha256(files['model.onnx']), 'tokenizer.json': sha256(files['tokenizer.json']) },
};

const ownWeights = 'weights of our own engine';

describe('a model folder', () => {
  let folder: string;
  const put = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'palace-model-'));
    await put('model.json', JSON.stringify(description));
    for (const [name, text] of Object.entries(files)) await put(name, text);
  });

  it('gives back what was checked', async () => {
    const model = await readModelFolder(folder);
    expect(model.description).toEqual({ ...description, self_test: [] });
    expect(Buffer.from(model.weights).toString()).toBe(files['model.onnx']);
    expect(model.tokenizer).toBe(files['tokenizer.json']);
  });

  it('gives our own engine its own weights, which leave out the graph', async () => {
    const both = { ...description.files, 'weights.int8': sha256(ownWeights) };
    await put('model.json', JSON.stringify({ ...description, files: both }));
    await put('weights.int8', ownWeights);
    await rm(path.join(folder, 'model.onnx'));
    expect(Buffer.from((await readModelFolder(folder, 'synapse-int7-1')).weights).toString()).toBe(ownWeights);
    await put('weights.int8', 'others');
    await expect(readModelFolder(folder, 'synapse-int7-1')).rejects.toMatchObject({
      code: 'E_MODEL_ALTERED',
      message: expect.stringContaining('weights.int8'),
    });
  });

  it('names the engine that its model runs in: ours needs weights, recorded vectors and the mean of the tokens', () => {
    const ours: ModelDescription = {
      ...description,
      pooling: 'mean',
      files: { ...description.files, 'weights.int8': sha256(ownWeights) },
      self_test: [{ tokens: [1, 2], sha256: sha256('a vector') }],
    };
    expect(engineOf(ours, 'automatic')).toBe('synapse-int7-1');
    const others = [{ pooling: 'cls' as const }, { files: description.files }, { self_test: [] }];
    for (const other of others) expect(engineOf({ ...ours, ...other }, 'automatic')).toBe('onnxruntime-web');
    expect(engineOf(ours, 'onnxruntime-web')).toBe('onnxruntime-web');
  });

  it.each(['model.json', 'model.onnx', 'tokenizer.json'])('is missing when %s is, and says so', async (name) => {
    await rm(path.join(folder, name));
    await expect(readModelFolder(folder)).rejects.toMatchObject({
      code: 'E_MODEL_MISSING',
      message: `The model file ${path.join(folder, name)} can't be read: ENOENT.`,
    });
  });

  it.each(Object.entries(files))('is altered when one bit of %s is, and says so', async (name, text) => {
    const bytes = Buffer.from(text);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    await writeFile(path.join(folder, name), bytes);
    await expect(readModelFolder(folder)).rejects.toMatchObject({
      code: 'E_MODEL_ALTERED',
      message: expect.stringContaining(path.join(folder, name)),
    });
  });

  it.each([
    ['not JSON', '{'],
    [
      'without a checksum',
      JSON.stringify({ ...description, files: { 'model.onnx': description.files['model.onnx'] } }),
    ],
    ['with another pooling', JSON.stringify({ ...description, pooling: 'max' })],
    ['with no dimension', JSON.stringify({ ...description, dim: 0 })],
  ])('is altered when its description is %s', async (_, text) => {
    await put('model.json', text);
    await expect(readModelFolder(folder)).rejects.toMatchObject({
      code: 'E_MODEL_ALTERED',
      message: expect.stringContaining('model.json'),
    });
  });

  describe('read by an embedding worker', () => {
    let embedder: BundledEmbedder;
    beforeAll(async () => {
      embedder = await bundleEmbedder();
    });
    const load = async (): Promise<unknown> => {
      const pool = new EmbeddingPool({ ...embedder, modelFolder: folder, workers: 1 });
      return pool.ready().finally(() => pool.dispose());
    };

    it('keeps its error code on the way out of the worker', async () => {
      await put('model.onnx', 'something else');
      await expect(load()).rejects.toMatchObject({
        code: 'E_MODEL_ALTERED',
        message: expect.stringContaining('model.onnx'),
      });
      await rm(path.join(folder, 'model.onnx'));
      await expect(load()).rejects.toMatchObject({
        code: 'E_MODEL_MISSING',
        message: expect.stringContaining('model.onnx'),
      });
    });

    it('rejects with E_EMBEDDING when the weights of our own engine are none', async () => {
      const tests = [{ tokens: [1, 2], sha256: sha256('a vector') }];
      const both = { ...description.files, 'weights.int8': sha256(ownWeights) };
      await put('model.json', JSON.stringify({ ...description, pooling: 'mean', files: both, self_test: tests }));
      await put('weights.int8', ownWeights);
      await expect(load()).rejects.toMatchObject({
        code: 'E_EMBEDDING',
        message: expect.stringMatching(/small.*header/),
      });
    });

    it('rejects with E_EMBEDDING when the files are as described but no model', async () => {
      await expect(load()).rejects.toMatchObject({
        code: 'E_EMBEDDING',
        message: expect.stringContaining('small'),
      });
    });
  });

  it('holds the model that the extension ships, with its licence', async () => {
    const shipped = fileURLToPath(new URL('../../../../media/models/all-MiniLM-L6-v2-int8', import.meta.url));
    expect((await readModelFolder(shipped)).description).toMatchObject({
      dim: 384,
      max_tokens: 256,
      pooling: 'mean',
      query_prefix: '',
      licence: 'Apache-2.0',
    });
    expect(await readFile(path.join(shipped, 'LICENSE'), 'utf8')).toContain('Apache License');
    const { description: ours, weights } = await readModelFolder(shipped, 'synapse-int7-1');
    expect(engineOf(ours, 'automatic')).toBe('synapse-int7-1');
    expect(shapeOfWeights(weights)).toEqual({
      vocabulary: 30_522,
      hidden: 384,
      layers: 6,
      inner: 1536,
      positions: 256,
    });
  });
});
