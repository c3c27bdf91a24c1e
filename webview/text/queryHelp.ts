import {
  knownNames,
  meantConditions,
  unknownNames,
  unknownNameText,
  withWord,
} from '../../extension/palace/model/query/queryEdits.ts';
import { queryConditions } from '../../extension/palace/model/query/querySyntax.ts';
import { readAsText } from '../../extension/palace/model/query/readAs.ts';
import type { SearchResult } from '../../extension/palace/contract/search/searchResult.ts';
import type { PalaceSummary } from '../../extension/protocol/palaceSummary.ts';

/** A query that was probably meant: its changed part, and the complete query. */
interface MeantQuery {
  readonly meant: string;
  readonly query: string;
}

/** Conditions of a query that match no name in the palace, as they were probably meant. */
export const meantQueries = (query: string, palace: PalaceSummary | null): readonly MeantQuery[] =>
  palace === null ? [] : meantConditions(query, knownNames(palace));

/** What the palace does not have of what a query asks for, one reason each. */
export const unknownReasons = (query: string, palace: PalaceSummary | null): readonly string[] =>
  palace === null ? [] : unknownNames(query, knownNames(palace)).map(unknownNameText);

/** Words that were read as others, each with the query that says so. */
export const readQueries = ({ query, read_as: read = [] }: Pick<SearchResult, 'query' | 'read_as'>) =>
  read.map((each) => ({ ...each, text: readAsText(each), query: withWord(query, each.word, each.read_as) }));

/** A query's conditions as written: fields, phrases, exclusions. */
export const writtenConditions = (query: string): readonly string[] =>
  queryConditions(query).map(({ start, end }) => query.slice(start, end));
