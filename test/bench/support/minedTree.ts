import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PalaceApi } from '../../../extension/palace/contract/palaceApi.ts';

/**
 * Unpacks a set's `tree.tar.gz` beside the palace and mines it, embedded. Returns the folder; says what was mined on
 * standard error. A palace that is kept keeps its tree as well: mined from another folder, every file would be a new one.
 */
export const minedTree = async (api: PalaceApi, data: string, palaceFolder: string): Promise<string> => {
  const set = path.basename(path.resolve(data));
  const tree = path.join(`${path.resolve(palaceFolder)}.tree`, set);
  if (!existsSync(tree)) {
    const unpacked = `${tree}.new`;
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked, { recursive: true });
    execFileSync('tar', ['xzf', path.join(data, 'tree.tar.gz'), '-C', unpacked]);
    renameSync(unpacked, tree);
  }
  const started = performance.now();
  const report = await api.mine({ folders: [{ path: tree, name: set }], wait_for_embeddings: true });
  process.stderr.write(
    `${set}: ${report.sources.mined} files mined, ${report.sources.unchanged} unchanged, ${report.drawers.added} drawers added, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return tree;
};
