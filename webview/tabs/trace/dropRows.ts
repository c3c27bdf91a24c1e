import * as z from 'zod';
import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { dropLook } from '../../score/dropLook.ts';
import { drawerTitle, shortTitles } from '../../text/drawerTitle.ts';

/** One dropped candidate, with what was known about it then. */
export interface DropRow {
  readonly drawerId: string;
  readonly title: string;
  /** The title with only as many folders as distinguish it from the others. */
  readonly name: string;
  /** Empty if the trace does not say. */
  readonly wing: string;
  readonly phase: string;
  /** The phase for people, in English. */
  readonly phaseName: string;
  readonly reason: string;
  readonly cosine: number | null;
  readonly score: number | null;
}

export const dropColumns = ['title', 'wing', 'phase', 'reason', 'cosine', 'score'] as const;
export type DropColumn = (typeof dropColumns)[number];

export interface DropView {
  /** Null: every phase. */
  readonly phase: string | null;
  readonly text: string;
  readonly sort: DropColumn;
  readonly descending: boolean;
}

const dropSchema = z.object({
  drawer_id: z.string(),
  dropped_at: z.string(),
  reason: z.string(),
  score: z.number().optional(),
  cosine_similarity: z.number().optional(),
  wing: z.string().optional(),
  title: z.string().optional(),
  score_at_drop: z
    .object({ cosine_similarity: z.number().optional(), partial_score: z.number().optional() })
    .optional(),
});

/** Titles and wings by drawer, from whatever part of the result names them. */
const namesIn = ({
  results,
  candidates,
  selection_trace: selection,
}: SearchResult): ReadonlyMap<string, { readonly title: string; readonly wing: string }> =>
  new Map([
    ...(selection?.candidates ?? []).map(({ drawer_id: id, title, wing }) => [id, { title, wing }] as const),
    ...[...results, ...(candidates ?? [])].map(
      (hit) => [hit.drawer_id, { title: drawerTitle(hit), wing: hit.wing }] as const,
    ),
  ]);

/** The drops of a candidate trace, in its order; entries of another kind (a guard's event, a batch) are left out. */
export const dropRows = (result: SearchResult): readonly DropRow[] => {
  const names = namesIn(result);
  const rows = (result.candidate_trace ?? []).flatMap((entry): Omit<DropRow, 'name'>[] => {
    const parsed = dropSchema.safeParse(entry);
    if (!parsed.success) return [];
    const {
      drawer_id: drawerId,
      dropped_at: phase,
      reason,
      score,
      cosine_similarity: cosine,
      score_at_drop: atDrop,
      ...said
    } = parsed.data;
    const known = names.get(drawerId);
    return [
      {
        drawerId,
        phase,
        phaseName: dropLook(phase).label,
        reason,
        title: said.title ?? known?.title ?? drawerId,
        wing: said.wing ?? known?.wing ?? '',
        cosine: cosine ?? atDrop?.cosine_similarity ?? null,
        score: score ?? atDrop?.partial_score ?? null,
      },
    ];
  });
  const short = shortTitles(rows.map(({ title }) => title));
  return rows.map((row, index) => ({ ...row, name: short[index] ?? row.title }));
};

/** How many were dropped at each phase, most first. */
export const dropCounts = (rows: readonly DropRow[]): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const { phase } of rows) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

/** What a column shows of a row. */
const shownIn = (row: DropRow, column: DropColumn): string | number | null =>
  column === 'title' ? row.name : column === 'phase' ? row.phaseName : row[column];

const compared = (a: DropRow, b: DropRow, column: DropColumn): number => {
  const [x, y] = [shownIn(a, column), shownIn(b, column)];
  if (typeof x === 'string' && typeof y === 'string') return x.localeCompare(y);
  return (
    (typeof x === 'number' ? x : Number.NEGATIVE_INFINITY) -
      (typeof y === 'number' ? y : Number.NEGATIVE_INFINITY) || 0
  );
};

/** The rows that a view lets through, in its order; equal ones keep the trace's order. */
export const viewedDrops = (
  rows: readonly DropRow[],
  { phase, text, sort, descending }: DropView,
): readonly DropRow[] => {
  const wanted = text.trim().toLowerCase();
  return rows
    .filter(
      (row) =>
        (phase === null || row.phase === phase) &&
        `${row.title}\n${row.wing}\n${row.reason}\n${row.drawerId}`.toLowerCase().includes(wanted),
    )
    .sort((a, b) => compared(a, b, sort) * (descending ? -1 : 1));
};
