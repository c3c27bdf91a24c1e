import { errorText } from '../../palace/model/errorText.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
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

/**
 * The ID of the drawer that a person named by its ID, by its source's path (with or without lines), or by words of its
 * text. Of several in one file: the one at the line, else the best among the results, else the one that answers the query best. Throws E_DRAWER_NOT_FOUND.
 */
export const namedDrawer = async (
  text: string,
  request: SearchRequest,
  api: PalaceApi,
  options: CallOptions,
): Promise<string> => {
  const asked = text.trim();
  if (/^drawer_\S+$/u.test(asked)) return (await api.show({ drawer_id: asked }, options)).drawer_id;
  const quiet = { dry_run: true, k: 1, links: false, profile: request.profile };
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
        found === undefined ? (await api.search({ ...quiet, query: request.query, filter }, options)).results : [];
      return found?.drawer_id ?? best?.drawer_id ?? first.drawer_id;
    }
  }
  const {
    results: [found],
  } = await api.search({ ...quiet, query: asked }, options);
  if (found === undefined) {
    throw new PalaceError(
      'E_DRAWER_NOT_FOUND',
      errorText`No drawer has the ID, path or text “${asked.slice(0, 80)}”.`,
      {
        remedy: 'Give a drawer’s ID, its file’s path, or some words of its text.',
      },
    );
  }
  return found.drawer_id;
};
