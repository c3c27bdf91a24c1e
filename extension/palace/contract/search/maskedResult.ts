import { masked } from '../../model/text/maskedText.ts';
import type { SearchResult } from './searchResult.ts';

/** A search's answer with every secret masked. */
export const maskedResult = <T extends SearchResult>(result: T): T => ({
  ...result,
  results: result.results.map(masked),
  ...(result.candidates === undefined ? {} : { candidates: result.candidates.map(masked) }),
});
