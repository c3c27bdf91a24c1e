import { Option, type Command } from 'commander';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly palace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds a command that also takes the global options. `nameAndArguments` is, for example, `show <drawer-id>`. */
export const addCommand = (program: Command, nameAndArguments: string): Command =>
  program
    .command(nameAndArguments)
    .addOption(new Option('--palace <dir>').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .addOption(new Option('--quiet').hideHelp());

/** A command's options. The global ones may be given before or after the command's name. */
export const optionsOf = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>();
