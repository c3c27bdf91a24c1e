import { maskedText } from '../../extension/palace/model/maskedText.ts';
import type { SearchHit } from '../../extension/palace/contract/searchResult.ts';
import { bestLine } from './bestLine.ts';
import { placeOf } from './provenance.ts';

/** A title whose first part is a long path, by its file alone; anything else as it is. */
export const shortTitle = (title: string): string =>
  /^.*[/\\](?<file>[^/\\]+:\d+(?:–\d+)?)$/u.exec(title)?.groups?.['file'] ?? title;

/** A drawer in a few words: its place for files, its first line for everything else. */
export const drawerTitle = (
  hit: Pick<SearchHit, 'type' | 'wing' | 'room' | 'source_file' | 'lines' | 'text' | 'sensitive' | 'secret_spans'>,
): string => {
  if (hit.type === 'file' && hit.source_file !== null && hit.source_file !== '') return placeOf(hit);
  const line = bestLine(maskedText(hit), 'git_commit', [], Number.POSITIVE_INFINITY);
  return line === '' ? placeOf(hit) : line.slice(0, 200);
};
