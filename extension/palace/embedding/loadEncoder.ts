import { ortEngine, ownEngine, type EngineChoice } from '../model/embedding/embeddingEngine.ts';
import type { EngineMemory } from './engine/engineMemory.ts';
import { loadEngineEncoder, type EnginePlace } from './engineEncoder.ts';
import { engineOf, readDescription, readModelFolder } from './modelFolder.ts';
import type { SentenceEncoder } from './sentenceEncoder.ts';

export interface LoadedEncoder {
  readonly encoder: SentenceEncoder;
  /** The weights for further threads; null if these have to load their own. */
  readonly weights: EngineMemory | null;
  /** Why another engine than the expected one runs; null if it is the expected one. */
  readonly notice: string | null;
}

/**
 * Loads a folder's model into our own engine. onnxruntime-web is used for models that ours can't run, on request,
 * and if ours does not give the recorded vectors. Errors: those of the model folder, E_EMBEDDING.
 */
export const loadEncoder = async (
  folders: { readonly modelFolder: string; readonly ortFolder: string },
  choice: EngineChoice,
  place: EnginePlace,
): Promise<LoadedEncoder> => {
  const description = await readDescription(folders.modelFolder);
  const wanted = engineOf(description, choice);
  if (wanted === ownEngine) {
    const loaded = await loadEngineEncoder(folders.modelFolder, description, place);
    if (loaded !== undefined) {
      const isShared = loaded.memory.memory.buffer instanceof SharedArrayBuffer;
      return { encoder: loaded.encoder, weights: isShared ? loaded.memory : null, notice: null };
    }
  }
  // onnxruntime-web is loaded only when it is needed.
  const { loadOrtEncoder } = await import('./ortEncoder.ts');
  const encoder = await loadOrtEncoder(await readModelFolder(folders.modelFolder), folders.ortFolder);
  // The first run is by far the slowest, and it checks that the model's output matches its description.
  await encoder.encode('Warm up.', 'drawer');
  const notice =
    wanted === ownEngine
      ? `The embedding engine ${ownEngine} failed its self-test on this machine, so ${ortEngine} is used instead. It is slower, and its vectors differ.`
      : null;
  return { encoder, weights: null, notice };
};
