import { Option, type Command } from 'commander';
import { named } from './named.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly palace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * Adds a command that also takes the global options. `nameAndArguments` is, for example, `show <drawer-id>`; what ends with `-id`
 * is refused if it is empty.
 */
export const addCommand = (program: Command, nameAndArguments: string): Command => {
  const command = program
    .command(nameAndArguments)
    .addOption(new Option('--palace <dir>').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .addOption(new Option('--quiet').hideHelp());
  for (const argument of command.registeredArguments) {
    const [, kind] = /^(.+)-id$/.exec(argument.name()) ?? [];
    if (kind === undefined) continue;
    argument.argParser<string | readonly string[]>((given, earlier) => {
      const id = named(`the ${kind}’s ID`, given);
      return argument.variadic ? [...(typeof earlier === 'object' ? earlier : []), id] : id;
    });
  }
  return command;
};

/** A command's options. The global ones may be given before or after the command's name. */
export const optionsOf = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>();
