import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { InspectorCommand } from '../../protocol/inspectorMessages.ts';

/** Why there is no palace to ask; the commands that are offered tell. */
export const noPalace = (commands: readonly InspectorCommand[]): PalaceError => {
  if (commands.includes('openFolder'))
    return new PalaceError('E_PALACE_NOT_FOUND', 'No folder is open.', {
      remedy: 'Open a folder: each workspace has a palace of its own.',
    });
  return new PalaceError(
    'E_PALACE_NOT_FOUND',
    commands.includes('manageTrust')
      ? 'The files of a workspace that you don’t trust are not mined, and no palace inside it is opened.'
      : 'This workspace has no memory yet.',
  );
};
