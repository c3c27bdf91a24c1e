import type { Command } from 'commander';
import type { GlobalOptions } from './terminal/cliContext.ts';
import {
  maintainCommand,
  patternsCommand,
  resolvePatternCommand,
  restoreCommand,
  sessionContextCommand,
} from './commands/memory.ts';
import { wholeNumber } from './terminal/wholeNumber.ts';

/** Adds the commands that let memory age. `start` makes a command that takes the global options, `all` reads them. */
export const addMemory = (
  start: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  start('maintain')
    .description('let memory age: archive, demote and promote by the tiers’ rules; nothing is deleted')
    .option('--dry-run', 'report what would change, and write nothing')
    .option('--no-git', 'leave the last day’s commits alone')
    .option('--now <time>', 'count ages to this time instead of the present')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace maintain --dry-run\n  synapse-palace maintain --no-git --json',
    )
    .action((_: unknown, command: Command) => maintainCommand(all(command)));

  start('restore [drawer-id...]')
    .description('bring drawers back from the archive, one by one or as they went there together')
    .option('--batch <batch>', 'everything that was archived together')
    .option('--reason <reason>', 'everything that was archived for a reason, for instance by_hand')
    .option('--list', 'the batches in the archive, the latest first')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace restore drawer_gateway_notes_0f3a9c2b7d1e4f60\n  synapse-palace restore --batch maintenance@2026-03-01T12:00:00.000Z',
    )
    .action((ids: string[], _: unknown, command: Command) => restoreCommand(ids, all(command)));

  start('patterns')
    .description('issues that recur')
    .option('--all', 'resolved ones too')
    .addHelpText('after', '\nExample:\n  synapse-palace patterns --all --json')
    .action((_: unknown, command: Command) => patternsCommand(all(command)));

  start('resolve-pattern <pattern-id>')
    .description('mark a recurring issue as resolved')
    .option('--reopen', 'it is not resolved after all')
    .addHelpText('after', '\nExample:\n  synapse-palace resolve-pattern pattern_0f3a9c2b7d1e4f60')
    .action((id: string, _: unknown, command: Command) => resolvePatternCommand(id, all(command)));

  start('session-context')
    .description('what a session should begin with: pinned drawers, recurring issues, what is used')
    .option('--tokens <n>', 'the budget, from 100 to 100000 (default: 2000)', wholeNumber(100, 100_000))
    .option('--session <id>', 'what this session used comes first')
    .addHelpText('after', '\nExample:\n  synapse-palace session-context --tokens 1000')
    .action((_: unknown, command: Command) => sessionContextCommand(all(command)));
};
