import type { Analyser } from '../../lexical/text/analysis.ts';
import { sentenceTerms } from '../../lexical/text/sentenceTerms.ts';
import { factsOf } from './facts.ts';
import { isHeading, titleEnd } from './headings.ts';
import type { Lead } from './contradictions.ts';
import type { Original } from './leftOut.ts';
import { textStart } from '../../../base/text/textStart.ts';

/** Where a passage of the summary comes from, verbatim. Offsets are UTF-16, half-open. */
interface SummaryReference {
  readonly start: number;
  readonly end: number;
  readonly drawer_id: string;
  /** Its offset in the drawer's text. */
  readonly drawer_start: number;
}

export interface ExtractiveSummary {
  readonly text: string;
  /** One per sentence, in order. */
  readonly references: readonly SummaryReference[];
}

/**
 * Maximum length of a summary: this share of the originals' characters, within bounds. Sentences with facts that
 * would be lost may extend it to the second share.
 */
const share = 0.35;
const shareWithFacts = 0.6;
const least = 240;
const most = 4000;
/** Sentences with a cosine of at least this say the same. */
const sayTheSame = 0.8;
/** Characters kept of the best sentence when every sentence is too long. */
const cutSentence = 400;
/** Characters between two paragraphs: the most that stands between two sentences. */
const separator = 2;

interface Piece {
  readonly drawer: number;
  readonly start: number;
  readonly text: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly facts: readonly string[];
  readonly isHeading: boolean;
}

/**
 * A summary made without a model. It takes the sentences that are most like all the others (centrality with
 * tf-idf), verbatim, then those with facts that would be lost otherwise. A heading or a title says nothing by itself, so
 * it is taken only for its facts, or if there is nothing else. The sentences keep the order of the originals, which are
 * given oldest first; of equal sentences the newer is preferred. With `leads`, the drawers of those sentences come first, then
 * the others, the newest first. Each drawer has a paragraph, in its own order. Deterministic.
 */
export const extractiveSummary = (
  originals: readonly Original[],
  analyser: Analyser,
  leads: readonly Lead[] = [],
): ExtractiveSummary => {
  const pieces = piecesOf(originals, analyser);
  const characters = originals.reduce((sum, { text }) => sum + text.length, 0);
  const bound = (part: number): number => Math.min(most, Math.max(least, Math.floor(characters * part)));
  const byCentrality = centralFirst(pieces);
  const chosen = choosing(pieces);
  pieces.forEach(({ drawer, start }, i) => {
    if (leads.some((lead) => lead.drawer === drawer && lead.start === start)) chosen.take(i, most);
  });
  const isText = pieces.some((piece) => !piece.isHeading);
  for (const i of byCentrality) {
    const piece = pieces[i];
    if (piece !== undefined && !chosen.has(i) && !(isText && piece.isHeading) && !chosen.isRepeated(piece))
      chosen.take(i, bound(share));
  }
  for (;;) {
    const next = chosen.withMostLostFacts(bound(shareWithFacts));
    if (next === undefined) break;
    chosen.take(next, bound(shareWithFacts));
  }
  const kept = leadingFirst(chosen.inOrder(), leads);
  return joined(kept.length > 0 ? kept : beginning(pieces, byCentrality), originals);
};

/** Places of the sentences, those that are most like all others first. */
const centralFirst = (pieces: readonly Piece[]): number[] => {
  const all = sumOf(pieces);
  // A sentence's likeness to all others is its likeness to their sum, minus its likeness to itself.
  const central = pieces.map((piece) => cosine(piece, { weights: all }) - (piece.weights.size === 0 ? 0 : 1));
  return pieces.map((_, i) => i).sort((a, b) => (central[b] ?? 0) - (central[a] ?? 0) || b - a);
};

