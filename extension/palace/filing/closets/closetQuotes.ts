import { sentencesIn } from './sentences.ts';
import type { TextWindow } from './windowWords.ts';

interface Quote {
  /** Verbatim, without line breaks. */
  readonly text: string;
  /** Index of the chunk that contains it. */
  readonly chunk: number;
}

const [shortest, longest] = [40, 200];
const code = /[{}=;<>\\]|\/\/|=>|^\s*[#*>|-]/u;

/** The most quotable sentences of a window, best first: complete prose sentences that mention many of its topics. */
export const quotesOf = ({ chunks, first, words: { phrases, entities } }: TextWindow, most: number): Quote[] => {
  const quotes: (Quote & { readonly worth: number })[] = [];
  chunks.forEach(({ text }, i) => {
    for (const found of sentencesIn(text)) {
      const quote = found.trim();
      if (quote.length < shortest || quote.length > longest || code.test(quote)) continue;
      const words = quote.split(/[^\p{L}\p{N}_]+/u).filter((one) => one !== '');
      if (words.length < 6) continue;
      let worth = 0;
      for (const one of new Set(words)) {
        const said = phrases.get(one.toLowerCase())?.count ?? 0;
        worth += Math.min(said, 4) * 0.25 + (entities.has(one) ? 1 : 0) + (/\d/u.test(one) ? 0.5 : 0);
      }
      quotes.push({ text: quote, chunk: first + i, worth: worth / Math.sqrt(words.length) });
    }
  });
  const seen = new Set<string>();
  return quotes
    .sort((a, b) => b.worth - a.worth || a.chunk - b.chunk || (a.text < b.text ? -1 : 1))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, most)
    .map(({ text, chunk }) => ({ text, chunk }));
};
