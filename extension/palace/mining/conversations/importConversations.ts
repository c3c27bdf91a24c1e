import path from 'node:path';
import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import type { ConversationImportReport } from '../../contract/filing/conversationSchemas.ts';
import { importScratch } from '../../store/palaceFiles.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import { nodeFileAccess } from '../fileAccess.ts';
import { ImportRun, type ImportConversationsOptions, type ImportConversationsRequest } from './importRun.ts';
import { unpackExports } from './zippedExports.ts';

const sliceMs = 8;

/**
 * Imports files of conversations: each conversation is a source, each exchange has its drawers. Importing again
 * adds only what is new. A conversation is identified by its program's own ID if it has one, so a copy adds
 * nothing. Detected import files of drawers are imported as such, and ZIP archives are unpacked. Errors: E_USAGE
 * for a path that is not absolute, E_IMPORT_FORMAT if none of the files can be read, E_CANCELLED, and those of
 * `PalaceStore.write`.
 */
export const importConversations = async (
  store: PalaceStore,
  request: ImportConversationsRequest,
  options: ImportConversationsOptions,
): Promise<ConversationImportReport> => {
  const started = performance.now();
  const unpacked = await unpackExports(
    options.files ?? nodeFileAccess,
    request.files,
    path.join(store.folder, importScratch),
    yieldToEventLoopEvery(sliceMs),
  );
  try {
    const run = new ImportRun(store, { ...request, files: [...unpacked.paths] }, options, unpacked.nameOf);
    for (const { file, reason } of unpacked.problems) run.fail(file, reason, true);
    await run.all();
    return run.tally.report(Math.round(performance.now() - started));
  } finally {
    await unpacked.remove();
  }
};
