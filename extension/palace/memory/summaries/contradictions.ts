import { sentencesOf } from '../../lexical/text/sentenceRanges.ts';
import { factKind, isMonth } from './facts.ts';

/** A text that may contradict others. They are given oldest first. */
interface Statement {
  readonly id: string;
  readonly text: string;
  /** Whether other words in the same place contradict, too, not only other numbers; true for decisions. */
  readonly isDecision: boolean;
}

/** Two drawers that say the same thing differently. */
interface Contradiction {
  readonly kind: 'number' | 'date' | 'decision';
  /** The older drawer, and what it says. */
  readonly drawer_id: string;
  readonly says: string;
  /** The newest drawer that says otherwise. */
  readonly newer_id: string;
  readonly newer_says: string;
}

/** Where a sentence of the newest drawer begins that contradicts an older one. */
export interface Lead {
  readonly drawer: number;
  readonly start: number;
}

export interface Contradictions {
  /** At most one per sentence of an older drawer. */
  readonly found: readonly Contradiction[];
  /** The sentences that hold now. */
  readonly leads: readonly Lead[];
}

/** Words compared per sentence, and sentences per group: the rest is not looked at. */
const mostWords = 50;
const mostSentences = 240;
/** Two sentences are about the same if they share this part of their words, in order. */
const sameMatter = 0.6;
const sameDecision = 0.7;
/** The longest piece, in words, that may stand for another. */
const longestPiece = 3;

const negations = new Set(
  'not no never cannot without stop stopped don’t doesn’t didn’t isn’t aren’t won’t can’t mustn’t shouldn’t longer'.split(
    ' ',
  ),
);

interface Sentence {
  readonly drawer: number;
  readonly start: number;
  readonly words: readonly string[];
}

/** A stretch in which two sentences differ. */
interface Difference {
  readonly older: readonly string[];
  readonly newer: readonly string[];
}

/**
 * Finds where drawers say the same sentence with another number or date, with and without a negation, or (decisions) with
 * another word in one place. Compares words, without a model; the newest drawer is taken to hold. Deterministic. Pure.
 */
export const contradictionsOf = (statements: readonly Statement[]): Contradictions => {
  const sentences = statements.flatMap(sentencesIn).reverse().slice(0, mostSentences);
  const found: Contradiction[] = [];
  const leads = new Set<Sentence>();
  const outdated = new Set<Sentence>();
  sentences.forEach((older, at) => {
    for (const newer of sentences.slice(0, at)) {
      const [one, other] = [statements[older.drawer], statements[newer.drawer]];
      if (older.drawer === newer.drawer || one === undefined || other === undefined) continue;
      const clash = clashOf(older.words, newer.words, one.isDecision && other.isDecision);
      if (clash === null) continue;
      const { kind, said, saidNow } = clash;
      found.push({ kind, drawer_id: one.id, says: said, newer_id: other.id, newer_says: saidNow });
      outdated.add(older);
      if (!outdated.has(newer)) leads.add(newer);
      return;
    }
  });
  return { found: found.reverse(), leads: [...leads].map(({ drawer, start }) => ({ drawer, start })) };
};

const sentencesIn = ({ text }: Statement, drawer: number): Sentence[] =>
  sentencesOf(text).map(({ start, end }) => ({ drawer, start, words: wordsOf(text.slice(start, end)) }));

const wordsOf = (sentence: string): string[] =>
  (sentence.match(/[\p{L}\p{N}#@$€£%][\p{L}\p{N}_.,:/@%’'+-]*/gu) ?? [])
    .map((word) =>
      word
        .replace(/(?<![.,:’'+-])[.,:’'+-]+$/u, '')
        .replaceAll("'", '’')
        .toLowerCase(),
    )
    .slice(0, mostWords);

type Clash = { readonly kind: Contradiction['kind']; readonly said: string; readonly saidNow: string };

const clashOf = (older: readonly string[], newer: readonly string[], decisions: boolean): Clash | null => {
  const known = new Set(newer);
  // Cheap: no common subsequence is longer than the number of words that both have.
  if (2 * older.filter((word) => known.has(word)).length < sameMatter * (older.length + newer.length)) return null;
  const { common, differences } = differencesOf(older, newer);
  const likeness = (2 * common) / (older.length + newer.length);
  if (likeness < sameMatter || common < 3) return null;
  for (const { older: before, newer: now } of differences) {
    const kind = before.length === now.length && before.length <= longestPiece ? factClash(before, now) : null;
    if (kind !== null) return { kind, said: before.join(' '), saidNow: now.join(' ') };
  }
  if (likeness < sameDecision) return null;
  const negated = differences.find(
    ({ older: before, newer: now }) => before.some(isNegation) !== now.some(isNegation),
  );
  const replaced =
    decisions && differences.length === 1
      ? differences.find(
          ({ older: before, newer: now }) =>
            before.length > 0 && before.length === now.length && before.length < 3,
        )
      : undefined;
  const clash = negated ?? replaced;
  return clash === undefined
    ? null
    : { kind: 'decision', said: clash.older.join(' ') || '—', saidNow: clash.newer.join(' ') || '—' };
};

const isNegation = (word: string): boolean => negations.has(word);

/** Whether a number or a date stands where the other sentence has another one. */
const factClash = (older: readonly string[], newer: readonly string[]): 'number' | 'date' | null => {
  const at = older.findIndex((word, i) => isQuantity(word) && isQuantity(newer[i] ?? '') && word !== newer[i]);
  if (at < 0) return null;
  return [...older, ...newer].some((word) => factKind(word) === 'date' || isMonth(word)) ? 'date' : 'number';
};

const isQuantity = (word: string): boolean => {
  const kind = factKind(word);
  return kind === 'number' || kind === 'date' || /^[#$€£]?\d[\d.,]*[a-z%]{0,3}$/u.test(word);
};

/** The longest common subsequence of two lists of words, and what stands between its words. */
const differencesOf = (
  older: readonly string[],
  newer: readonly string[],
): { readonly common: number; readonly differences: readonly Difference[] } => {
  const width = newer.length + 1;
  const lengths = new Uint8Array((older.length + 1) * width);
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = older.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        older[i] === newer[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const differences: Difference[] = [];
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  const close = (): void => {
    if (i > fromI || j > fromJ) differences.push({ older: older.slice(fromI, i), newer: newer.slice(fromJ, j) });
  };
  while (i < older.length && j < newer.length) {
    if (older[i] === newer[j]) {
      close();
      [i, j] = [i + 1, j + 1];
      [fromI, fromJ] = [i, j];
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  [i, j] = [older.length, newer.length];
  close();
  return { common: lengthAt(0, 0), differences };
};
