import type { SelectionEvent } from '../../contract/search/searchResult.ts';
import { withEvent, type Candidate } from '../candidates/candidate.ts';
import type { PhaseContext } from './phase.ts';
import type { HeldBack, Pick } from './selection.ts';

/** What is known once the picks are made. */
export interface SelectionFacts {
  /** The pool, best score first; picks refer to it by place. */
  readonly ranked: readonly Candidate[];
  readonly picks: readonly Pick[];
  /** The score that counts as relevance 1; 1 if none exceeds it. */
  readonly greatest: number;
  /** Factor on γ for a wing. */
  readonly scale: (wing: string) => number;
  readonly similarity: (a: number, b: number) => number;
  readonly context: PhaseContext;
}

/**
 * A picked candidate with the events of its penalties, and with its selection score. Penalties are also events
 * of the score, with their values at the time of the pick; λ's share of the relevance and what holds it back
 * belong only to the selection score.
 */
export const pickedCandidate = (pick: Pick, facts: SelectionFacts): readonly Candidate[] => {
  const candidate = facts.ranked[pick.index];
  if (candidate === undefined) return [];
  const reasons = penaltyReasons(pick, candidate, facts);
  const lessAlike = withEvent(candidate, 'mmr', pick.mmrPenalty, reasons.mmr);
  return [
    {
      ...withEvent(lessAlike, 'cross_wing_balancing', pick.wingPenalty, reasons.wing),
      selection: { score: pick.selectionScore, events: selectionEvents(pick, candidate, reasons, facts) },
    },
  ];
};

/** The terms of a pick's selection score. A term of 0 is left out, except the relevance. */
const selectionEvents = (
  { weightedRelevance, mmrPenalty, wingPenalty, objective, heldBack }: Pick,
  { score, entry }: Candidate,
  reasons: ReturnType<typeof penaltyReasons>,
  facts: SelectionFacts,
): SelectionEvent[] => {
  const { greatest, context } = facts;
  const divided = greatest > 1 ? ` / ${greatest.toFixed(3)}, the greatest score` : '';
  const events: SelectionEvent[] = [
    {
      phase: 'relevance',
      delta: weightedRelevance,
      reason: `λ ${context.flags.mmr_lambda} × score ${score.toFixed(3)}${divided}`,
    },
    { phase: 'mmr', delta: mmrPenalty, reason: reasons.mmr },
    { phase: 'cross_wing_balancing', delta: wingPenalty, reason: reasons.wing },
    ...(heldBack === null
      ? []
      : [
          {
            phase: 'held_back' as const,
            delta: heldBack.delta,
            reason: heldBackReason(heldBack, objective, entry.wing, facts),
          },
        ]),
  ];
  return events.filter(({ phase, delta }) => phase === 'relevance' || delta !== 0);
};

const penaltyReasons = (
  { nearest, saturation }: Pick,
  { entry }: Candidate,
  { ranked, scale, context: { flags } }: SelectionFacts,
): { readonly mmr: string; readonly wing: string } => {
  const scaled =
    flags.wing_diversity_scale === 'none'
      ? ''
      : ` × the wing’s share of the palace ${scale(entry.wing).toFixed(3)}`;
  return {
    mmr: `(1 − ${flags.mmr_lambda}) × its likeness to ${ranked[nearest]?.entry.id ?? ''}`,
    wing: `${flags.wing_diversity_weight}${scaled} × saturation ${saturation.toFixed(2)} of wing “${entry.wing}”`,
  };
};

const heldBackReason = (
  { by, objectiveThen }: HeldBack,
  objective: number,
  wing: string,
  { picks }: SelectionFacts,
): string =>
  `#${by + 1} was picked first, at ${picks[by]?.objective.toFixed(3) ?? ''} against ${objectiveThen.toFixed(3)}; ` +
  `wing “${wing}” fills less of the list since, so it comes to ${objective.toFixed(3)} now`;

/** The picked drawer that a drawer is most similar to, in words and for the trace; null if there is none. */
export const likestPick = (
  index: number,
  { ranked, picks, similarity }: SelectionFacts,
): { readonly words: string; readonly facts: Readonly<Record<string, unknown>> } | null => {
  let [likest, greatest] = ['', 0];
  for (const pick of picks) {
    const cosine = similarity(index, pick.index);
    if (cosine > greatest) [likest, greatest] = [ranked[pick.index]?.entry.id ?? '', cosine];
  }
  return likest === ''
    ? null
    : {
        words: `similarity to ${likest} = ${greatest.toFixed(2)}`,
        facts: { similar_to: likest, similarity: greatest },
      };
};
