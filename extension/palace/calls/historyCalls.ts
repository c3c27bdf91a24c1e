import path from 'node:path';
import type { PalaceApi } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { errorText } from '../model/errors/errorText.ts';
import { isoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { folderRegistryKey, minedFolders, parseFolderRegistry } from '../model/source/folderRegistry.ts';
import { fileHistory, type FileHistoryParts } from '../retrieval/history/fileHistory.ts';
import { drawerView } from './views/drawerView.ts';

/** Events unless the call sets a limit. */
const usual = 200;

/** The call that returns what the palace knows about a file, in its wire form. */
export type HistoryCalls = Pick<PalaceApi, 'fileHistory'>;

export const historyCalls = (
  parts: FileHistoryParts & { readonly embeddings: PalaceEmbeddings },
): HistoryCalls => ({
  fileHistory: async ({ path: file, limit = usual }, { signal } = {}) => {
    if (!path.isAbsolute(file) || file.includes('\0'))
      throw new PalaceError('E_USAGE', errorText`“${file.slice(0, 200)}” is not an absolute path.`, {
        remedy: 'Give the full path of the file.',
      });
    const { read, embeddings } = parts;
    const { names, events } = await fileHistory(pathsOf(path.resolve(file), parts), parts, signal);
    return {
      names: names.map((name) => ({
        path: name.path,
        until: name.until === Infinity ? null : isoTime(name.until),
      })),
      total: events.length,
      events: events.slice(0, limit).map(({ name, drawer, drawers }) => ({
        path: name.path,
        drawers,
        drawer: drawerView(drawer, read, embeddings.vectorFacts(drawer.rowid)),
      })),
    };
  },
});

/** A file's path with `/`, and as the palace writes it. */
const pathsOf = (
  file: string,
  { read }: FileHistoryParts,
): { readonly absolute: string; readonly path: string } => {
  const absolute = file.replaceAll(path.sep, '/');
  const registry = parseFolderRegistry(read.meta(folderRegistryKey));
  return { absolute, path: minedFolders(registry).palacePath(absolute) ?? absolute };
};
