#!/usr/bin/env node
import { Command, Option } from 'commander';
import { isErrno } from '../base/errno.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { programVersion } from '../service/programVersion.ts';
import type { GlobalOptions } from './terminal/cliContext.ts';
import { listCommand, showCommand } from './commands/inspect.ts';
import { exportCommand } from './commands/exportCommand.ts';
import { findingsCommand, findingsProgram } from './commands/findings.ts';
import { gitIndexCommand, type GitIndexOptions } from './commands/gitIndex.ts';
import { importCommand, importProgram, type ImportOptions } from './commands/importCommand.ts';
import { mine } from './commands/mine.ts';
import { replayCommand } from './commands/replay.ts';
import { searchCommand, type FilterOptions, type SearchCommandOptions } from './commands/search.ts';
import { similarCommand } from './commands/similar.ts';
import { whyNotCommand } from './commands/whyNot.ts';
import { addAgents } from './agentCommands.ts';
import { addCompaction } from './compaction.ts';
import { addCuration } from './curation.ts';
import { addHooks } from './hookCommands.ts';
import { addMemory } from './memoryCommands.ts';
import { addUpkeep } from './upkeepCommands.ts';
import { wholeNumber } from './terminal/wholeNumber.ts';

const filters = (command: Command): Command =>
  command
    .option('--wing <names...>', 'only these wings')
    .option('--room <names...>', 'only these rooms')
    .option('--tier <tiers...>', 'only these tiers: ephemeral, working, longterm')
    .option('--type <types...>', 'only these entry types: file, git_commit, decision, …')
    .option('--tag <tags...>', 'only what bears one of these tags')
    .option('--path <text>', 'only sources whose path holds this text')
    .option('--include-archived', 'archived drawers too');

const reveal = 'show secrets, which are masked otherwise';

const program = new Command('synapse-palace')
  .description(
    'A memory for your workspace that you can inspect: local, verbatim, searched by words and meaning, with every ranking explained.',
  )
  .option(
    '--palace <dir>',
    'the palace’s folder (default: $SYNAPSE_PALACE_HOME, else that of the workspace around the current folder)',
  )
  .option('--json', 'one JSON document on stdout')
  .option('--quiet', 'no progress, no summary')
  .version(programVersion, '--version')
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
  .exitOverride()
  .showHelpAfterError('(--help shows the options)');

/** Options before and after the command count alike. */
const all = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>();
const globals = (command: Command): Command =>
  command
    .addOption(new Option('--palace <dir>').hideHelp())
    .addOption(new Option('--json').hideHelp())
    .addOption(new Option('--quiet').hideHelp());

globals(
  program.command('mine').argument('[dir]', 'folder to mine (default: the workspace around the current folder)'),
)
  .description('file the workspace’s text files as drawers')
  .option('--no-wait', 'leave the vectors to a later run')
  .option(
    '--max-wait <seconds>',
    'wait so long for the vectors, then leave the rest to a later run',
    wholeNumber(0, 86_400),
  )
  .addHelpText('after', '\nExamples:\n  synapse-palace mine\n  synapse-palace mine ~/src/harbor --json')
  .action((dir: string | undefined, _: unknown, command: Command) => mine(dir, all(command)));

globals(program.command('git-index'))
  .description('file the commits of a repository, each once')
  .option('--repo <dir>', 'the repository, or a folder in it (default: the current folder)')
  .option(
    '--days <n>',
    'commits of so many last days (default: 7); history of more than 7 days is kept for good',
    wholeNumber(1, 36_500),
  )
  .option('--branch <name>', 'a branch, remote branch or tag (default: the current branch)')
  .option('--all', 'all history of the branch')
  .option('--no-wait', 'leave the vectors to a later run')
  .addHelpText(
    'after',
    '\nNothing that the repository holds is run. Where nothing can be read, the answer says why.\n\nExamples:\n  synapse-palace git-index\n  synapse-palace git-index --repo ~/src/harbor --all --json',
  )
  .action((_: unknown, command: Command) => gitIndexCommand(all<GitIndexOptions>(command)));

const ranking = (command: Command): Command =>
  command
    .option('--profile <name>', 'retrieval profile')
    .option('--k <n>', 'how many results', wholeNumber(1, 1000))
    .addOption(
      new Option('--sort <order>', 'order of the results').choices(['relevance', 'importance', 'recency']),
    )
    .option('--set <flag=value...>', 'profile flags for this search');

ranking(
  filters(
    globals(
      program
        .command('search')
        .argument(
          '<query...>',
          'words; "a phrase", -word, wing:, room:, type:, tier:, tag:, path:, before:, after:',
        ),
    ),
  ),
)
  .description('find drawers by words and meaning')
  .option('--explain', 'show how each score came about')
  .option('--trace', 'list every candidate that was dropped, and why')
  .option('--dry-run', 'record nothing; with --explain --json: every candidate')
  .option('--reveal', reveal)
  .option('--replay <file>', 'write a packet from which “replay” computes the same answer again')
  .addHelpText(
    'after',
    '\nExamples:\n  synapse-palace search "why is this queue drained twice" --explain\n  synapse-palace search rotate token --wing gateway --type file --k 5\n  synapse-palace search \'"write-ahead log" -test path:docs\' --json',
  )
  .action((words: string[], _: unknown, command: Command) =>
    searchCommand(words, all<SearchCommandOptions>(command)),
  );

