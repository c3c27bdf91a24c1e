import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PalaceApi } from '../../../extension/palace/contract/palaceApi.ts';

/**
 * Gives a set's unpacked tree the history that a clone of its repository has up to the set's `base`, and indexes all of it,
 * embedded. `days`: only commits so young, as of now.
 */
export const indexedHistory = async (
  api: PalaceApi,
  data: string,
  tree: string,
  { clone, days }: { readonly clone: string; readonly days: number | undefined },
): Promise<void> => {
  const git = (...words: string[]): void => void execFileSync('git', words, { stdio: 'pipe' });
  const folder = path.join(tree, '.git');
  if (!existsSync(folder)) {
    git('clone', '--bare', '--shared', clone, folder);
    git('-C', tree, 'config', 'core.bare', 'false');
    git('-C', tree, 'update-ref', 'refs/heads/base', readFileSync(path.join(data, 'base'), 'utf8').trim());
    git('-C', tree, 'symbolic-ref', 'HEAD', 'refs/heads/base');
  }
  const started = performance.now();
  const report = await api.indexCommits({
    repo_path: tree,
    ...(days === undefined ? { all: true } : { days }),
    wait_for_embeddings: true,
  });
  process.stderr.write(
    `history: ${report.indexed} commits, ${report.duplicates} known, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
};
