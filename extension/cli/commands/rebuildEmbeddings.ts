import { allCores, palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { plural, progressLine } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';

/** Embeds every drawer with the model of this program; what was done stays when it is stopped, and the next run goes on. */
export const rebuildEmbeddingsCommand = async (options: GlobalOptions): Promise<void> => {
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const counts = await withPalace(
    existingPalace(palaceLocation(options, '.')),
    ({ api }) =>
      api.rebuildEmbeddings(
        {},
        { signal: abort.signal, onProgress: (progress) => line.show(progressText(progress)) },
      ),
    allCores(),
  ).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify(counts)}\n`);
  else if (options.quiet !== true)
    process.stdout.write(
      `${plural(counts.done, 'drawer')} with a vector of this model, ${plural(counts.pending, 'drawer')} due.\n`,
    );
};
