import * as z from 'zod';
import type { ShownDrawer } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { longest } from './filterArguments.ts';

/** How an agent names one drawer. */
export const drawerName = z
  .string()
  .min(1)
  .max(longest.path)
  .describe('An ID, or a place of a search: path:12–34');

/** `path:12–34`, also with another dash, backwards, to the file's end (`12–`), as one line, or as several places of one file. */
const place = /^(?:\.\/)*(?<file>.+?):(?<ranges>\d+(?:[–—−-]\d*)?(?:, ?\d+(?:[–—−-]\d*)?)*)$/u;
const pageSize = 500;

/** Who asks for the drawers of a place, and for which of them. */
export interface PlaceReading {
  readonly signal?: AbortSignal | undefined;
  /** An agent, to whom not every linked palace is open. */
  readonly forAgent: boolean;
  /** Of a place with both, the archived drawers are meant, not the living ones. */
  readonly archived?: boolean;
}

export const isPlace = (name: string): boolean => place.test(name);

/**
 * The drawers that a name stands for: the one with that ID, or those at a place, as searches name it, in their order in the file;
 * any other lines stand for the drawers that hold them. A long line is cut into
 * several with the same place. Unless `archived` is set, archived ones are given only if the place has no others: the file as it was
 * once has the same lines.
 * Throws E_DRAWER_NOT_FOUND, and E_USAGE for an ID that can't be one.
 */
export const drawersAt = async (
  palace: PalaceApi,
  name: string,
  { signal, forAgent, archived = false }: PlaceReading,
): Promise<readonly [ShownDrawer, ...ShownDrawer[]]> => {
  const show = (): Promise<ShownDrawer> => palace.show({ drawer_id: name, for_agent: forAgent }, { signal });
  const { file, ranges } = place.exec(name)?.groups ?? {};
  if (file === undefined || ranges === undefined) return [await show()];
  const places = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().split(/[–—−-]/);
    const ends = [Number(from), to === '' ? Infinity : Number(to)];
    return { start: Math.min(...ends), end: Math.max(...ends) };
  });
  const inFile: ShownDrawer[] = [];
  let cursor: string | undefined;
  do {
    const { drawers, next } = await palace.list(
      {
        filter: { path: file, type: ['file'], include_archived: true },
        limit: pageSize,
        ...(cursor === undefined ? {} : { cursor }),
      },
      { signal },
    );
    inFile.push(...drawers.filter(({ source_file: path }) => path === file));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  const found = new Set(places.flatMap((range) => drawersWith(range, inFile, archived)));
  const [first, ...others] = [...found].toSorted((a, b) => a.chunk_index - b.chunk_index);
  if (first !== undefined) return [first, ...others];
  // A number after a colon may also end the ID of an imported drawer.
  const named = await show().catch(() => undefined);
  if (named !== undefined) return [named];
  throw new PalaceError(
    'E_DRAWER_NOT_FOUND',
    `There is no drawer at ${name} in this palace: the file may have changed.`,
    {
      remedy: [
        ...(places.some(({ end }) => end === 0) ? ['The first line is 1.'] : []),
        ...(inFile.length === 0 ? [] : [`${file}:1- is the whole file.`]),
        'Search again, or read the file.',
      ].join(' '),
    },
  );
};

/** The drawers of exactly these lines, else all with some of them; of living and archived ones, those that are meant, if there are any. */
const drawersWith = (
  { start, end }: { readonly start: number; readonly end: number },
  inFile: readonly ShownDrawer[],
  archivedOnes: boolean,
): readonly ShownDrawer[] => {
  const exact = inFile.filter(({ lines }) => lines?.start === start && lines.end === end);
  const near =
    exact.length > 0
      ? exact
      : inFile.filter(({ lines }) => lines !== null && lines.start <= end && start <= lines.end);
  const meant = near.filter(({ archived }) => archived === archivedOnes);
  return meant.length > 0 ? meant : near;
};
