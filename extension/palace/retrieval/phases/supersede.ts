import { plural } from '../../../base/text/plural.ts';
import {
  byScore,
  withAnnotation,
  withEvent,
  withFactor,
  type Candidate,
  type Drop,
} from '../candidates/candidate.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { Phase, PhaseContext } from './phase.ts';
import { replacementPairs, type Confidence } from './replacementPairs.ts';

/** The factor that `demote` applies to the score of a replaced drawer. */
const demoted = 0.5;

/**
 * The share of its own score that a drawer keeps beside the one that it is marked as replaced by, whose place it lent; without
 * that, the largest share of that one's score.
 */
const besideLiving = 0.9;

/** How many of the best candidates are compared with each other: enough for the results, at a quarter of the pool's cost. */
const compared = (k: number): number => Math.max(50, 3 * k);

/** What replaces a drawer: the newest of the chain, and how certain that is. */
interface Replacement {
  readonly by: string;
  /** Only for a marked one, which may not be among the candidates. */
  readonly title?: string | undefined;
  readonly confidence: Confidence;
  readonly reason: string;
}

/**
 * Finds candidates that a newer one replaces: because a person said so, or because it is nearly the same and was filed days
 * later. All are marked. Those with more than low confidence are also left out (`filter`) or count half (`demote`); a
 * candidate whose replacement is not among the candidates is never left out. What a person or an agent marked lends its place to
 * the drawer that replaced it, which may be worded quite differently, and never passes it, whatever the action.
 */
export const supersede: Phase = {
  isOn: (flags) => flags.supersede_filter_enabled,
  run: (candidates, context) => {
    const replaced = replacements(candidates, context);
    if (replaced.size === 0) return { candidates };
    const found = new Map<string, Candidate>(candidates.map((candidate) => [candidate.entry.id, candidate]));
    const { supersede_lift_enabled: lifts } = context.flags;
    const present = lifts ? lifted(found, replaced) : found;
    const replaces = new Map<string, string[]>();
    for (const [id, { by }] of replaced) if (present.has(by)) replaces.set(by, [...(replaces.get(by) ?? []), id]);
    const acts = (action: ProfileFlags['supersede_action'], replacement: Replacement | undefined): boolean =>
      context.flags.supersede_action === action && replacement !== undefined && replacement.confidence !== 'low';
    const dropped: Drop[] = [];
    const kept: Candidate[] = [];
    for (const candidate of candidates) {
      const { id } = candidate.entry;
      const replacement = replaced.get(id);
      const olds = replaces.get(id);
      const standing = present.get(id) ?? candidate;
      const marked = olds === undefined ? standing : withAnnotation(standing, `Replaces ${olds.join(', ')}`);
      if (replacement === undefined) {
        kept.push(marked);
        continue;
      }
      const { by, confidence, reason } = replacement;
      if (acts('filter', replacement) && present.has(by)) {
        dropped.push({ candidate, phase: 'supersede', reason, facts: { superseded_by: by, confidence } });
        continue;
      }
      const living = present.get(by);
      const isDemoted = acts('demote', replacement);
      const beside =
        confidence !== 'marked' || living === undefined
          ? undefined
          : {
              title: drawerTitle(living.drawer),
              score: acts('demote', replaced.get(by)) ? halved(living).score : living.score,
            };
      const lowered = loweredBy(replacement, marked, { isDemoted, living: beside, lifts });
      const title = living === undefined ? (replacement.title ?? by) : drawerTitle(living.drawer);
      kept.push({
        ...withAnnotation(lowered, `[SUPERSEDED] ${reason}`),
        replacedBy: { id: by, title, marked: confidence === 'marked' },
      });
    }
    return { candidates: kept, dropped };
  },
};

