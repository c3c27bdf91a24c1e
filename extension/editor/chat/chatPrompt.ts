import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { quoteData } from '../../agent/quoting/quotedData.ts';
import { cutText, shareOf } from '../../agent/quoting/tokenBudget.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';

/** Tokens of all drawers that a model is given. */
const budget = 4000;

/**
 * The prompt for a language model: the drawers as quoted data, numbered as the person sees them, then the question.
 */
export const chatPrompt = (question: string, hits: readonly SearchHit[]): string => {
  const { notice, texts } = quoteData(
    hits.map((hit, i) => {
      const place =
        hit.source_file === null
          ? `${hit.wing}/${hit.room}`
          : `${hit.source_file}${placeInSource(hit.source_file, hit.lines)}`;
      const of = hit.palace === undefined ? '' : `, of the linked palace ${hit.palace}`;
      return `[${i + 1}] ${hit.type}, ${hit.filed_at.slice(0, 10)}, ${place}${of}\n${cutText(maskedText(hit), shareOf(budget, hits.length), hit.drawer_id).text}`;
    }),
  );
  return [
    "Answer the question below from what a workspace's memory holds. Cite what you rely on as [1], [2]…, the numbers of the texts. Where they contradict each other, say so and prefer the later one. Where they do not answer the question, say that the memory does not, and do not guess. Answer in the language of the question, briefly.",
    notice,
    ...texts,
    `Question: ${question}`,
  ].join('\n\n');
};

/** Numbers of the texts that an answer cites, each once, in order. */
export const citedNumbers = (answer: string, count: number): number[] =>
  [
    ...new Set(
      [...answer.matchAll(/\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g)].flatMap(([, numbers = '']) =>
        numbers.split(',').map(Number),
      ),
    ),
  ]
    .filter((number) => number >= 1 && number <= count)
    .sort((a, b) => a - b);
