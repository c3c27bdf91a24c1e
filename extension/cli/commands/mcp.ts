import { existsSync } from 'node:fs';
import path from 'node:path';
import { serveMcp } from '../../agent/mcp/serveMcp.ts';
import { programVersion } from '../../service/programVersion.ts';
import { openPalace, palaceLocation, type GlobalOptions, type PalaceLocation } from '../terminal/cliContext.ts';

/** Serves the palace to agents until they close standard input. */
export const mcpCommand = (options: GlobalOptions): Promise<void> =>
  serveMcp({
    version: programVersion,
    // A client's folders come before the one it happened to start this program in.
    site: (roots) => placeOf(options, roots.length === 0 ? ['.'] : roots),
    connect: (place) => openPalace(place),
  });

/** Of several folders the first that has a palace, else the first. */
const placeOf = (options: GlobalOptions, folders: readonly string[]): PalaceLocation => {
  const places = folders.map((folder) => palaceLocation(options, folder));
  return (
    places.find(({ folder }) => existsSync(path.join(folder, 'palace.sqlite'))) ??
    places[0] ??
    palaceLocation(options, '.')
  );
};
