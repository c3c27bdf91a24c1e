import { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandFiles, registerCommands } from '../../../extension/cli/registerCommands.ts';

const namesAfter = async (...args: string[]): Promise<string[]> => {
  const program = new Command().option('--palace <dir>').option('--json').exitOverride();
  await registerCommands(program, args);
  return program.commands.map((command) => command.name());
};

it('a command’s file registers it, alone or with its opposite', async () => {
  for (const name of Object.keys(commandFiles)) expect(await namesAfter('--json', name)).toContain(name);
  expect(await namesAfter('--palace', 'list', 'search', 'list')).toEqual(['search']);
  expect(await namesAfter('unpin', 'd')).toEqual(['pin', 'unpin']);
});

it('where no command is named, or none that there is, all are there, each once and in order', async () => {
  const all = Object.keys(commandFiles);
  for (const args of [[], ['--help'], ['help', 'search'], ['serach'], ['--help', 'search'], ['constructor']])
    expect(await namesAfter(...args)).toEqual(all);
});
