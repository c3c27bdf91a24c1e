import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { programVersion } from '../../../service/wire/programVersion.ts';
import { openPalace } from '../../connection/openPalace.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import type { PalaceLocation } from '../../../service/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';

/** `mcp`: serves the palace to agents until they close standard input. */
export const register = (program: Command): void => {
  addCommand(program, 'mcp')
    .description('serve the palace to agents (Model Context Protocol) on standard input and output')
    .addHelpText(
      'after',
      '\nThe palace is that of --palace, $SYNAPSE_PALACE_HOME, the agent’s workspace or the current folder; it is opened on the first call.\n\nExample:\n  claude mcp add synapse-palace -- synapse-palace mcp',
    )
    .action((_: unknown, command: Command) => mcp(optionsOf(command)));
};

const mcp = async (options: GlobalOptions): Promise<void> => {
  // Loaded here because the protocol's library is large and no other command needs it.
  const { serveMcp } = await import('../../../agent/mcp/serveMcp.ts');
  await serveMcp({
    version: programVersion,
    // The client's folders take precedence over the current folder.
    site: (roots) => locationOf(options, roots.length === 0 ? ['.'] : roots),
    connect: (location) => openPalace(location, 1, true),
  });
};

/** The location of the first folder that has a palace, else of the first folder. */
const locationOf = (options: GlobalOptions, folders: readonly string[]): PalaceLocation => {
  const locations = folders.map((folder) => palaceLocation(options, folder));
  return (
    locations.find(({ folder }) => existsSync(path.join(folder, 'palace.sqlite'))) ??
    locations[0] ??
    palaceLocation(options, '.')
  );
};
