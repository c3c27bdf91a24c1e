import type { Analyser } from '../../lexical/text/analysis.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { contradictionsOf, type Contradictions } from '../summaries/contradictions.ts';
import { extractiveSummary, type ExtractiveSummary } from '../summaries/extractiveSummary.ts';
import type { Original } from '../summaries/leftOut.ts';
import { underStanding, type LivingReplacement } from '../summaries/standingLine.ts';

export const originalOf = ({ id, text }: Drawer): Original => ({ id, text });

/** Where the drawers of a group contradict each other; they are given oldest first. */
export const contradictionsIn = (drawers: readonly Drawer[]): Contradictions =>
  contradictionsOf(drawers.map(({ id, text, type }) => ({ id, text, isDecision: type === 'decision' })));

/**
 * The extract of a group's drawers, given oldest first. Where they contradict each other, the newest leads. If a living
 * drawer replaced them, the text begins by saying so.
 */
export const groupSummary = (
  drawers: readonly Drawer[],
  by: LivingReplacement | null,
  analyser: Analyser,
): ExtractiveSummary => {
  const extract = extractiveSummary(drawers.map(originalOf), analyser, contradictionsIn(drawers).leads);
  const text = underStanding(extract.text, by);
  const shift = text.length - extract.text.length;
  return {
    text,
    references: extract.references.map((place) => ({
      ...place,
      start: place.start + shift,
      end: place.end + shift,
    })),
  };
};
