import { notComparedReason } from '../../palace/contract/search/notComparedReason.ts';
import { cosineStep, selectionSteps } from '../../palace/contract/search/scorePhaseTable.ts';
import { scorePhaseRow, scorePhases } from '../../palace/contract/search/scorePhases.ts';
import type { SearchHit, SelectionEvent } from '../../palace/contract/search/searchResult.ts';
import { clip, type Terminal } from '../terminal/terminal.ts';

/** Lower-cases the first letter, as inside a sentence: `likeness (MMR)`. */
const uncapitalised = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const labelOf = (phase: string): string => uncapitalised(scorePhaseRow(phase)?.name ?? phase);
const labelWidth = Math.max(...scorePhases.map((phase) => labelOf(phase).length));

const three = (x: number): number => Math.round(x * 1000) / 1000;

/** Formats as `+.406` or `−.162`, with a real minus sign and no leading zero. */
const signed = (x: number): string => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(3).replace(/^0/, '')}`;
const score = (x: number): string => x.toFixed(3).replace('-', '−');

/**
 * Draws a result's score as a staircase of bars, one line per step, from the cosine to the final score; then, in the same way, the
 * number that the selection picked it by. It shows rounded running totals and the differences between them, so that the
 * printed numbers add up. `isMeaningCompared`: whether the search compared vectors.
 */
export const waterfall = (hit: SearchHit, isMeaningCompared: boolean, terminal: Terminal): string[] => {
  const cosine = hit.cosine_similarity ?? 0;
  return [
    ...staircase(
      {
        start: {
          label: cosineStep.label,
          value: cosine,
          reason: cosine === 0 ? notComparedReason(hit, isMeaningCompared) : 'stored vector against the query’s',
        },
        steps: (hit.score_events ?? []).map((event) => ({ ...event, label: labelOf(event.phase) })),
        end: 'final score',
      },
      terminal,
    ),
    ...selectionStaircase(hit, terminal),
  ];
};

/** The number that the selection picked the result by, which falls from the first result to the last. */
const selectionStaircase = ({ selection_events: events }: SearchHit, terminal: Terminal): string[] => {
  const [first, ...steps] = events ?? [];
  return first === undefined
    ? []
    : staircase(
        {
          start: { label: selectionLabel(first.phase), value: first.delta, reason: first.reason },
          steps: steps.map((event) => ({ ...event, label: selectionLabel(event.phase) })),
          end: 'selection score',
        },
        terminal,
      );
};

const selectionLabel = (term: SelectionEvent['phase']): string =>
  term === 'relevance' || term === 'held_back' ? selectionSteps[term].label : labelOf(term);

interface Stairs {
  readonly start: { readonly label: string; readonly value: number; readonly reason: string };
  readonly steps: readonly {
    readonly phase: string;
    readonly label: string;
    readonly delta: number;
    readonly reason: string;
  }[];
  /** The name of the sum. */
  readonly end: string;
}

const staircase = ({ start, steps, end }: Stairs, terminal: Terminal): string[] => {
  const totals = [three(start.value)];
  let exact = start.value;
  for (const { delta } of steps) totals.push(three((exact += delta)));
  const greatest = Math.max(...totals, 0.001);
  const least = Math.min(...totals, 0);
  const width = Math.max(16, Math.min(48, terminal.columns - 49 - labelWidth));
  const column = (x: number): number => Math.round(((x - least) / (greatest - least)) * width);
  const bar = (from: number, to: number, mark: string): string => {
    const [left, right] = [Math.min(column(from), column(to)), Math.max(column(from), column(to))];
    return `${' '.repeat(left)}${mark.repeat(Math.max(1, right - left))}`.padEnd(width + 1);
  };
  const line = (label: string, change: string, drawn: string, running: string, why: string): string =>
    `     ${label.padEnd(labelWidth)} ${change.padStart(6)}  ${drawn} ${running.padStart(6)}  ${terminal.style('dim', clip(why, Math.max(12, terminal.columns - width - 29 - labelWidth)))}`.trimEnd();
  const [first = 0, last = 0] = [totals[0], totals.at(-1)];
  return [
    line(start.label, score(first), terminal.style('gray', bar(0, first, '█')), score(first), start.reason),
    ...steps.map(({ phase, label, delta, reason }, i) => {
      const [from, to] = [totals[i] ?? 0, totals[i + 1] ?? 0];
      const drawn = bar(from, to, delta < 0 ? '░' : '▓');
      return line(
        label,
        signed(to - from),
        terminal.style(delta < 0 ? 'yellow' : phase === 'fusion' ? 'blue' : 'green', drawn),
        score(to),
        reason,
      );
    }),
    line(
      end,
      score(last),
      terminal.style('bold', bar(0, last, '█')),
      score(last),
      'the sum of the above, exactly',
    ),
  ];
};
