import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { PalaceApi } from '../../extension/palace/contract/palaceApi.ts';

/** Unpacks a set's `tree.tar.gz` into `scratch/NAME` and mines it, embedded. Returns the folder; says what was mined on standard error. */
export const minedTree = async (api: PalaceApi, data: string, scratch: string): Promise<string> => {
  const set = path.basename(path.resolve(data));
  const tree = path.join(scratch, set);
  mkdirSync(tree);
  execFileSync('tar', ['xzf', path.join(data, 'tree.tar.gz'), '-C', tree]);
  const started = performance.now();
  const report = await api.mine({ folders: [{ path: tree, name: set }], wait_for_embeddings: true });
  process.stderr.write(
    `${set}: ${report.sources.mined} files mined, ${report.sources.unchanged} unchanged, ${report.drawers.added} drawers added, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return tree;
};
