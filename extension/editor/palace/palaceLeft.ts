import type { PalaceState } from './palaceState.ts';

/**
 * The folder of the palace that a window has left for a place without one, as when a second folder makes the workspace's file its
 * place; null if there was none, or is one now.
 */
export const palaceLeft = async (
  before: PalaceState,
  after: PalaceState,
  exists: (folder: string) => Promise<boolean>,
): Promise<string | null> =>
  after.kind === 'absent' && 'folder' in before && before.folder !== after.folder && (await exists(before.folder))
    ? before.folder
    : null;
