import { InvalidArgumentError, type Command } from 'commander';
import type { GlobalOptions } from './terminal/cliContext.ts';
import { compactCommand, consolidateCommand, type CompactOptions, type PlanOptions } from './commands/compact.ts';

const tokens = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number of tokens.');
  return value;
};

const names = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Adds the commands that plan, apply and undo compaction. `start` makes a command that takes the global options, `all` reads them. */
export const addCompaction = (
  start: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  const planning = (command: Command): Command =>
    command
      .option('--dry-run', 'make the plan, keep nothing and write nothing')
      .option('--profile <name>', 'retrieval profile, for its thresholds')
      .option('--set <flag=value...>', 'profile flags for this plan');

  planning(
    start('compact').description(
      'plan which superseded, long unused drawers a summary could stand for; nothing is archived before --apply',
    ),
  )
    .option('--context-used <n>', 'tokens of the agent’s context in use: a plan only above 80 %', tokens)
    .option('--context-max <n>', 'tokens of the agent’s context', tokens)
    .option('--trace', 'list every candidate with its reason')
    .option('--list', 'the plans that were kept')
    .option('--show <plan>', 'a plan that was kept, checked against the palace of now')
    .option('--apply <plan>', 'carry a plan out: a backup first, then one transaction')
    .option('--groups <ids>', 'with --apply: only these groups (g1,g2)', names)
    .option(
      '--reject <drawers>',
      'with --apply: leave these drawers as they are; not proposed again for 30 days',
      names,
    )
    .option('--restore <plan>', 'undo a plan that was applied')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace compact --dry-run\n  synapse-palace compact --context-used 166000 --context-max 200000 --json\n  synapse-palace compact --apply plan-20260301T120000000Z-6b4a656b --groups g1,g2',
    )
    .action((_: unknown, command: Command) => compactCommand(all<CompactOptions>(command)));

  planning(
    start('consolidate [drawer-id...]').description(
      'plan a summary of issues, decisions and insights that say much the same, or of the drawers that are named',
    ),
  )
    .option('--summary <text>', 'the summary of the drawers that are named (default: an extract)')
    .addHelpText(
      'after',
      '\nIt is applied and undone with “compact --apply” and “compact --restore”.\n\nExample:\n  synapse-palace consolidate --dry-run',
    )
    .action((ids: string[], _: unknown, command: Command) =>
      consolidateCommand(ids, all<PlanOptions & { summary?: string }>(command)),
    );
};
