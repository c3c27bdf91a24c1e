import { Option, type Command } from 'commander';
import type { GlobalOptions } from './terminal/cliContext.ts';
import { closetsCommand } from './commands/closets.ts';
import { deleteCommand } from './commands/deleteCommand.ts';
import { showProfileCommand, statusCommand, verifyCommand } from './commands/inspect.ts';
import { rebuildEmbeddingsCommand } from './commands/rebuildEmbeddings.ts';
import { repairCommand } from './commands/repairCommand.ts';
import { scanCommand } from './commands/scan.ts';
import { wholeNumber } from './terminal/wholeNumber.ts';

/** Adds the commands that tell how the palace stands and keep it in order. `start` makes a command that takes the global options, `all` reads them. */
export const addUpkeep = (
  start: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  start('status')
    .description('how many drawers there are, and how the palace stands')
    .addHelpText('after', '\nExamples:\n  synapse-palace status\n  synapse-palace status --json')
    .action((_: unknown, command: Command) => statusCommand(all(command)));

  start('show-profile [name]')
    .description('each flag of a retrieval profile, its value and where it comes from')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace show-profile\n  synapse-palace show-profile decide --json',
    )
    .action((name: string | undefined, _: unknown, command: Command) => showProfileCommand(name, all(command)));

  start('rebuild-embeddings')
    .description('embed every drawer anew with this program’s model; search goes by words meanwhile')
    .addHelpText(
      'after',
      '\nStopped or killed, it goes on with the next run. The old vectors stay until all new ones are there.\n\nExample:\n  synapse-palace rebuild-embeddings --json',
    )
    .action((_: unknown, command: Command) => rebuildEmbeddingsCommand(all(command)));

  start('closets')
    .description('index cards of every source: how they stand')
    .option('--build', 'build them all, and keep them from now on')
    .addOption(new Option('--drop', 'remove them all, and keep none').conflicts('build'))
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace closets --build\n  synapse-palace search rotate token --set closets=first',
    )
    .action((_: unknown, command: Command) => closetsCommand(all(command)));

  start('scan')
    .description('bring up to date what was used lately, for all drawers, in batches')
    .option('--dry-run', 'count what would be written, and write nothing')
    .option('--trace', 'list every batch')
    .option('--batch-size <n>', 'drawers a batch (default: 5000)', wholeNumber(1, 50_000))
    .option(
      '--max-depth <n>',
      'drawers a scan at most; the next goes on from there (default: 50000)',
      wholeNumber(1, 10_000_000),
    )
    .addHelpText('after', '\nExample:\n  synapse-palace scan --dry-run --trace')
    .action((_: unknown, command: Command) => scanCommand(all(command)));

  start('verify')
    .description('compare every drawer with its hash and check the palace’s file')
    .addHelpText('after', '\nExit code 1 where something is damaged.\n\nExample:\n  synapse-palace verify --json')
    .action((_: unknown, command: Command) => verifyCommand(all(command)));

  start('repair')
    .description(
      'make a sound palace out of a damaged one: the newest sound backup, and on top of it all that can be read',
    )
    .option('--dry-run', 'tell what would be saved, and change nothing')
    .addHelpText(
      'after',
      '\nThe damaged files are kept beside it as they are. Close what has the palace open first.\n\nExamples:\n  synapse-palace repair --dry-run\n  synapse-palace repair --json',
    )
    .action((_: unknown, command: Command) => repairCommand(all(command)));

  start('delete')
    .description('delete the palace with its backups, for good; asks first')
    .option('--yes', 'delete it without asking')
    .addHelpText(
      'after',
      '\nThe workspace’s files stay as they are.\n\nExample:\n  synapse-palace export ~/backup/harbor && synapse-palace delete',
    )
    .action((_: unknown, command: Command) => deleteCommand(all(command)));
};
