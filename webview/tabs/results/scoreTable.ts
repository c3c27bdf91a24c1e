import { scorePhases } from '../../../extension/palace/contract/search/scorePhases.ts';
import { formatDelta } from '../../score/numberFormat.ts';
import { phaseLook, type StepPhase } from '../../score/phaseLook.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { fullTitle, shortTitles } from '../../text/drawerTitle.ts';
import type { RankedHit } from './rankedHit.ts';

/** The list as numbers: one row per result, one column per step that occurs in any of them. */
export interface ScoreTable {
  readonly columns: readonly { readonly phase: StepPhase; readonly label: string; readonly family: string }[];
  readonly rows: readonly {
    readonly rank: number;
    readonly drawerId: string;
    readonly place: string;
    /** The shown and the exact value; null if the step did not occur. */
    readonly cells: readonly ({ readonly shown: string; readonly exact: number } | null)[];
    readonly final: { readonly shown: string; readonly exact: number };
    /** The number that orders the list; null if it is sorted by something else. */
    readonly selection: { readonly shown: string; readonly exact: number } | null;
  }[];
}

export const scoreTable = (rows: readonly RankedHit[]): ScoreTable => {
  const phases: readonly StepPhase[] = ['cosine', ...scorePhases];
  const used = phases.filter((phase) =>
    rows.some(({ story }) => story?.steps.some((step) => step.phase === phase) === true),
  );
  const places = shortTitles(rows.map(({ hit }) => fullTitle(hit)));
  return {
    columns: used.map((phase) => {
      const { label, family } = phaseLook(phase);
      return { phase, label, family };
    }),
    rows: rows.map(({ hit, story }, index) => ({
      rank: hit.rank,
      drawerId: hit.drawer_id,
      place: places[index] ?? '',
      cells: used.map((phase) => {
        const steps = story?.steps.filter((step) => step.phase === phase) ?? [];
        const [first] = steps;
        if (first === undefined) return null;
        const exact = steps.reduce((sum, { delta }) => sum + delta, 0);
        return {
          exact,
          shown:
            steps.length === 1
              ? first.change
              : formatDelta(
                  steps.reduce((sum, { shownDelta }) => sum + shownDelta, 0),
                  exact < 0,
                ),
        };
      }),
      final: { shown: shownScore(hit.score), exact: hit.score },
      selection:
        hit.selection_score === undefined
          ? null
          : { shown: shownScore(hit.selection_score), exact: hit.selection_score },
    })),
  };
};

/** The table for a spreadsheet: tab-separated, every number at full precision. */
export const scoreTableText = ({ columns, rows }: ScoreTable): string => {
  const clean = (text: string): string => text.replace(/[\t\r\n]/gu, ' ');
  return [
    ['rank', 'drawer_id', 'place', ...columns.map(({ phase }) => phase), 'final', 'selection'],
    ...rows.map(({ rank, drawerId, place, cells, final, selection }) => [
      rank,
      clean(drawerId),
      clean(place),
      ...cells.map((cell) => cell?.exact ?? ''),
      final.exact,
      selection?.exact ?? '',
    ]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');
};
