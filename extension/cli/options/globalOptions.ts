import { Option, type Command } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly palace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds a command that takes the global options, too. `nameAndArguments`: `show <drawer-id>`. */
export const addCommand = (program: Command, nameAndArguments: string): Command =>
  program
    .command(nameAndArguments)
    .addOption(new Option('--palace <dir>').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .addOption(new Option('--quiet').hideHelp());

/** A command's options; the global ones count wherever they were given, before the command's name or after it. */
export const optionsOf = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>();
