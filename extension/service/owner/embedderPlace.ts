import path from 'node:path';
import type { EmbedderPlace } from '../../palace/embedding/startEmbedder.ts';
import type { OwnerSettings } from './ownerSettings.ts';

/** Where an owner's embedding workers are, and what they load. */
export const embedderPlace = ({
  modelFolder,
  engine,
  distFolder,
  embeddingWorkers: workers,
}: OwnerSettings): EmbedderPlace => ({
  modelFolder,
  engine,
  workerFile: path.join(distFolder, 'embedder.cjs'),
  ortFolder: distFolder,
  ...(workers === null ? {} : { workers }),
});
