import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { count, plural, progressLine } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { progressText } from './mine.ts';

/** Tells how the closets stand, builds them all, or drops them. */
export const closetsCommand = async (
  options: GlobalOptions & { readonly build?: boolean; readonly drop?: boolean },
): Promise<void> => {
  const line = progressLine(process.stderr, options.quiet === true || options.json === true);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const { state, closets, ...progress } = await withPalace(
    existingPalace(palaceLocation(options, '.')),
    ({ api }) =>
      api.closets(
        { build: options.build === true, drop: options.drop === true },
        { signal: abort.signal, onProgress: (at) => line.show(progressText(at)) },
      ),
  ).finally(() => line.clear());
  if (options.json === true) process.stdout.write(`${JSON.stringify({ state, closets, ...progress })}\n`);
  else
    process.stdout.write(
      state === 'none'
        ? 'This palace keeps no closets. “closets --build” builds them.\n'
        : state === 'kept'
          ? `${plural(closets, 'closet')}, kept up to date by mining.\n`
          : `${plural(closets, 'closet')} so far, ${count(progress.sources_done)} of ${plural(progress.sources_total, 'source')} done.\n`,
    );
};
