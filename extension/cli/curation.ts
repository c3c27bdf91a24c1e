import { InvalidArgumentError, type Command } from 'commander';
import type { GlobalOptions } from './terminal/cliContext.ts';
import { markCommand, tierCommand, updateCommand, type MarkOptions } from './commands/curate.ts';
import { editCommand, saveCommand, tagsCommand, type SaveOptions } from './commands/notes.ts';

const share = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
};

/** Adds the commands that save and curate. `start` makes a command that takes the global options, `all` reads them. */
export const addCuration = (
  start: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  const ids = (name: string, before = ''): Command => start(`${name} ${before}<drawer-id...>`);

  start('save [text...]')
    .description('save a note, from the arguments or from standard input (-)')
    .option('--type <type>', 'decision, insight, issue, progress, handoff, reference or summary', 'insight')
    .option('--tag <tags...>', 'tags')
    .option('--tier <tier>', 'ephemeral, working or longterm (default: by the type)')
    .option('--pin', 'pin it')
    .option('--importance <number>', 'from 0 to 1 (default: 0.5)', share)
    .option('--sensitive', 'never embed it, never hand it to an agent')
    .option('--wing <name>', 'the wing to file it in (default: the source’s, else the workspace’s)')
    .option('--room <name>', 'the room to file it in (default: notes)')
    .option('--source <place>', 'where it comes from: src/a.ts or src/a.ts:10-20')
    .option('--allow-duplicate', 'save it even if a drawer says the same')
    .option('--request-id <id>', 'the same ID again files nothing and gives the first answer')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace save "Tokens rotate in the gateway alone." --type decision --tag auth\n  git diff | synapse-palace save - --type progress --json',
    )
    .action((words: string[], _: unknown, command: Command) => saveCommand(words, all<SaveOptions>(command)));

  start('edit <drawer-id> [text...]')
    .description('give a note another text; the earlier one goes to the archive')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace edit drawer_gateway_notes_0f3a9c2b7d1e4f60 "Tokens rotate nowhere."',
    )
    .action((id: string, words: string[], _: unknown, command: Command) => editCommand(id, words, all(command)));

  ids('tag')
    .description('add and remove tags')
    .option('--add <tags...>', 'tags to add')
    .option('--remove <tags...>', 'tags to remove')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace tag drawer_gateway_src_0f3a9c2b7d1e4f60 --add auth --remove draft',
    )
    .action((list: string[], _: unknown, command: Command) => {
      const options = all<GlobalOptions & { add?: string[]; remove?: string[] }>(command);
      return updateCommand(list, { tags_add: options.add ?? [], tags_remove: options.remove ?? [] }, options);
    });
  start('tags')
    .description('the tags in use and how many drawers bear them')
    .addHelpText('after', '\nExample:\n  synapse-palace tags --json')
    .action((_: unknown, command: Command) => tagsCommand(all(command)));

  for (const [name, pinned, what] of [
    ['pin', true, 'pin drawers: nothing demotes, archives or compacts them'],
    ['unpin', false, 'unpin drawers'],
  ] as const)
    ids(name)
      .description(what)
      .addHelpText('after', `\nExample:\n  synapse-palace ${name} drawer_gateway_src_0f3a9c2b7d1e4f60`)
      .action((list: string[], _: unknown, command: Command) => updateCommand(list, { pinned }, all(command)));
  ids('tier', '<tier> ')
    .description('put drawers into a tier: ephemeral, working or longterm')
    .addHelpText('after', '\nExample:\n  synapse-palace tier longterm drawer_gateway_src_0f3a9c2b7d1e4f60')
    .action((tier: string, list: string[], _: unknown, command: Command) => tierCommand(tier, list, all(command)));
  ids('archive')
    .description('take drawers out of search and lists; nothing is deleted')
    .option('--reason <text>', 'why (default: by_hand)')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace archive drawer_gateway_src_0f3a9c2b7d1e4f60 --reason "moved to the wiki"',
    )
    .action((list: string[], _: unknown, command: Command) => {
      const options = all<GlobalOptions & { reason?: string }>(command);
      return updateCommand(
        list,
        { archived: true, ...(options.reason === undefined ? {} : { archive_reason: options.reason }) },
        options,
      );
    });
  ids('mark')
    .description('mark drawers: sensitive, superseded, important, of another note type')
    .option('--sensitive', 'never embed them, never hand them to an agent')
    .option('--no-sensitive', 'they are not')
    .option('--superseded-by <drawer-id>', 'what stands in their place')
    .option('--no-superseded-by', 'nothing does')
    .option('--importance <number>', 'from 0 to 1', share)
    .option('--type <type>', 'another note type')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace mark drawer_gateway_notes_0f3a9c2b7d1e4f60 --superseded-by drawer_gateway_notes_77ab01c2d3e4f506',
    )
    .action((list: string[], _: unknown, command: Command) => markCommand(list, all<MarkOptions>(command)));
};