ranking(
  filters(globals(program.command('why-not').argument('<drawer-id>').argument('<query...>', 'as for search'))),
)
  .description('tell why a drawer is not among the results of a search, and what would bring it in')
  .addHelpText(
    'after',
    '\nExamples:\n  synapse-palace why-not drawer_gateway_src_0f3a9c2b7d1e4f60 rotate token\n  synapse-palace why-not drawer_gateway_src_0f3a9c2b7d1e4f60 rotate token --wing gateway --profile decide --json',
  )
  .action((id: string, words: string[], _: unknown, command: Command) =>
    whyNotCommand(id, words, all<SearchCommandOptions>(command)),
  );

globals(program.command('replay').argument('<file>', 'a packet that “search --replay” or the inspector wrote'))
  .description('compute a recorded search again, without the palace, byte for byte')
  .addHelpText(
    'after',
    '\nExample:\n  synapse-palace search rotate token --explain --replay run.json\n  synapse-palace replay run.json',
  )
  .action((file: string, _: unknown, command: Command) => replayCommand(file, all(command)));

filters(globals(program.command('similar').argument('<drawer-id>')))
  .description('drawers whose meaning is nearest to a drawer’s')
  .option('--k <n>', 'how many', wholeNumber(1, 100))
  .addHelpText(
    'after',
    '\nExample:\n  synapse-palace similar drawer_gateway_src_0f3a9c2b7d1e4f60 --k 5 --wing gateway',
  )
  .action((id: string, _: unknown, command: Command) => similarCommand(id, all(command)));

globals(program.command('show').argument('<drawer-id>'))
  .description('a drawer, verbatim but for secrets')
  .option('--reveal', reveal)
  .addHelpText('after', '\nExample:\n  synapse-palace show drawer_gateway_src_0f3a9c2b7d1e4f60')
  .action((id: string, _: unknown, command: Command) => showCommand(id, all(command)));

filters(globals(program.command('list')))
  .description('drawers in the order of their sources')
  .option('--reveal', reveal)
  .option('--limit <n>', 'how many a page', wholeNumber(1, 1000))
  .option('--cursor <cursor>', 'go on from where a page ended')
  .addHelpText('after', '\nExample:\n  synapse-palace list --wing gateway --limit 20')
  .action((_: unknown, command: Command) =>
    listCommand(all<GlobalOptions & FilterOptions & { limit?: number; cursor?: string }>(command)),
  );

importProgram(globals(program.command('import'))).action((paths: string[], _: unknown, command: Command) =>
  importCommand(paths, all<ImportOptions>(command)),
);

globals(
  program
    .command('export')
    .argument('<dir>', 'a new or empty folder, or one with an earlier export, which is replaced'),
)
  .description('write the whole palace into a folder, for another palace or program')
  .option('--format <format>', 'jsonl (one drawer a line) or markdown (one file a drawer)', 'jsonl')
  .option('--include-sensitive', 'sensitive drawers, too')
  .option('--no-archived', 'leave archived drawers out')
  .addHelpText(
    'after',
    '\nThe same palace gives the same bytes; “import” takes it in again without loss.\n\nExamples:\n  synapse-palace export ~/backup/harbor\n  synapse-palace export notes --format markdown --json',
  )
  .action((folder: string, _: unknown, command: Command) => exportCommand(folder, all(command)));

findingsProgram(globals(program.command('findings'))).action((_: unknown, command: Command) =>
  findingsCommand(all(command)),
);

for (const add of [addCuration, addMemory, addCompaction, addUpkeep, addAgents, addHooks])
  add((nameAndArguments) => globals(program.command(nameAndArguments)), all);

// “| head” reads what it wants and goes: then there is nobody to tell, and nothing wrong.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!isErrno(error, 'EPIPE')) throw error;
  });
}

try {
  await program.parseAsync();
} catch (thrown) {
  // Commander's own: help was shown (0), or the usage is wrong and has been said.
  if (
    thrown instanceof Error &&
    'exitCode' in thrown &&
    'code' in thrown &&
    String(thrown.code).startsWith('commander.')
  ) {
    process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  } else {
    const error = PalaceError.from(thrown);
    process.stderr.write(`${error.message.replace(/[.\s]*$/, '.')} ${error.remedy} (${error.code})\n`);
    process.exitCode =
      error.code === 'E_USAGE' || error.code.startsWith('E_QUERY_') || error.code.startsWith('E_PROFILE_') ? 2 : 1;
  }
}
