import path from 'node:path';
import type { MineProgress } from '../../palace/contract/mineProgress.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { MineReport } from '../../palace/contract/intakeSchemas.ts';
import { allCores, palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, progressLine } from '../terminal/terminal.ts';

/** A line of progress: `mining 120/480 · 52/s · src/a.ts`. */
export const progressText = ({ stage, done, total, message, per_second: rate }: MineProgress): string =>
  [
    `${stage} ${count(done)}${total === null ? '' : `/${count(total)}`}`,
    ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))}/s`]),
    message,
  ].join(' · ');

export const mine = async (
  folder: string | undefined,
  options: GlobalOptions & { readonly wait: boolean; readonly maxWait?: number },
): Promise<void> => {
  const target = path.resolve(folder ?? '.');
  const place = palaceLocation(options, target, folder !== undefined);
  const root = folder === undefined ? place.workspace : target;
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const onProgress = (progress: MineProgress): void => line.show(progressText(progress));
  const report = await withPalace(
    place,
    async ({ api }) => {
      const mined = await api.mine(
        {
          folders: [{ path: root, name: path.basename(root) }],
          wait_for_embeddings: options.wait && options.maxWait === undefined,
        },
        { signal: abort.signal, onProgress },
      );
      return options.maxWait === undefined
        ? mined
        : { ...mined, embeddings: await awaitVectors(api, options.maxWait, onProgress) };
    },
    allCores(),
  ).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(withoutFiles(report))}\n`);
  else if (options.quiet !== true) process.stdout.write(`${summary(report, place.folder)}\n`);
};

/** Waits until every drawer has its vector, the model turns out not to be usable, or so many seconds have passed. */
const awaitVectors = async (
  api: PalaceApi,
  seconds: number,
  onProgress: (progress: MineProgress) => void,
): Promise<MineReport['embeddings']> => {
  for (const end = performance.now() + seconds * 1000; ;) {
    const { embeddings } = await api.status({});
    const { done, pending, per_second: rate, state } = embeddings;
    if (pending === 0 || state === 'unavailable' || state === 'mismatch' || performance.now() > end)
      return { done, pending };
    onProgress({ stage: 'embedding', done, total: done + pending, message: 'meaning', per_second: rate });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const withoutFiles = ({
  sources,
  drawers,
  embeddings,
  elapsed_ms,
}: MineReport): Omit<MineReport, 'skipped_files'> => ({ sources, drawers, embeddings, elapsed_ms });

const summary = ({ sources, drawers, embeddings, elapsed_ms: ms }: MineReport, folder: string): string => {
  const skipped = Object.entries(sources.skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${reason} ${count(n)}`);
  return [
    `Mined ${plural(sources.mined, 'file')} (${count(sources.unchanged)} unchanged, ${count(sources.renamed)} renamed, ${count(sources.archived)} archived) in ${(ms / 1000).toFixed(1)} s.`,
    `Drawers: ${count(drawers.added)} added, ${count(drawers.kept)} kept, ${count(drawers.archived)} archived. Vectors: ${count(embeddings.done)} done, ${count(embeddings.pending)} due.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    `Palace: ${folder}`,
  ].join('\n');
};
