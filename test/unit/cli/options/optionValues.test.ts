import { Command } from 'commander';
import { expect, it } from 'vitest';
import { withOwnWords } from '../../../../extension/cli/options/optionValues.ts';
import { registerCommands } from '../../../../extension/cli/registerCommands.ts';

/** What a command gets: its words, and its options. */
const parsed = async (line: string) => {
  const words = line.split(' ').map((word) => word.replaceAll('·', ' '));
  const program = new Command();
  await registerCommands(program, words);
  const command = program.commands.find((one) => one.name() === words[0]);
  if (command === undefined) throw new Error(`no command ${line}`);
  command.exitOverride().action(() => undefined);
  command.parse([...withOwnWords(words.slice(1), command)], { from: 'user' });
  return [command.args, command.opts()];
};

it.each([
  ['search --wing a wing:b', ['wing:b'], { wing: ['a'] }],
  ['search --wing a retry', ['retry'], { wing: ['a'] }],
  ['search --wing a retry a failed call', ['retry', 'a', 'failed', 'call'], { wing: ['a'] }],
  ['search --wing a --wing c retry', ['retry'], { wing: ['a', 'c'] }],
  ['search --wing a c --type file retry', ['retry'], { wing: ['a', 'c'], type: ['file'] }],
  ['search retry --wing a c', ['retry'], { wing: ['a', 'c'] }],
  ['search retry --wing a c path:docs', ['retry', 'path:docs'], { wing: ['a', 'c'] }],
  ['search --wing a c -- retry', ['retry'], { wing: ['a', 'c'] }],
  ['search --wing a c -k 5 retry', ['retry'], { wing: ['a', 'c'], k: 5 }],
  ['search --set mmr_enabled=true retry', ['retry'], { set: ['mmr_enabled=true'] }],
  ['why-not id --tag a retry', ['id', 'retry'], { tag: ['a'] }],
  ['why-not --tag a id retry', ['id', 'retry'], { tag: ['a'] }],
  ['tag --add a id', ['id'], { add: ['a'] }],
  ['tag id --add a b', ['id'], { add: ['a', 'b'] }],
  ['save --tag a b We·use·one·queue.', ['We use one queue.'], { tag: ['a', 'b'] }],
  ['save --tag a b', [], { tag: ['a', 'b'] }],
  ['consolidate --set a=1 b=2 id', ['id'], { set: ['a=1', 'b=2'] }],
  ['config --unset chunk_target exclude', [], { unset: ['chunk_target', 'exclude'] }],
  ['list --wing a b', [], { wing: ['a', 'b'] }],
])('an option for several values leaves the command its own words: %s', async (line, words, options) => {
  const [own, given] = await parsed(line);
  expect(own).toEqual(words);
  expect(given).toMatchObject(options);
});
