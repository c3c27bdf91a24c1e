import { Option, type Command } from 'commander';
import { toolSets, type ToolSet } from '../../../agent/tools/toolSets.ts';
import { programVersion } from '../../../service/wire/programVersion.ts';
import { openPalace } from '../../connection/openPalace.ts';
import { palaceLocationOfSession } from '../../connection/palaceLocation.ts';
import { hasPalace, type PalaceLocation } from '../../../service/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';

interface McpFlags extends GlobalOptions {
  readonly tools: ToolSet;
  readonly structured?: boolean;
}

/** `mcp`: serves the palace to agents until they close standard input. */
export const register = (program: Command): void => {
  addCommand(program, 'mcp', ['--json', '--quiet'])
    .description('serve the palace to agents (Model Context Protocol) on standard input and output')
    .addOption(
      new Option(
        '--tools <set>',
        'the tools by their names in MemPalace, by those in Synaptic (context), or under both',
      )
        .choices(toolSets)
        .default('mempalace'),
    )
    .option('--structured', 'also answer with structured content and list output schemas, for programs')
    .addHelpText(
      'after',
      '\nThe palace is that of --palace, $SYNAPSE_PALACE_HOME, the agent’s workspace or the current folder; it is opened on the first call.\n\nExample:\n  claude mcp add synapse-palace -- synapse-palace mcp',
    )
    .action((_: unknown, command: Command) => mcp(optionsOf<McpFlags>(command)));
};

const mcp = async (options: McpFlags): Promise<void> => {
  // Loaded here because the protocol's library is large and no other command needs it.
  const { serveMcp } = await import('../../../agent/mcp/serveMcp.ts');
  await serveMcp({
    version: programVersion,
    toolSet: options.tools,
    isStructured: options.structured === true,
    // The client's folders take precedence over the current folder.
    site: (roots) => locationOf(options, roots.length === 0 ? ['.'] : roots),
    connect: (location) => openPalace(location, { agent: true }),
  });
};

/** The location of the first folder that has a palace, else of the first folder. */
const locationOf = (options: GlobalOptions, folders: readonly string[]): PalaceLocation => {
  const locations = folders.map((folder) => palaceLocationOfSession(options, folder));
  return (
    locations.find(({ folder }) => hasPalace(folder)) ?? locations[0] ?? palaceLocationOfSession(options, '.')
  );
};
