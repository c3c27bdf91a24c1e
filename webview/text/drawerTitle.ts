import { maskedText } from '../../extension/palace/model/maskedText.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { bestLine } from '../../extension/base/bestLine.ts';
import { placeOf } from './provenance.ts';

const pathWithLines = /^(?<path>.*?)(?<lines>:\d+(?:–\d+)?)$/u;

/** Shortens a title that begins with a path to the file's name; leaves others as they are. */
export const shortTitle = (title: string): string => shortTitles([title])[0] ?? title;

/**
 * Shortens titles that begin with a path to the file's name, with as many of its folders as tell it from the other files of
 * that name; leaves others as they are.
 */
export const shortTitles = (titles: readonly string[]): readonly string[] => {
  const split = titles.map((title) => pathWithLines.exec(title)?.groups);
  const paths = [...new Set(split.map((parts) => parts?.['path']))]
    .filter((path) => path !== undefined)
    .map((path) => path.split(/[/\\]/u));
  const short = new Map(paths.map((path) => [path.join('/'), shortestTail(path, paths)]));
  return titles.map((title, index) => {
    const { path, lines } = split[index] ?? {};
    return path === undefined ? title : `${short.get(path.split(/[/\\]/u).join('/')) ?? path}${lines}`;
  });
};

/** The least of a path's last parts that no other path ends with. */
const shortestTail = (path: readonly string[], all: readonly (readonly string[])[]): string => {
  const tail = (of: readonly string[], length: number): string => of.slice(-length).join('/');
  const length = path.findIndex(
    (_, index) => !all.some((other) => other !== path && tail(other, index + 1) === tail(path, index + 1)),
  );
  return tail(path, length === -1 ? path.length : length + 1);
};

/** A drawer in a few words: file and lines of a file's drawer, the first line of any other. */
export const drawerTitle = (
  hit: Pick<SearchHit, 'type' | 'wing' | 'room' | 'source_file' | 'lines' | 'text' | 'sensitive' | 'secret_spans'>,
): string => {
  if (hit.type === 'file' && hit.source_file !== null && hit.source_file !== '') return placeOf(hit);
  const line = bestLine(maskedText(hit), []);
  return line === '' ? placeOf(hit) : line.slice(0, 200);
};

/** The same with a file's whole path. */
export const fullTitle = (hit: Parameters<typeof drawerTitle>[0]): string => {
  const title = drawerTitle(hit);
  if (hit.type !== 'file' || hit.source_file === null) return title;
  const lines = /:\d+(?:–\d+)?$/u.exec(title)?.[0] ?? '';
  return `${hit.source_file}${lines}`;
};
