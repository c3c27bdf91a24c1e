import { createHash } from 'node:crypto';
import { messageOf } from '../../base/text/messageOf.ts';
import { ownEngine } from '../model/embedding/embeddingEngine.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { loadWeights, type EngineMemory } from './engine/engineMemory.ts';
import { fasterPass } from './engine/fasterPass.ts';
import { forwardPass, type ForwardPass } from './engine/forwardPass.ts';
import { elementBytes } from './engine/kernels/dotProduct.ts';
import { usableKernels } from './engine/usableKernels.ts';
import { shapeOfWeights } from './engine/weightsFile.ts';
import { modelStampOf, readModelFolder, readTokenizerFile, type ModelDescription } from './modelFolder.ts';
import type { SentenceEncoder } from './sentenceEncoder.ts';
import { createTokeniser } from './tokenizer.ts';

/** A thread's part of memory that it may share with others. */
export interface EnginePlace {
  /** Weights that another thread has loaded and checked. */
  readonly loaded: EngineMemory | null;
  /** The thread's own arena, and the number of arenas. */
  readonly arena: number;
  readonly arenas: number;
}

/**
 * Loads the model into our own engine, which takes some 50 ms, and checks that it gives the recorded vectors.
 * Undefined if no kernel does on this machine. Errors: those of the model folder; E_EMBEDDING if its weights are
 * not valid.
 */
export const loadEngineEncoder = async (
  folder: string,
  description: ModelDescription,
  place: EnginePlace,
): Promise<{ readonly encoder: SentenceEncoder; readonly memory: EngineMemory } | undefined> => {
  const found =
    place.loaded === null
      ? await loadPassing(folder, description, place)
      : passing(place.loaded, description, place.arena);
  if (found === undefined) return undefined;
  const tokenise = createTokeniser(await readTokenizerFile(folder, description), description.max_tokens);
  const prefix = description.query_prefix;
  const pass = fasterPass(found.pass, () => rivalOf(found.memory, description, place.arena)?.pass);
  return {
    memory: found.memory,
    encoder: {
      stamp: modelStampOf(description, ownEngine),
      encode: (text, kind) => Promise.resolve(pass(tokenise(kind === 'query' ? prefix + text : text))),
    },
  };
};

/** The weights with the first kernel that gives the recorded vectors. */
const loadPassing = async (
  folder: string,
  description: ModelDescription,
  { arena, arenas }: EnginePlace,
): Promise<Passing | undefined> => {
  const { weights } = await readModelFolder(folder, ownEngine);
  try {
    const shape = shapeOfWeights(weights);
    if (shape.hidden !== description.dim || shape.positions < description.max_tokens)
      throw new Error(`its sizes are ${JSON.stringify(shape)}`);
    for (const kind of usableKernels()) {
      const found = passing(loadWeights(weights, kind, arenas), description, arena);
      if (found !== undefined) return found;
    }
    return undefined;
  } catch (thrown) {
    const reason = messageOf(thrown);
    throw new PalaceError('E_EMBEDDING', errorText`The model ${description.name} could not be loaded: ${reason}`, {
      cause: thrown,
    });
  }
};

/** Another kernel that reads the same weights, if this host has one and it gives the recorded vectors, too. */
const rivalOf = (memory: EngineMemory, description: ModelDescription, arena: number): Passing | undefined => {
  const kind = usableKernels().find(
    (other) => other !== memory.kind && elementBytes(other) === elementBytes(memory.kind),
  );
  return kind && passing({ ...memory, kind }, description, arena);
};

interface Passing {
  readonly memory: EngineMemory;
  readonly pass: ForwardPass;
}

const passing = (
  memory: EngineMemory,
  { self_test: tests }: ModelDescription,
  arena: number,
): Passing | undefined => {
  const pass = forwardPass(memory, arena);
  const isRecorded = tests.every(({ tokens, sha256 }) => {
    const vector = pass(tokens);
    return createHash('sha256').update(new Uint8Array(vector.buffer)).digest('hex') === sha256;
  });
  return isRecorded ? { memory, pass } : undefined;
};
