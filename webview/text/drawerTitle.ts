import { commitSubject } from '../../extension/palace/model/text/commitSubject.ts';
import { maskedText } from '../../extension/palace/model/text/maskedText.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { bestLine } from '../../extension/base/text/bestLine.ts';
import { textStart } from '../../extension/base/text/textStart.ts';
import { withoutMarks } from '../../extension/base/text/withoutMarks.ts';
import { placeInSource } from '../../extension/palace/model/source/sourcePlace.ts';
import { placeOf } from './provenance.ts';

const pathWithLines = /^(?<path>.*?)(?<lines>:\d+(?:–\d+)?|, (?:pages?|chapters?) \d+(?:–\d+)?)$/u;

/**
 * Shortens titles that begin with a path to the file's name, with as many folders as distinguish it from other
 * files of that name; leaves others unchanged.
 */
export const shortTitles = (titles: readonly string[]): readonly string[] => {
  const split = titles.map((title) => pathWithLines.exec(title)?.groups);
  const paths = [...new Set(split.map((parts) => parts?.['path']))]
    .filter((path) => path !== undefined)
    .map((path) => path.split(/[/\\]/u));
  const held = new Map<string, number>();
  for (const path of paths)
    for (let length = 1; length <= path.length; length += 1) {
      const end = tail(path, length);
      held.set(end, (held.get(end) ?? 0) + 1);
    }
  const short = new Map(paths.map((path) => [path.join('/'), shortestTail(path, held)]));
  return titles.map((title, index) => {
    const { path, lines } = split[index] ?? {};
    return path === undefined ? title : `${short.get(path.split(/[/\\]/u).join('/')) ?? path}${lines}`;
  });
};

const tail = (path: readonly string[], length: number): string => path.slice(-length).join('/');

/** The fewest last parts of a path that no other path ends with. `held`: how many paths end with each. */
const shortestTail = (path: readonly string[], held: ReadonlyMap<string, number>): string => {
  const length = path.findIndex((_, index) => held.get(tail(path, index + 1)) === 1);
  return tail(path, length === -1 ? path.length : length + 1);
};

/** The same, by the drawers' IDs. */
export const shortTitlesById = (
  drawers: readonly { readonly drawer_id: string; readonly title: string }[],
): ReadonlyMap<string, string> => {
  const short = shortTitles(drawers.map(({ title }) => title));
  return new Map(drawers.map(({ drawer_id: id, title }, index) => [id, short[index] ?? title]));
};

/** A drawer in a few words: file and lines of a file's drawer, a commit's subject, the first line, without its markup, of any other. */
export const drawerTitle = (
  hit: Pick<SearchHit, 'type' | 'wing' | 'room' | 'source_file' | 'lines' | 'text' | 'sensitive' | 'secret_spans'>,
): string => {
  if (hit.type === 'file' && hit.source_file !== null && hit.source_file !== '') return placeOf(hit);
  const line =
    hit.type === 'git_commit' ? commitSubject(maskedText(hit)) : withoutMarks(bestLine(maskedText(hit), []));
  return line === '' ? placeOf(hit) : textStart(line, 200);
};

/** The same with a file's whole path. */
export const fullTitle = (hit: Parameters<typeof drawerTitle>[0]): string => {
  if (hit.type !== 'file' || hit.source_file === null) return drawerTitle(hit);
  return `${hit.source_file}${placeInSource(hit.source_file, hit.lines)}`;
};
