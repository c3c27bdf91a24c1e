import path from 'node:path';
import type { CommitIndexReport } from '../../palace/contract/commitIndexSchemas.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';

import { allCores, palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, progressLine } from '../terminal/terminal.ts';
import { progressText } from './mine.ts';

export interface GitIndexOptions extends GlobalOptions {
  readonly repo?: string;
  readonly days?: number;
  readonly branch?: string;
  readonly all?: boolean;
  readonly wait: boolean;
}

/** Files a repository's commits. Where nothing can be read, the reason stands in the answer: that is no failure. */
export const gitIndexCommand = async (options: GitIndexOptions): Promise<void> => {
  if (options.repo?.startsWith('-') === true)
    throw new PalaceError('E_USAGE', `--repo: “${options.repo}” looks like an option.`, {
      remedy: 'Write a folder of that name as ./-name.',
    });
  const repository = path.resolve(options.repo ?? '.');
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const { days, branch, all } = options;
  const report = await withPalace(
    palaceLocation(options, '.'),
    ({ api }) =>
      api.indexCommits(
        {
          repo_path: repository,
          wait_for_embeddings: options.wait,
          ...(days === undefined ? {} : { days }),
          ...(branch === undefined ? {} : { branch }),
          ...(all === true ? { all } : {}),
        },
        { signal: abort.signal, onProgress: (progress) => line.show(progressText(progress)) },
      ),
    allCores(),
  ).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (options.quiet !== true) process.stdout.write(`${summary(report, repository)}\n`);
};

const summary = (
  { indexed, duplicates, skipped, reason, elapsed_ms: ms }: CommitIndexReport,
  repository: string,
): string =>
  [
    `Indexed ${plural(indexed, 'commit')} in ${(ms / 1000).toFixed(1)} s; ${count(duplicates)} known before${skipped === 0 ? '' : `, ${count(skipped)} skipped (message over 1 MiB)`}.`,
    ...(reason === null ? [] : [`${repository}: ${reason}.`]),
  ].join('\n');
