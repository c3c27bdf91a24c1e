import { slopeChart } from '../../charts/slopeChart.ts';
import { slopeLayout } from '../../charts/slopeLayout.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { shortTitles } from '../../text/drawerTitle.ts';
import { element } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { Move, Moves, Reselected } from './reselection.ts';

/** Rows of the list. A set seldom has more, and the shares show the rest. */
const mostRows = 100;
/** Pixels. */
const slopesWidth = 72;

const written = (by: number | null, t: Surroundings['t']): { readonly shown: string; readonly spoken: string } => {
  if (by === null) return { shown: t('in'), spoken: t('came in') };
  if (by === 0) return { shown: '', spoken: t('same place') };
  return by > 0 ? { shown: `▲${by}`, spoken: t('{0} up', by) } : { shown: `▼${-by}`, spoken: t('{0} down', -by) };
};

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

/**
 * The ranking with the current weights: how it crosses the run's, ▲ ▼, in, and below it the results that fell out.
 */
export const moveList = (
  { picks, out }: Moves,
  before: readonly Reselected[],
  { t }: Surroundings,
): HTMLElement => {
  const shown = [...picks.slice(0, mostRows).map(({ pick }) => pick), ...out.slice(0, mostRows)];
  const short = shortTitles(shown.map(({ title }) => title));
  const shortOf = new Map(shown.map(({ drawerId }, index) => [drawerId, short[index]]));
  const row = (
    kind: string,
    rank: string,
    by: { readonly shown: string; readonly spoken: string },
    { drawerId, title, wing }: Reselected,
    end: string,
  ): HTMLElement =>
    element(
      'tr',
      { class: kind },
      element('td', { class: 'num' }, rank),
      element(
        'td',
        { class: 'by' },
        element('span', { 'aria-hidden': 'true' }, by.shown),
        element('span', { class: 'sr-only' }, by.spoken),
      ),
      element('th', { scope: 'row', class: 'clip', title }, shortOf.get(drawerId) ?? title),
      element('td', { class: 'dim clip' }, wing),
      element('td', { class: 'num' }, end),
    );
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
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        heads.map(([kind, text]) => element('th', { scope: 'col', class: kind }, text)),
      ),
    ),
    element(
      'tbody',
      {},
      picks
        .slice(0, mostRows)
        .map(({ pick, by }: Move) =>
          row(by === null ? 'in' : '', String(pick.rank), written(by, t), pick, shownScore(pick.score)),
        ),
      out
        .slice(0, mostRows)
        .map((gone) => row('out', '–', { shown: t('out'), spoken: t('fell out') }, gone, t('was {0}', gone.rank))),
    ),
  );
  return element('div', { class: 'moved' }, crossings(before, picks), table);
};
