import { slopeChart } from '../../charts/slopeChart.ts';
import { slopeLayout } from '../../charts/slopeLayout.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { shortTitles } from '../../text/drawerTitle.ts';
import type { Translate } from '../../text/translate.ts';
import { columnHeads } from '../../ui/columnHeads.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { Move, Moves, Reselected } from './reselection.ts';

/** Rows of the list. A set seldom has more, and the shares show the rest. */
const mostRows = 100;
/** Pixels. */
const slopesWidth = 72;

/** A text as shown, and as read aloud. */
interface Wording {
  readonly shown: string;
  readonly spoken: string;
}

const moveWording = (by: number | null, t: Translate): Wording => {
  if (by === null) return { shown: t('in'), spoken: t('came in') };
  if (by === 0) return { shown: '', spoken: t('same place') };
  return by > 0 ? { shown: `▲${by}`, spoken: t('{0} up', by) } : { shown: `▼${-by}`, spoken: t('{0} down', -by) };
};

/** A drawer in the list, in words. */
interface MoveRow {
  readonly kind: 'in' | 'out' | '';
  readonly drawer: Reselected;
  readonly rank: string;
  readonly moved: Wording;
  /** Its score; of one that fell out, the rank that it had. */
  readonly end: string;
}

const moveRows = ({ picks, out }: Moves, t: Translate): readonly MoveRow[] => [
  ...picks.slice(0, mostRows).map(({ pick, by }): MoveRow => ({
    kind: by === null ? 'in' : '',
    drawer: pick,
    rank: String(pick.rank),
    moved: moveWording(by, t),
    end: shownScore(pick.score),
  })),
  ...out.slice(0, mostRows).map((drawer): MoveRow => ({
    kind: 'out',
    drawer,
    rank: '–',
    moved: { shown: t('out'), spoken: t('fell out') },
    end: t('was {0}', drawer.rank),
  })),
];

/** Lines from the run's places, numbered on the left, to the current places. */
const crossings = (before: readonly Reselected[], picks: readonly Move[]): HTMLElement | null => {
  const k = Math.max(before.length, picks.length);
  if (k === 0 || k > mostRows) return null;
  const layout = slopeLayout(
    before.map(({ drawerId }) => drawerId),
    picks.map(({ pick }) => pick.drawerId),
    k,
  );
  return element(
    'div',
    { class: 'crossings', 'aria-hidden': 'true' },
    element(
      'ol',
      {},
      before.map(({ rank }) => element('li', {}, String(rank))),
    ),
    slopeChart(layout, slopesWidth),
  );
};

const tableRow = ({ kind, drawer: { title, wing }, rank, moved, end }: MoveRow, shortTitle: string): HTMLElement =>
  element(
    'tr',
    { class: kind },
    element('td', { class: 'num' }, rank),
    element(
      'td',
      { class: 'by' },
      element('span', { 'aria-hidden': 'true' }, moved.shown),
      element('span', { class: 'sr-only' }, moved.spoken),
    ),
    element('th', { scope: 'row', class: 'clip', title }, shortTitle),
    element('td', { class: 'dim clip' }, wing),
    element('td', { class: 'num' }, end),
  );

/**
 * The ranking with the current weights: how it crosses the run's, ▲ ▼, in, and below it the results that fell out.
 */
export const moveList = (moves: Moves, before: readonly Reselected[], { t }: Surroundings): HTMLElement => {
  const rows = moveRows(moves, t);
  const short = shortTitles(rows.map(({ drawer }) => drawer.title));
  const heads = [
    ['num', '#'],
    ['by', t('Moved')],
    ['', t('Drawer')],
    ['', t('Wing')],
    ['num', t('Score')],
  ] as const;
  const table = element(
    'table',
    { class: 'moves', 'aria-label': t('Ranking with these values') },
    columnHeads(heads),
    element(
      'tbody',
      {},
      rows.map((row, index) => tableRow(row, short[index] ?? row.drawer.title)),
    ),
  );
  return element('div', { class: 'move-list' }, crossings(before, moves.picks), table);
};
