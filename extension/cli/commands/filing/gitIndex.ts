import { printableName } from '../../../base/text/printable.ts';
import path from 'node:path';
import type { Command } from 'commander';
import type { CommitIndexReport } from '../../../palace/contract/filing/commitIndexSchemas.ts';
import type { Params } from '../../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { allCores, withPalace } from '../../connection/openPalace.ts';
import { triedBeforehand } from '../../connection/palaceForDryRun.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { demandFolder } from '../../connection/readablePlace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printAnswer, printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';
import { sayIfNotEmbedding } from '../../terminal/sayIfNotEmbedding.ts';
import { sayIfWaiting } from '../../terminal/sayIfWaiting.ts';
import { plural } from '../../../base/text/plural.ts';
import { count } from '../../terminal/terminal.ts';

interface GitIndexOptions extends GlobalOptions {
  readonly repo?: string;
  readonly days?: number;
  readonly branch?: string;
  readonly all?: boolean;
  readonly wait: boolean;
}

/** `git-index`: files the commits of a repository. */
export const register = (program: Command): void => {
  addCommand(program, 'git-index')
    .description('file the commits of a repository, each once')
    .option('--repo <dir>', 'the repository, or a folder in it (default: the current folder)')
    .option(
      '--days <n>',
      'commits of the last n days (default: 7); history of more than 7 days is kept permanently',
      wholeNumber(1, 36_500),
    )
    .option('--branch <name>', 'a branch, remote branch or tag (default: the current branch)')
    .option('--all', 'all history of the branch')
    .option('--no-wait', 'leave the vectors to a later run')
    .addHelpText(
      'after',
      '\nNothing in the repository is run. If nothing can be read, the answer says why and the exit code is 1.\n\nExamples:\n  synapse-palace git-index\n  synapse-palace git-index --repo ~/src/harbor --all --json',
    )
    .action((_: unknown, command: Command) => gitIndex(optionsOf(command)));
};

/**
 * If the folder is no repository, or nothing in it can be read, the report says why, the exit code is 1, and no palace is made.
 */
const gitIndex = async (options: GitIndexOptions): Promise<void> => {
  if (options.repo?.startsWith('-') === true)
    throw new PalaceError('E_USAGE', `--repo: “${options.repo}” looks like an option.`, {
      remedy: 'Write a folder of that name as ./-name.',
    });
  const repository = path.resolve(options.repo === undefined ? '.' : named('--repo', options.repo));
  demandFolder(repository);
  const signal = abortOnInterrupt();
  const { days, branch, all } = options;
  const request = {
    repo_path: repository,
    wait_for_embeddings: options.wait,
    ...(days === undefined ? {} : { days }),
    ...(branch === undefined ? {} : { branch }),
    ...(all === true ? { all } : {}),
  };
  const location = palaceLocation(options, '.');
  const tried = await triedBeforehand(location, (api) => api.indexCommits(readableAtAll(request), { signal }));
  const report =
    tried !== undefined && tried.outcome !== 'indexed'
      ? tried
      : await withProgress(
          options,
          (onProgress) =>
            withPalace(
              location,
              async (api) => {
                await sayIfWaiting(options, api);
                const indexed = await api.indexCommits(request, { signal, onProgress });
                await sayIfNotEmbedding(options, api);
                return indexed;
              },
              allCores(),
            ),
          { files: true },
        );
  // What went wrong is told even with --quiet.
  const print = isRead(report) ? printSummary : printAnswer;
  print(options, report, () => summary(report, repository));
  if (!isRead(report)) process.exitCode = 1;
};

/** Whether nothing kept the commits from being read; a branch may have none yet. */
const isRead = ({ outcome }: CommitIndexReport): boolean => outcome === 'indexed' || outcome === 'no_commits';

/** A request that finds out whether the repository can be read, at little cost. */
const readableAtAll = ({ repo_path, branch }: Params<'indexCommits'>): Params<'indexCommits'> => ({
  repo_path,
  days: 1,
  ...(branch === undefined ? {} : { branch }),
});

const summary = (
  { indexed, duplicates, skipped, without_files, incomplete, reason, elapsed_ms: ms }: CommitIndexReport,
  repository: string,
): string => {
  const unnamed = skipped + without_files - incomplete.length;
  return [
    `Indexed ${plural(indexed, 'commit')} in ${(ms / 1000).toFixed(1)} s; ${count(duplicates)} already known${skipped === 0 ? '' : `, ${count(skipped)} skipped`}${without_files === 0 ? '' : `, ${count(without_files)} without their files`}.`,
    ...incomplete.map(
      ({ sha, filed, reason: why }) => `${sha} was ${filed ? 'filed without its files' : 'skipped'}: ${why}.`,
    ),
    ...(unnamed === 0 ? [] : [`… and ${count(unnamed)} more.`]),
    ...(reason === null ? [] : [`${printableName(repository)}: ${reason}.`]),
  ].join('\n');
};
