import { availableParallelism } from 'node:os';
import path from 'node:path';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import type { EngineChoice } from '../../../extension/palace/model/embedding/embeddingEngine.ts';
import type { PalaceConnection } from '../../../extension/service/palaceConnection.ts';

/** The product's own palace, from the built bundles. `workers`: for embedding, one per core; null: as many as users have. */
export const benchPalace = (
  folder: string,
  {
    engine = 'automatic',
    workers = availableParallelism(),
  }: { readonly engine?: EngineChoice; readonly workers?: number | null } = {},
): Promise<PalaceConnection> => {
  const dist = path.resolve('dist');
  return connectPalace({
    folder,
    workspace: 'benchmark',
    distFolder: dist,
    modelFolder: path.resolve('media/models/all-MiniLM-L6-v2-int8'),
    ...(workers === null ? {} : { embeddingWorkers: workers }),
    settings: { model_engine: engine, embedding_pace: 'full' },
  });
};

/** `--name value` and `--flag` from the command line. */
export const benchOption = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : (process.argv[at + 1] ?? '');
};
export const benchOptions = (name: string): string[] =>
  process.argv.flatMap((word, i) => (word === `--${name}` ? [process.argv[i + 1] ?? ''] : []));
