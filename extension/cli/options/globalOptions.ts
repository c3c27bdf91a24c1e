import { Option, type Command } from 'commander';
import { named } from './named.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly palace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const globalFlags = ['--palace <dir>', '--json', '--quiet'] as const;

/**
 * Adds a command that also takes the global options, which its help names in a section of their own. `nameAndArguments` is, for
 * example, `show <drawer-id>`; what names something is refused if it is empty. `idle`: global options that do nothing there, and that
 * its help leaves out.
 */
export const addCommand = (program: Command, nameAndArguments: string, idle: readonly string[] = []): Command => {
  const command = program.command(nameAndArguments).configureHelp({
    showGlobalOptions: true,
    // Commands below this one inherit it; what they list themselves is not named twice.
    visibleGlobalOptions: (shown) =>
      rootOf(shown).options.filter(
        ({ long }) => !idle.includes(long ?? '') && shown.options.some((own) => own.hidden && own.long === long),
      ),
  });
  for (const flags of globalFlags) command.addOption(new Option(flags).hideHelp());
  for (const argument of command.registeredArguments) {
    if (argument.name() === 'drawer-id') argument.description = drawerDescription;
    const names = nameOf(argument.name());
    if (names === undefined) continue;
    argument.argParser<string | readonly string[]>((given, earlier) => {
      const name = named(names, given);
      return argument.variadic ? [...(typeof earlier === 'object' ? earlier : []), name] : name;
    });
  }
  return command;
};

const drawerDescription = 'its ID, or the place that a search prints: src/retry.ts:12–34';

/** What an argument names, in words; undefined for one that names nothing, such as a text. */
const nameOf = (argument: string): string | undefined => {
  const [, kind] = /^(.+)-id$/.exec(argument) ?? [];
  return kind === undefined ? namingArguments.get(argument) : `the ${kind}’s ID`;
};

const namingArguments: ReadonlyMap<string, string> = new Map([
  ['name', 'the name'],
  ['name-or-path', 'the name or path'],
  ['url', 'the URL'],
  ['wing', 'the wing'],
]);

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));

/** A command's options. The global ones may be given before or after the command's name. */
export const optionsOf = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>();
