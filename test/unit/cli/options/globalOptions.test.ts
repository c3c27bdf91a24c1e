import { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandFiles, registerCommands } from '../../../../extension/cli/registerCommands.ts';

const globals = ['--palace', '--json', '--quiet'];

/** The global options that a command's help names: among its own, and in their section. */
const namedInHelp = async (...words: string[]): Promise<{ own: readonly string[]; all: readonly string[] }> => {
  const program = new Command('synapse-palace')
    .option('--palace <dir>', 'the palace’s folder')
    .option('--json', 'one JSON document on stdout')
    .option('--quiet', 'no progress, no summary')
    .version('1.0.0', '--version')
    .exitOverride();
  await registerCommands(program, words);
  const command = words.reduce<Command | undefined>(
    (within, word) => within?.commands.find((one) => one.name() === word),
    program,
  );
  const help = command?.helpInformation() ?? '';
  const section = (title: string): string[] =>
    [...(help.split(`\n${title}:\n`)[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}(--[a-z]+)/gm)].flatMap(
      ([, name]) => name ?? [],
    );
  return { own: section('Options').filter((name) => globals.includes(name)), all: section('Global Options') };
};

it('a command’s help names the global options that it takes, in a section of their own', async () => {
  const commands = Object.keys(commandFiles).filter((name) => !['mcp', 'replay', 'team'].includes(name));
  for (const words of [...commands.map((name) => [name]), ['team', 'status'], ['team', 'invite']])
    expect({ words, ...(await namedInHelp(...words)) }).toEqual({ words, own: [], all: globals });
});

it('those that do nothing for a command, or that it lists itself, are not named there', async () => {
  expect(await namedInHelp('mcp')).toEqual({ own: [], all: ['--palace'] });
  expect(await namedInHelp('replay')).toEqual({ own: [], all: ['--json', '--quiet'] });
  expect(await namedInHelp('team')).toEqual({ own: [], all: [] });
  expect(await namedInHelp('hook', 'stop')).toEqual({ own: ['--palace'], all: [] });
  expect(await namedInHelp('hook', 'install')).toEqual({ own: ['--json', '--quiet', '--palace'], all: [] });
});

it('the help shows no default of an option that is only given or not', async () => {
  const program = new Command('synapse-palace').exitOverride();
  await registerCommands(program, []);
  const helps = (command: Command): string[] => [
    command.helpInformation({ error: false }),
    ...command.commands.flatMap(helps),
  ];
  expect(helps(program).filter((help) => /default: (?:true|false)/.test(help))).toEqual([]);
});
