import path from 'node:path';
import type { MineProgress, MineReport } from '../../palace/palaceApi.ts';
import { allCores, palacePlace, withPalace, type GlobalOptions } from '../cliContext.ts';
import { count, plural, progressLine } from '../terminal.ts';

/** A line of progress: `mining 120/480 · 52/s · src/a.ts`. */
export const progressText = ({ stage, done, total, message, per_second: rate }: MineProgress): string =>
  [`${stage} ${count(done)}${total === null ? '' : `/${count(total)}`}`, ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))}/s`]), message].join(' · ');

export const mine = async (folder: string | undefined, options: GlobalOptions & { readonly wait: boolean }): Promise<void> => {
  const target = path.resolve(folder ?? '.');
  const place = palacePlace(options, target, folder !== undefined);
  const root = folder === undefined ? place.workspace : target;
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const report = await withPalace(place, ({ api }) => api.mine(
    { folders: [{ path: root, name: path.basename(root) }], wait_for_embeddings: options.wait },
    { signal: abort.signal, onProgress: (progress) => line.show(progressText(progress)) },
  ), allCores()).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(withoutFiles(report))}\n`);
  else if (options.quiet !== true) process.stdout.write(`${summary(report, place.folder)}\n`);
};

const withoutFiles = ({ sources, drawers, embeddings, elapsed_ms }: MineReport): Omit<MineReport, 'skipped_files'> => ({ sources, drawers, embeddings, elapsed_ms });

const summary = ({ sources, drawers, embeddings, elapsed_ms: ms }: MineReport, folder: string): string => {
  const skipped = Object.entries(sources.skipped).sort(([, a], [, b]) => b - a).map(([reason, n]) => `${reason} ${count(n)}`);
  return [
    `Mined ${plural(sources.mined, 'file')} (${count(sources.unchanged)} unchanged, ${count(sources.renamed)} renamed, ${count(sources.archived)} archived) in ${(ms / 1000).toFixed(1)} s.`,
    `Drawers: ${count(drawers.added)} added, ${count(drawers.kept)} kept, ${count(drawers.archived)} archived. Vectors: ${count(embeddings.done)} done, ${count(embeddings.pending)} due.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    `Palace: ${folder}`,
  ].join('\n');
};
