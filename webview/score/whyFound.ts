import { termMarks } from '../../extension/base/text/termMarks.ts';
import { maskedText } from '../../extension/palace/model/text/maskedText.ts';
import { leastSemanticMatch } from '../../extension/palace/model/embedding/semanticMatch.ts';
import { fileKindOf } from '../../extension/palace/model/source/fileKind.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { shownScore } from './scoreSteps.ts';
import type { Translate } from '../text/translate.ts';

/** The cosine from which a semantic match is called strong. */
const strong = 0.5;

/** How many of the query's words a result holds, and how many of these are in its path. */
export interface WordsHeld {
  readonly held: number;
  readonly of: number;
  readonly inPath: number;
}

export const wordsHeld = (hit: SearchHit, terms: readonly string[]): WordsHeld => {
  const inText = new Set(termMarks(maskedText(hit), terms).map(({ term }) => term));
  const inPath = new Set(
    hit.type === 'file' ? termMarks(hit.source_file ?? '', terms).map(({ term }) => term) : [],
  );
  return { held: new Set([...inText, ...inPath]).size, of: terms.length, inPath: inPath.size };
};

/** Why a result was found, in words: the first reason, and the rest. `full`: every word of the query is there. */
interface WhyFound {
  readonly words: string | null;
  readonly full: boolean;
  readonly rest: readonly string[];
}

export const whyFound = (hit: SearchHit, terms: readonly string[], t: Translate): WhyFound => {
  const { held, of, inPath } = wordsHeld(hit, terms);
  const cosine = hit.cosine_similarity ?? 0;
  const meaning =
    cosine >= strong
      ? t('strong semantic match')
      : cosine >= leastSemanticMatch
        ? t('semantic match')
        : held === 0 && cosine !== 0
          ? t('weak semantic match')
          : null;
  const words = held === 0 ? null : of === 1 ? t('1 of 1 word') : t('{0} of {1} words', held, of);
  return {
    words,
    full: held > 0 && held === of,
    rest: [
      held === 0 || inPath === 0 ? null : t('{0} in the path', inPath),
      words === null && meaning !== null ? t('{0} alone', meaning) : meaning,
      kindText(hit, t),
      deltaOf(hit, 'history') > 0 ? t('a fitting commit changed it') : null,
      deltaOf(hit, 'tests') > 0 ? t('its test fits') : null,
      deltaOf(hit, 'ltp') > 0 ? t('opened lately') : null,
      hit.matched_via === 'closet' ? t('found by its topic') : null,
    ].filter((part) => part !== null),
  };
};

/** What a phase added to the score, in all. */
export const deltaOf = ({ score_events: events = [] }: SearchHit, phase: string): number =>
  events.filter((event) => event.phase === phase).reduce((sum, { delta }) => sum + delta, 0);

/** A note if its kind of file ranks lower or higher. */
const kindText = (hit: SearchHit, t: Translate): string | null => {
  const kind = fileKindOf({ type: hit.type, sourceFile: hit.source_file });
  const delta = deltaOf(hit, 'kind');
  if (kind === null || Math.abs(delta) < 0.005) return null;
  return delta < 0
    ? t('{0}: {1} lower', t(kind), shownScore(-delta))
    : t('{0}: {1} higher', t(kind), shownScore(delta));
};
