import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchRequest } from '../../palace/contract/search/searchSchemas.ts';

const placeInFile = /^(?<path>[^\n]*?[./\\][^\n]*?)(?::(?<start>\d+)(?:[–-](?<end>\d+))?)?$/u;
const looked = 1000;

/**
 * A path such as `src/a.ts`, `a.ts:14` or `a.ts:14–40`; null if the text has spaces that only a sentence would
 * have.
 */
export const placeAsked = (text: string): { readonly path: string; readonly line: number | null } | null => {
  const groups = placeInFile.exec(text.trim())?.groups;
  const path = groups?.['path'];
  if (path === undefined || path.trim().split(/\s+/u).length > 4) return null;
  return { path, line: groups?.['start'] === undefined ? null : Number(groups['start']) };
};

/** Whether what may be a path may be words of a text as well: `node.js keeps sockets`, but not `my notes.md`. */
const mayBeWords = (path: string): boolean => /\s/u.test(path) && !/[/\\]|\.\w{1,8}$/u.test(path);

/**
 * The ID of the drawer that a person named by its ID, by its source's path (with or without lines), or by words of its
 * text. Of several in one file: the one at the line, else the best among the results, else the one that answers the query best.
 * Throws E_DRAWER_NOT_FOUND where none has that path or those words: the nearest one by meaning was not named.
 */
export const namedDrawer = async (
  text: string,
  request: SearchRequest,
  api: PalaceApi,
  options: CallOptions,
): Promise<string> => {
  const asked = text.trim();
  if (/^drawer_\S+$/u.test(asked)) return (await api.show({ drawer_id: asked }, options)).drawer_id;
  const place = placeAsked(asked);
  if (place !== null) {
    const filter = { path: place.path, include_archived: true };
    const { drawers } = await api.list({ filter, limit: looked }, options);
    const { line } = place;
    const at =
      line === null
        ? undefined
        : drawers.find(({ lines }) => lines !== null && lines.start <= line && line <= lines.end);
    if (at !== undefined) return at.drawer_id;
    const [first, ...others] = drawers;
    if (first !== undefined && others.length === 0) return first.drawer_id;
    if (first !== undefined) {
      // A file among the results is not missing, whichever of its drawers would be the best one.
      const ids = new Set(drawers.map(({ drawer_id: id }) => id));
      const shown = await api.search({ ...request, explain: false, dry_run: true }, options);
      const found = shown.results.find(({ drawer_id: id }) => ids.has(id));
      const [best] =
        found === undefined
          ? (
              await api.search(
                { query: request.query, filter, profile: request.profile, k: 1, dry_run: true, links: false },
                options,
              )
            ).results
          : [];
      return found?.drawer_id ?? best?.drawer_id ?? first.drawer_id;
    }
  }
  const found = place === null || mayBeWords(place.path) ? await drawerWithWords(asked, api, options) : undefined;
  if (found === undefined) {
    throw new PalaceError(
      'E_DRAWER_NOT_FOUND',
      errorText`No drawer has the ID, path or text “${asked.slice(0, 80)}”.`,
      {
        remedy: 'Give a drawer’s ID, its file’s path, or some words of its text.',
      },
    );
  }
  return found;
};

/** Words as they are written, in this palace, and not in a profile that ranks by meaning. */
const byWordsAlone = {
  k: 1,
  words_only: true,
  overrides: { spelling_enabled: false },
  explain: true,
  dry_run: true,
  links: false,
} as const;

/** The ID of the drawer that fits these words best; undefined if none has any of them. */
const drawerWithWords = async (
  query: string,
  api: PalaceApi,
  options: CallOptions,
): Promise<string | undefined> => {
  const { results } = await api.search({ ...byWordsAlone, query }, options);
  return results.find(({ legs }) => (legs?.['lexical']?.rank ?? null) !== null)?.drawer_id;
};
