import type { Command } from 'commander';
import type { GlobalOptions } from './cliContext.ts';
import { hookCommand } from './commands/hook.ts';
import { hookEventNames } from '../agent/hooks/hookEvent.ts';

/** Adds what agents call and what registers it with them. `start` makes a command that takes the global options, `all` reads them. */
export const addHooks = (start: (nameAndArguments: string) => Command, all: <T extends GlobalOptions>(command: Command) => T): void => {
  start('hook <event>').description(`for agents: answers an event of a session (${hookEventNames.join(', ')})`)
    // Whatever an agent adds must not become wrong usage, which would block it.
    .allowUnknownOption().allowExcessArguments()
    .addHelpText('after', '\nReads the event as JSON on stdin, answers in Claude Code’s form within 4 s and exits with 0 whatever happens.\n\nExample:\n  synapse-palace hook session-start < /dev/null')
    .action((event: string, _: unknown, command: Command) => hookCommand(event, all(command)));
};
