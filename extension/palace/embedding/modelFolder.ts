import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { reasonOf } from '../../base/files/errno.ts';
import { readGuarded } from '../../base/files/guardedFile.ts';
import { ortEngine, ownEngine, type EngineChoice, type EngineName } from '../model/embedding/embeddingEngine.ts';
import { asReason, errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { parseJsonAs } from '../model/errors/parseJsonAs.ts';
import type { ModelStamp } from './embedder.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const descriptionFile = 'model.json';

const anyModelSchema = z.object({
  name: z.string().min(1),
  /** Longest input in tokens, special tokens included; the rest of a text is cut. */
  max_tokens: z.int().min(3),
  /** Hex SHA-256 of each file. */
  files: z.object({ 'model.onnx': sha256, 'tokenizer.json': sha256 }),
  licence: z.string().min(1),
  origin: z.string().min(1),
});

/** The contents of a `model.json` that describes a cross-encoder. */
export const crossEncoderSchema = anyModelSchema;

/** The contents of `model.json`, which describes the sentence encoder beside it. */
const modelDescriptionSchema = anyModelSchema.extend({
  /** The weights a second time, in the form of our own engine, if the model has it (`engine/weightsFile.ts`). */
  files: anyModelSchema.shape.files.extend({ 'weights.int8': sha256.optional() }),
  /** Texts as tokens, and the hex SHA-256 of the vector that our own engine gives each, as little-endian floats. */
  self_test: z.array(z.object({ tokens: z.array(z.int().nonnegative()).min(2), sha256 })).default([]),
  /** Components of a vector. */
  dim: z.int().positive(),
  /** How the tokens' vectors become the text's vector: their mean, or the first token's (`[CLS]`). */
  pooling: z.enum(['mean', 'cls']),
  /** Put before a query's text, but not before a drawer's. */
  query_prefix: z.string(),
});
export type ModelDescription = z.infer<typeof modelDescriptionSchema>;

/** The engine for a model, unless it fails its self-test. */
export const engineOf = (
  { files, pooling, self_test: tests }: ModelDescription,
  choice: EngineChoice,
): EngineName =>
  choice === 'automatic' && files['weights.int8'] !== undefined && pooling === 'mean' && tests.length > 0
    ? ownEngine
    : ortEngine;

/** A model whose files match their description. */
export interface CheckedModel<Description = ModelDescription> {
  readonly description: Description;
  /** The weights: an ONNX graph, or those of our own engine. */
  readonly weights: Uint8Array;
  /** The tokenizer's JSON text. */
  readonly tokenizer: string;
}

/**
 * Reads a model folder and checks the bytes that it returns.
 * Errors: E_MODEL_MISSING (a file is missing or can't be read), E_MODEL_ALTERED (a file does not match its
 * description). Both name the file.
 */
export const readModelFolder = async (folder: string, engine: EngineName = ortEngine): Promise<CheckedModel> => {
  const description = await readDescription(folder);
  const weights = engine === ownEngine ? 'weights.int8' : 'model.onnx';
  return { description, ...(await checkedFiles(folder, description, weights)) };
};

/** The contents of `model.json`, without checking the files beside it. Errors as above. */
export const readDescription = (folder: string): Promise<ModelDescription> =>
  describedBy(folder, modelDescriptionSchema);

/** The same for a folder with a model of another kind, described by its schema. */
export const readCheckedModel = async <Description extends z.infer<typeof anyModelSchema>>(
  folder: string,
  schema: z.ZodType<Description>,
): Promise<CheckedModel<Description>> => {
  const description = await describedBy(folder, schema);
  return { description, ...(await checkedFiles(folder, description, 'model.onnx')) };
};

/** The tokenizer's JSON text, checked. */
export const readTokenizerFile = async (folder: string, description: ModelDescription): Promise<string> =>
  (await readChecked(folder, description, 'tokenizer.json')).toString('utf8');

const checkedFiles = async (
  folder: string,
  description: Described,
  weights: FileName,
): Promise<{ readonly tokenizer: string; readonly weights: Uint8Array }> => {
  // The small file comes first, so that a problem with it is found before the large one is read.
  const tokenizer = await readChecked(folder, description, 'tokenizer.json');
  return { tokenizer: tokenizer.toString('utf8'), weights: await readChecked(folder, description, weights) };
};

type FileName = keyof ModelDescription['files'];
type Described = { readonly files: Readonly<Partial<Record<FileName, string>>> };

const readChecked = async (folder: string, { files }: Described, name: FileName): Promise<Buffer> => {
  const bytes = await readModelFile(folder, name);
  const found = createHash('sha256').update(bytes).digest('hex');
  const expected = files[name] ?? '';
  if (found === expected) return bytes;
  throw new PalaceError(
    'E_MODEL_ALTERED',
    errorText`The model file ${path.join(folder, name)} was altered: its SHA-256 is ${found}, not ${expected}.`,
  );
};

const describedBy = async <Description>(folder: string, schema: z.ZodType<Description>): Promise<Description> =>
  parseDescription(await readModelFile(folder, descriptionFile), path.join(folder, descriptionFile), schema);

/** The stamp that the vectors of a described model carry. */
export const modelStampOf = ({ name, dim, files }: ModelDescription, engine: EngineName): ModelStamp => ({
  model: name,
  dim,
  sha256: (engine === ownEngine ? files['weights.int8'] : undefined) ?? files['model.onnx'],
  engine,
});

/** An encoder must fit into WebAssembly's address space. */
const mostModelBytes = 4 * 2 ** 30;

const readModelFile = async (folder: string, name: string): Promise<Buffer> => {
  try {
    return await readGuarded(path.join(folder, name), { mostBytes: mostModelBytes });
  } catch (thrown) {
    throw new PalaceError(
      'E_MODEL_MISSING',
      errorText`The model file ${path.join(folder, name)} can't be read: ${reasonOf(thrown)}.`,
      { cause: thrown },
    );
  }
};

const parseDescription = <Description>(
  bytes: Buffer,
  file: string,
  schema: z.ZodType<Description>,
): Description => {
  return parseJsonAs(
    bytes.toString('utf8'),
    schema,
    (problem) =>
      new PalaceError(
        'E_MODEL_ALTERED',
        errorText`The model file ${file} does not describe a model: ${asReason(problem)}.`,
      ),
  );
};
