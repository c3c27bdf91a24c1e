import { reasonText } from '../../score/reasonText.ts';
import type { ChartRows } from '../../export/csvFile.ts';
import { dropLook } from '../../score/dropLook.ts';
import { formatDelta } from '../../score/numberFormat.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import type { Translate } from '../../text/translate.ts';
import type { RankedSide } from './rankedSide.ts';
import { slopeLayout, type Slope, type SlopeLayout } from '../../charts/slopeLayout.ts';

/**
 * One drawer of a comparison in its shown form; chart, tables and stacked list are made from the same array of
 * these.
 */
export interface ComparedDrawer {
  readonly slope: Slope;
  readonly title: string;
  readonly rankA: string;
  readonly rankB: string;
  readonly scoreA: string;
  readonly scoreB: string;
  readonly change: string;
  readonly moved: { readonly shown: string; readonly spoken: string };
  /** Why it is not among B's first: in short, and as a sentence. */
  readonly why: { readonly short: string; readonly reason: string } | null;
}

export interface Comparison {
  readonly layout: SlopeLayout;
  /** By drawer. */
  readonly drawers: ReadonlyMap<string, ComparedDrawer>;
  readonly k: number;
  readonly verdict: string;
}

const movedOf = ({ kind, rankA, rankB }: Slope, t: Translate): ComparedDrawer['moved'] => {
  if (kind === 'gone') return { shown: t('out'), spoken: t('fell out') };
  if (kind === 'same') return { shown: '=', spoken: t('same place') };
  if (rankA === null || rankB === null) return { shown: t('in'), spoken: t('came in') };
  const by = rankA - rankB;
  return by > 0 ? { shown: `▲${by}`, spoken: t('{0} up', by) } : { shown: `▼${-by}`, spoken: t('{0} down', -by) };
};

const verdictOf = (drawers: readonly ComparedDrawer[], k: number, t: Translate): string => {
  const both = drawers.filter(
    ({ slope }) => slope.kind === 'same' || slope.kind === 'up' || slope.kind === 'down',
  );
  if (both.length === drawers.length && both.every(({ slope }) => slope.kind === 'same'))
    return t('The same {0}, in the same order.', both.length);
  const climbs = drawers.flatMap(({ slope: { rankA, rankB, kind }, title }) =>
    rankA !== null && rankB !== null && (kind === 'up' || kind === 'new') ? [{ title, rankA, rankB }] : [],
  );
  const best = climbs.reduce<(typeof climbs)[number] | undefined>(
    (most, one) => (most === undefined || one.rankA - one.rankB > most.rankA - most.rankB ? one : most),
    undefined,
  );
  return [
    t('{0} of {1} in both.', both.length, k),
    ...(best === undefined ? [] : [t('Biggest climb: “{0}”, #{1} to #{2}.', best.title, best.rankA, best.rankB)]),
  ].join(' ');
};

/** A comparison for a spreadsheet, one drawer per row. An empty cell: it is not in that ranking. */
export const comparedCells = ({ layout, drawers }: Comparison, a: RankedSide, b: RankedSide): ChartRows => [
  ['drawer_id', 'title', 'rank_a', 'rank_b', 'score_a', 'score_b'],
  ...layout.rowsB.map(({ id, rankA, rankB }) => [
    id,
    drawers.get(id)?.title ?? null,
    rankA,
    rankB,
    a.drawers.get(id)?.score ?? null,
    b.drawers.get(id)?.score ?? null,
  ]),
];

/** Compares the first k of ranking B with those of ranking A. */
export const comparison = (a: RankedSide, b: RankedSide, k: number, t: Translate): Comparison => {
  const layout = slopeLayout(a.ids, b.ids, k);
  const drawers = layout.rowsB.map((slope): ComparedDrawer => {
    const [inA, inB] = [a.drawers.get(slope.id), b.drawers.get(slope.id)];
    const drop = slope.kind === 'gone' ? b.dropped.get(slope.id) : undefined;
    return {
      slope,
      title: inB?.title ?? inA?.title ?? slope.id,
      rankA: slope.rankA === null ? '–' : String(slope.rankA),
      rankB: slope.rankB === null ? '–' : String(slope.rankB),
      scoreA: inA === undefined ? '' : shownScore(inA.score),
      scoreB: inB === undefined ? '' : shownScore(inB.score),
      change:
        inA === undefined || inB === undefined
          ? ''
          : formatDelta(Math.round(inB.score * 1000) - Math.round(inA.score * 1000), inB.score < inA.score),
      moved: movedOf(slope, t),
      why:
        slope.kind !== 'gone'
          ? null
          : drop === undefined
            ? {
                short: t('below the first {0}', k),
                reason: slope.rankB === null ? t('Not in this ranking.') : t('It is #{0} there.', slope.rankB),
              }
            : { short: t(dropLook(drop.phase).label), reason: reasonText(drop.reason, t) },
    };
  });
  return {
    layout,
    drawers: new Map(drawers.map((drawer) => [drawer.slope.id, drawer])),
    k,
    verdict: verdictOf(drawers, Math.max(layout.topA, layout.topB), t),
  };
};
