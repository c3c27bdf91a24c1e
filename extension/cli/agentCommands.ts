import type { Command } from 'commander';
import type { GlobalOptions } from './terminal/cliContext.ts';

/** Adds the commands that agents start. What they need is loaded only then. */
export const addAgents = (
  command: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  command('mcp')
    .description('serve the palace to agents (Model Context Protocol) on standard input and output')
    .addHelpText(
      'after',
      '\nThe palace is that of --palace, $SYNAPSE_PALACE_HOME, the agent’s workspace or the current folder; it is opened on the first call.\n\nExample:\n  claude mcp add synapse-palace -- synapse-palace mcp',
    )
    .action(async (_: unknown, program: Command) => (await import('./commands/mcp.ts')).mcpCommand(all(program)));
};
