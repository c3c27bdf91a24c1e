import type { CatalogueEntry } from '../../catalogue/catalogue.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { ScorePhase } from '../../contract/search/scorePhases.ts';
import type { ScoreEvent, SelectionEvent } from '../../contract/search/searchResult.ts';
import type { TextTerms } from './textTerms.ts';

/** A drawer's place in one leg. */
export interface LegPlace {
  /** From 1; null if the leg does not hold the drawer. Counted when it is first asked for: only explanations need it. */
  readonly rank: () => number | null;
  /** 0 if the leg does not hold the drawer. */
  readonly score: number;
  /** What the leg added to `relevance`. */
  readonly share: number;
}

export type LegName = 'lexical' | 'dense' | 'closets' | 'graph';
/** A place in each leg; `closets` and `graph` are absent if those legs did not run. */
type InLegs<Place> = { readonly [Leg in 'lexical' | 'dense']: Place } & {
  readonly [Leg in 'closets' | 'graph']?: Place;
};
export type LegPlaces = InLegs<LegPlace>;
/** In the wire form. */
type RecordedPlaces = InLegs<{
  readonly rank: number | null;
  readonly score: number;
  readonly share: number;
}>;

/** The place of a drawer that a leg does not hold. */
export const nowhere: LegPlace = { rank: () => null, score: 0, share: 0 };

/** A score event whose reason may be worded when it is first asked for. */
interface CandidateEvent extends Omit<ScoreEvent, 'reason'> {
  readonly reason: string | (() => string);
}

/** A drawer on its way through the pipeline. Phases return changed copies. */
export interface Candidate {
  /** The linked palace that it lives in; absent: this one. */
  readonly palace?: string;
  /** For a linked palace's drawer, `slot` and `sourceNumber` lie beyond those of this palace. */
  readonly entry: CatalogueEntry;
  readonly drawer: Drawer;
  /** Raw cosine of the stored vector and the query's; 0 if the drawer has no comparable vector. */
  readonly cosine: number;
  readonly hasVector: boolean;
  /** The model can't embed its text: it never gets a vector. */
  readonly unembeddable?: boolean;
  /** Fused relevance, 0…1. */
  readonly relevance: number;
  readonly legs: LegPlaces;
  /** The closet line that points to it, if the closet leg found one. */
  readonly closetLine?: string;
  /** `cosine` plus the delta of every event so far, added left to right. */
  readonly score: number;
  readonly events: readonly CandidateEvent[];
  readonly terms: TextTerms;
  /** IDs of exact duplicates folded into this one. */
  readonly alsoIn: readonly string[];
  /** The newer drawer that replaces it. */
  readonly replacedBy?: ReplacedBy;
  /** The best of those that it replaces, if it is as high as it is because of that one. */
  readonly inPlaceOf?: { readonly id: string; readonly title: string };
  /** Remarks for a person. */
  readonly annotations?: readonly string[];
  /** The score that the selection picked it by; absent before the selection and in a list with another order. */
  readonly selection?: SelectionStanding;
}

/** The newer drawer, and whether a person or an agent said so (`marked`) or similarity and age suggest it. */
export interface ReplacedBy {
  readonly id: string;
  readonly title: string;
  readonly marked: boolean;
}

/** The number that orders the results, and the terms that it is the left-to-right sum of. */
interface SelectionStanding {
  readonly score: number;
  readonly events: readonly SelectionEvent[];
}

/** A candidate that a phase left out. */
export interface Drop {
  readonly candidate: Candidate;
  readonly phase: string;
  readonly reason: string;
  /** Further facts for the trace, by their wire names. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The candidate after one phase's change. A delta of 0 leaves it unchanged: there is nothing to explain. */
export const withEvent = (
  candidate: Candidate,
  phase: ScorePhase,
  delta: number,
  reason: CandidateEvent['reason'],
): Candidate =>
  delta === 0
    ? candidate
    : { ...candidate, score: candidate.score + delta, events: [...candidate.events, { phase, delta, reason }] };

/** The candidate after a factor on its score: a boost never lowers and a penalty never raises it, whatever the score's sign. */
export const withFactor = (candidate: Candidate, phase: ScorePhase, factor: number, reason: string): Candidate =>
  withEvent(candidate, phase, Math.abs(candidate.score) * (factor - 1), reason);

export const withAnnotation = (candidate: Candidate, annotation: string): Candidate => ({
  ...candidate,
  annotations: [...(candidate.annotations ?? []), annotation],
});

/** What happened to the score, in the wire form. */
export const scoreEvents = ({ events }: Pick<Candidate, 'events'>): ScoreEvent[] =>
  events.map(({ phase, delta, reason }) => ({
    phase,
    delta,
    reason: typeof reason === 'string' ? reason : reason(),
  }));

const mapPlaces = <From, To>(
  { lexical, dense, closets, graph }: InLegs<From>,
  to: (place: From) => To,
): InLegs<To> => ({
  lexical: to(lexical),
  dense: to(dense),
  ...(closets === undefined ? {} : { closets: to(closets) }),
  ...(graph === undefined ? {} : { graph: to(graph) }),
});

/** The places in the wire form, with their ranks. */
export const recordedPlaces = (legs: LegPlaces): RecordedPlaces =>
  mapPlaces(legs, ({ rank, score, share }) => ({ rank: rank(), score, share }));

export const placesOf = (recorded: RecordedPlaces): LegPlaces =>
  mapPlaces(recorded, ({ rank, ...place }) => ({ ...place, rank: () => rank }));

/** Higher score first; ties in the order of filing (lower slot first), so that the order is always the same. */
export const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.entry.slot - b.entry.slot;
