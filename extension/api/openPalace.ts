import path from 'node:path';
import * as z from 'zod';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { schemaProblem } from '../palace/model/errors/schemaProblem.ts';
import { connectPalace } from '../service/connectPalace.ts';
import { hasPalace, locatePalace } from '../service/palaceLocation.ts';
import { distFolder, modelFolder } from '../service/programFiles.ts';
import { apiOf } from './apiOf.ts';
import type * as declared from './publicApi.ts';

/** Its callers need not be compiled against these types. */
const optionsSchema = z.object({
  workspace: z.string().default('.'),
  palace: z.string().optional(),
  onLog: z.custom<declared.OpenPalaceOptions['onLog']>((given) => typeof given === 'function').optional(),
});

/** See publicApi.ts. */
export const openPalace: typeof declared.openPalace = async (options = {}) => {
  const given = optionsSchema.safeParse(options);
  if (!given.success)
    throw new PalaceError('E_USAGE', `The options can’t be used: ${schemaProblem(given.error, options)}.`, {
      remedy: 'Correct the options; docs/api.md shows them.',
    });
  const { workspace, palace, onLog } = given.data;
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