/** The sentences of a summary, by their places, while they are chosen. */
const choosing = (pieces: readonly Piece[]) => {
  const chosen = new Set<number>();
  const held = new Set<string>();
  let length = 0;
  const fits = ({ text }: Piece, limit: number): boolean => length + text.length + separator <= limit;
  const density = ({ facts, text }: Piece): number =>
    facts.filter((fact) => !held.has(fact)).length / (text.length + 1);
  return {
    has: (i: number): boolean => chosen.has(i),
    /** Does nothing if the summary would get longer than `limit`. */
    take: (i: number, limit: number): void => {
      const piece = pieces[i];
      if (piece === undefined || !fits(piece, limit)) return;
      chosen.add(i);
      length += piece.text.length + separator;
      for (const fact of piece.facts) held.add(fact);
    },
    isRepeated: ({ text, weights, facts }: Piece): boolean =>
      facts.every((fact) => held.has(fact)) &&
      [...chosen].some((i) => {
        const other = pieces[i];
        return other !== undefined && (other.text === text || cosine({ weights }, other) >= sayTheSame);
      }),
    /** Of those that fit: the sentence with the most facts per character that would be lost; undefined if there are none. */
    withMostLostFacts: (limit: number): number | undefined => {
      let best: { readonly i?: number; readonly density: number } = { density: 0 };
      pieces.forEach((piece, i) => {
        if (chosen.has(i) || piece.facts.length === 0 || !fits(piece, limit)) return;
        const found = density(piece);
        if (found > 0 && found >= best.density) best = { i, density: found };
      });
      return best.i;
    },
    /** In the order of the originals. */
    inOrder: (): Piece[] => [...chosen].sort((a, b) => a - b).flatMap((i) => pieces[i] ?? []),
  };
};

/** With leads: their drawers first, then the others, the newest first. */
const leadingFirst = (pieces: readonly Piece[], leads: readonly Lead[]): readonly Piece[] => {
  const leading = new Set(leads.map(({ drawer }) => drawer));
  const rank = ({ drawer }: Piece): number => Number(leading.has(drawer));
  return leads.length === 0
    ? pieces
    : [...pieces].sort((a, b) => rank(b) - rank(a) || b.drawer - a.drawer || a.start - b.start);
};

const piecesOf = (originals: readonly Original[], analyser: Analyser): Piece[] => {
  const sentences = originals.flatMap(({ text }, drawer) =>
    sentenceTerms(text, analyser).map(({ start, end, terms }) => ({
      drawer,
      start,
      text: text.slice(start, end),
      terms,
    })),
  );
  const documents = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of new Set(terms)) documents.set(term, (documents.get(term) ?? 0) + 1);
  const titles = originals.map(({ text }) => titleEnd(text));
  return sentences.map(({ drawer, start, text, terms }) => {
    const weights = new Map<string, number>();
    for (const term of terms)
      weights.set(term, (weights.get(term) ?? 0) + Math.log(1 + sentences.length / (documents.get(term) ?? 1)));
    const norm = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0));
    return {
      drawer,
      start,
      text,
      weights: new Map([...weights].map(([term, weight]) => [term, weight / norm])),
      facts: factsOf(text).map(({ fact }) => fact),
      isHeading: isHeading(text) || start + text.length <= (titles[drawer] ?? 0),
    };
  });
};

const sumOf = (pieces: readonly Piece[]): ReadonlyMap<string, number> => {
  const sum = new Map<string, number>();
  for (const { weights } of pieces)
    for (const [term, weight] of weights) sum.set(term, (sum.get(term) ?? 0) + weight);
  return sum;
};

const cosine = (a: Pick<Piece, 'weights'>, b: Pick<Piece, 'weights'>): number => {
  const [small, large] = a.weights.size <= b.weights.size ? [a.weights, b.weights] : [b.weights, a.weights];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
};

/**
 * For texts in which every sentence is too long: the beginning of the most central one, up to the end of a word.
 */
const beginning = (pieces: readonly Piece[], order: readonly number[]): Piece[] => {
  const first = pieces[order[0] ?? -1];
  if (first === undefined) return [];
  const cut = textStart(first.text, cutSentence);
  return [{ ...first, text: cut.length < first.text.length ? cut.replace(/(\S)\s+\S*$/u, '$1') : cut }];
};

/** The end of a sentence, and a line that begins an item of a list. */
const sentenceEnd = /[.!?…。！？]["'”’)\]」』]*$/u;
const listItem = /^(?:[-*+>|]|\d+[.)]\s)/u;

/**
 * Each drawer has a paragraph. Sentences follow each other; anything else (a heading, an item, code) gets a line of
 * its own.
 */
const between = (piece: Piece, next: Piece): string => {
  if (piece.drawer !== next.drawer) return '\n\n';
  const isProse = !piece.isHeading && !next.isHeading && sentenceEnd.test(piece.text) && !listItem.test(next.text);
  return isProse && !/\n/.test(piece.text + next.text) ? ' ' : '\n';
};

const joined = (pieces: readonly Piece[], originals: readonly Original[]): ExtractiveSummary => {
  let text = '';
  const references = pieces.map((piece, i): SummaryReference => {
    const last = pieces[i - 1];
    if (last !== undefined) text += between(last, piece);
    const start = text.length;
    text += piece.text;
    return { start, end: text.length, drawer_id: originals[piece.drawer]?.id ?? '', drawer_start: piece.start };
  });
  return { text, references };
};
