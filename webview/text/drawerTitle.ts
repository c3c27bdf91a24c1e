import { maskedText } from '../../extension/palace/model/maskedText.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { bestLine } from '../../extension/base/bestLine.ts';
import { placeOf } from './provenance.ts';

/** Shortens a title that begins with a path to the file's name; leaves others as they are. */
export const shortTitle = (title: string): string =>
  /^.*[/\\](?<file>[^/\\]+:\d+(?:–\d+)?)$/u.exec(title)?.groups?.['file'] ?? title;

/** A drawer in a few words: file and lines of a file's drawer, the first line of any other. */
export const drawerTitle = (
  hit: Pick<SearchHit, 'type' | 'wing' | 'room' | 'source_file' | 'lines' | 'text' | 'sensitive' | 'secret_spans'>,
): string => {
  if (hit.type === 'file' && hit.source_file !== null && hit.source_file !== '') return placeOf(hit);
  const line = bestLine(maskedText(hit), []);
  return line === '' ? placeOf(hit) : line.slice(0, 200);
};
