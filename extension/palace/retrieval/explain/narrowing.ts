import type { Drawer } from '../../model/drawer/drawer.ts';
import { queryPieces } from '../../model/query/querySyntax.ts';
import { without } from '../../model/query/queryEdits.ts';
import type { Fix } from './fix.ts';

/** A search narrowed to where a drawer is: the query, and the fix that makes it one, for the place that it then has. */
interface Narrowing {
  readonly query: string;
  readonly fix: (place: number) => Fix;
}

/** Narrows a query to a drawer's path, or to its wing if it has none. A condition on the same field gives way to it. */
export const narrowing = (query: string, { sourceFile, wing }: Drawer): Narrowing => {
  const [field, value] = sourceFile === null ? (['wing', wing] as const) : (['path', sourceFile] as const);
  const condition = `${field}:${quotedIfNeeded(value)}`;
  const gone = queryPieces(query).some((piece) => piece.kind === 'field' && piece.field === field);
  return {
    query: `${without(query, (piece) => piece.kind === 'field' && piece.field === field) ?? query} ${condition}`,
    fix: (place) => ({
      text: `Narrow the search with ${condition}: it would be result ${place}.`,
      change: { ...(gone ? { without: { kind: 'field', value: field } } : {}), add: condition },
    }),
  };
};

/** A value as a query has it. Straight quotes can't hold a straight quote. */
const quotedIfNeeded = (value: string): string =>
  value.includes('"') ? `“${value}”` : /[\s,“„]/u.test(value) ? `"${value}"` : value;
