import path from 'node:path';
import { errorText } from '../palace/model/errorText.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { connectPalace } from '../service/connectPalace.ts';
import { hasPalace, locatePalace } from '../service/palaceLocation.ts';
import { distFolder, modelFolder } from '../service/programFiles.ts';
import { apiOf } from './apiOf.ts';
import type * as declared from './publicApi.ts';

/** See publicApi.ts. */
export const openPalace: typeof declared.openPalace = async ({ workspace = '.', palace, onLog } = {}) => {
  const place = locatePalace(palace, workspace);
  if (!hasPalace(place.folder))
    throw new PalaceError('E_PALACE_NOT_FOUND', errorText`There is no palace in ${place.folder}.`, {
      remedy: 'Run “synapse-palace mine” in the workspace first.',
    });
  const connection = await connectPalace({
    folder: place.folder,
    workspace: path.basename(place.workspace),
    distFolder,
    modelFolder,
    embeddingWorkers: 1,
  });
  connection.onEvent((event) => {
    if (event.kind === 'log') onLog?.(event.level, event.message);
  });
  return {
    ...apiOf({ palace: () => Promise.resolve(connection.api), registerHook: connection.registerHook }),
    folder: place.folder,
    close: () => connection.close(),
  };
};
