import type { CurationAction } from '../../contract/curation.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { contradictionsOf } from '../summaries/contradictions.ts';
import { factsOf } from '../summaries/facts.ts';

/** The fields of a note that the rules use. */
export type CuratedNote = Pick<Drawer, 'id' | 'text' | 'type' | 'filedAt'>;

export interface Judgement {
  readonly action: CurationAction;
  /** Text for a person or agent, which quotes no drawer. */
  readonly reason: string;
}

/** Cosine above which two texts without a contradiction say the same. */
const sameFrom = 0.95;
const negation = /\b(?:no longer|not|never|without|cannot|stop(?:s|ped)?)\b|n[’']t\b/iu;

/**
 * Whether a new note replaces an older one on the same subject. ADD: both stay. UPDATE: the new one says it with
 * other numbers, dates or a decision, or says all of it and more. DELETE: it retracts the older one. NOOP: it adds
 * nothing. Compares words and facts, without a model. Deterministic. Pure.
 */
export const judge = (fresh: CuratedNote, known: CuratedNote, similarity: number): Judgement => {
  if (Date.parse(known.filedAt) > Date.parse(fresh.filedAt))
    return { action: 'ADD', reason: 'the other is newer' };
  const [clash] = contradictionsOf(
    [known, fresh].map(({ id, text, type }) => ({ id, text, isDecision: type === 'decision' })),
  ).found;
  if (clash !== undefined) {
    if (clash.kind !== 'decision') return { action: 'UPDATE', reason: `the same with another ${clash.kind}` };
    return negation.test(clash.newer_says) && !negation.test(clash.says)
      ? { action: 'DELETE', reason: 'retracts it' }
      : { action: 'UPDATE', reason: 'decides differently' };
  }
  if (similarity <= sameFrom) return { action: 'ADD', reason: 'on the same subject, without a contradiction' };
  const [before, now] = [factNames(known.text), factNames(fresh.text)];
  if ([...before].some((fact) => !now.has(fact)))
    return { action: 'ADD', reason: 'lacks numbers, dates or names of the other' };
  return now.size > before.size
    ? { action: 'UPDATE', reason: 'says all of it and more' }
    : { action: 'NOOP', reason: 'says the same' };
};

const factNames = (text: string): ReadonlySet<string> =>
  new Set(factsOf(text).map(({ fact }) => fact.toLowerCase()));
