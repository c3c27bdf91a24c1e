import { sentencesOf } from '../../extension/palace/lexical/text/sentenceRanges.ts';
import { factsOf } from '../../extension/palace/memory/summaries/facts.ts';

/** A stretch of a drawer's text. The stretches join to the text verbatim. */
interface MarkedStretch {
  readonly text: string;
  /** The summary does not contain this sentence. */
  readonly isMissing: boolean;
  /** A fact that the summary leaves out. */
  readonly isLostFact: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A drawer's text with the sentences that the summary lacks, and the facts of it that the summary leaves out. */
export const markedText = (text: string, summary: string, lost: ReadonlySet<string>): readonly MarkedStretch[] => {
  const whole = summary.normalize('NFC');
  const missing = sentencesOf(text).filter(
    ({ start, end }) => !whole.includes(text.slice(start, end).normalize('NFC')),
  );
  const facts = factsOf(text).filter(({ fact }) => lost.has(fact.normalize('NFC')));
  const cuts = [
    ...new Set([0, text.length, ...[...missing, ...facts].flatMap(({ start, end }) => [start, end])]),
  ].sort((a, b) => a - b);
  const within = (ranges: readonly Range[], at: number): boolean =>
    ranges.some(({ start, end }) => start <= at && at < end);
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? 0;
    return end > start
      ? [{ text: text.slice(start, end), isMissing: within(missing, start), isLostFact: within(facts, start) }]
      : [];
  });
};

/**
 * The summary with those sentences of a drawer's text appended that contain a fact; only the fact if the text lacks
 * it.
 */
export const withSentenceOf = (summary: string, text: string, fact: string): string => {
  const found = factsOf(text).find((one) => one.fact.normalize('NFC') === fact.normalize('NFC'));
  const holding =
    found === undefined
      ? []
      : sentencesOf(text).filter(({ start, end }) => start < found.end && end > found.start);
  const added = holding.length === 0 ? fact : text.slice(holding[0]?.start ?? 0, holding.at(-1)?.end ?? 0);
  return summary.trim() === '' ? added : `${summary.trimEnd()} ${added}`;
};
