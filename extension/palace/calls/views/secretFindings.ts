import { documentKindOf } from '../../model/source/documentKinds.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { Finding } from '../../contract/findingsSchemas.ts';
import type { SearchHit, SearchResult } from '../../contract/search/searchResult.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { Params, Result } from '../../contract/palaceApi.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { TextRange } from '../../model/text/textRange.ts';

/** Drawers per page unless the call sets a limit. */
const pageSize = 200;

/** `findings` in its wire form: one row per secret, in the order in which the drawers were filed. */
export const secretFindings = (
  { cursor, limit = pageSize }: Params<'findings'>,
  read: ReadQueries,
): Result<'findings'> => {
  if (typeof cursor === 'string' && !/^[0-9]{1,15}$/.test(cursor))
    throw new PalaceError('E_USAGE', 'This is not a cursor of an earlier page of findings.');
  const rows = read.findingsPage(Number(cursor ?? 0), limit);
  const rowids = [...new Set(rows.map(({ rowid }) => rowid))];
  const drawers = new Map(read.drawersByRowid(rowids).map((drawer) => [drawer.rowid, drawer]));
  const findings = rows.flatMap((row) => {
    const drawer = drawers.get(row.rowid);
    return drawer === undefined ? [] : [findingOf(drawer, row)];
  });
  return { findings, next: rowids.length < limit ? null : String(rowids.at(-1)) };
};

const findingOf = (drawer: Drawer, { rule, start, end }: SecretFinding): Finding => ({
  drawer_id: drawer.id,
  rule,
  start,
  end,
  source_file: drawer.sourceFile,
  lines: linesOf(drawer, start, end),
  sensitive: drawer.sensitive,
});

const linesOf = ({ lines, text, sourceFile }: Drawer, start: number, end: number): Finding['lines'] => {
  // The text does not show where a page ends.
  if (lines === null || documentKindOf(sourceFile ?? '') !== null) return lines;
  const lineAt = (offset: number): number =>
    Math.min(lines.end, lines.start + (text.slice(0, offset).match(/\r\n?|\n/g)?.length ?? 0));
  return { start: lineAt(start), end: lineAt(Math.max(start, end - 1)) };
};

/** Where the secrets are in a drawer's text, so that whoever shows the text can mask them. */
export const secretSpans = (id: string, read: Pick<ReadQueries, 'findingsOf'>): TextRange[] =>
  read.findingsOf(drawerId(id)).map(({ start, end }) => ({ start, end }));

/** A search's answer with the spans of its sensitive hits. Those of linked palaces come masked. */
export const withSecretSpans = (result: SearchResult, read: Pick<ReadQueries, 'findingsOf'>): SearchResult => {
  const marked = (hits: readonly SearchHit[]): SearchHit[] =>
    hits.map((hit) =>
      hit.sensitive && hit.palace === undefined ? { ...hit, secret_spans: secretSpans(hit.drawer_id, read) } : hit,
    );
  if (![...result.results, ...(result.candidates ?? [])].some(({ sensitive }) => sensitive)) return result;
  return {
    ...result,
    results: marked(result.results),
    ...(result.candidates === undefined ? {} : { candidates: marked(result.candidates) }),
  };
};
