import path from 'node:path';

/** The folder of the running bundle (`dist/`), which also holds the workers. For ES modules only. */
export const distFolder = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

/** The folder of the embedding model that is shipped. */
export const modelFolder = path.join(distFolder, '..', 'media', 'models', 'all-MiniLM-L6-v2-int8');