/** The candidates by ID. One that replaces others, because somebody marked them so, scores as high as the best of these. */
const lifted = (
  found: ReadonlyMap<string, Candidate>,
  replaced: ReadonlyMap<string, Replacement>,
): ReadonlyMap<string, Candidate> => {
  const standing = new Map(found);
  for (const [id, { by, confidence }] of replaced) {
    const [old, living] = [found.get(id), standing.get(by)];
    if (confidence !== 'marked' || old === undefined || living === undefined || old.score <= living.score)
      continue;
    const unlifted = found.get(by) ?? living;
    const title = drawerTitle(old.drawer);
    standing.set(by, {
      ...withEvent(unlifted, 'supersede', old.score - unlifted.score, `in place of “${title}”, which it replaces`),
      inPlaceOf: { id, title },
    });
  }
  return standing;
};

const halved = (candidate: Candidate, reason = ''): Candidate =>
  withFactor(candidate, 'supersede', demoted, `${reason}: × ${demoted}`);

/** A replaced drawer: at half its score if it is demoted, and below the living one, if given; one event says which. */
const loweredBy = (
  { reason }: Replacement,
  candidate: Candidate,
  {
    isDemoted,
    living,
    lifts,
  }: {
    readonly isDemoted: boolean;
    readonly living: { readonly title: string; readonly score: number } | undefined;
    readonly lifts: boolean;
  },
): Candidate => {
  const standing = isDemoted ? halved(candidate, reason) : candidate;
  if (living === undefined) return standing;
  const by = `replaced by “${living.title}”`;
  // The living one has the best of their scores, so this leaves them below it, in their own order.
  if (lifts && !isDemoted) return withFactor(candidate, 'supersede', besideLiving, `${by}: × ${besideLiving}`);
  const highest = living.score - Math.abs(living.score) * (1 - besideLiving);
  return standing.score <= highest
    ? standing
    : withEvent(candidate, 'supersede', highest - candidate.score, `${by}: at most ${besideLiving} of its score`);
};

/** Candidate ID → the newest drawer that replaces it. */
const replacements = (
  candidates: readonly Candidate[],
  { flags, k, snapshot, similarity }: PhaseContext,
): Map<string, Replacement> => {
  const direct = new Map<string, Replacement>();
  for (const { older, newer, similarity: cosine, ageGapDays, confidence } of replacementPairs(
    [...candidates].sort(byScore).slice(0, compared(k)),
    flags,
    similarity,
    snapshot.notReplaced,
  ))
    direct.set(older.entry.id, {
      by: newer.entry.id,
      confidence,
      reason: `similarity ${cosine.toFixed(3)}, ${plural(ageGapDays, 'day')} newer, ${confidence} confidence`,
    });
  const ids = new Set<string>(candidates.map(({ entry }) => entry.id));
  for (const { id, by, title } of snapshot.replacements)
    if (ids.has(id)) direct.set(id, { by, title, confidence: 'marked', reason: 'marked as replaced' });
  return new Map(
    [...direct].flatMap(([id, replacement]) => {
      const by = endOfChain(id, direct);
      return by === null ? [] : [[id, { ...replacement, by, reason: reasonOf(by, replacement) }] as const];
    }),
  );
};

/** What a likeness, an age or a mark says is about the next drawer of a chain, which the newest has replaced meanwhile. */
const reasonOf = (newest: string, { by, confidence, reason }: Replacement): string =>
  `${confidence === 'marked' ? 'replaced' : 'may be replaced'} by ${newest}${newest === by ? '' : `, by way of ${by}`} (${reason})`;

/**
 * The last drawer of the chain from `id`; null if marks and similarity form a circle. What a mark says reaches as far as the marks:
 * that the marked one seems to be replaced, too, nobody has said.
 */
const endOfChain = (id: string, direct: ReadonlyMap<string, Replacement>): string | null => {
  const marksOnly = direct.get(id)?.confidence === 'marked';
  const seen = new Set([id]);
  let at = id;
  for (let next = direct.get(at); next !== undefined; next = direct.get(at)) {
    if (marksOnly && next.confidence !== 'marked') break;
    if (seen.has(next.by)) return null;
    seen.add(next.by);
    at = next.by;
  }
  return at;
};
