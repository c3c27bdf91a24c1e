import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { oneEditAway } from '../../lexical/text/oneEditAway.ts';
import { stem } from '../../lexical/text/word.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { Words } from '../../embedding/modelWords.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** A word of the query that no drawer has, and the word that is searched for in its place. */
interface ReadWord {
  readonly word: string;
  readonly readAs: string;
}

interface SpellingSources {
  /** The common words of the model's language: none of them is taken for a misspelling. */
  readonly commonWords: () => Promise<Words>;
  readonly lexical: LexicalIndex;
  readonly catalogue: Pick<Catalogue, 'rowidOf'>;
  readonly read: Pick<ReadQueries, 'drawersByRowid'>;
}

/** Shorter words have too many neighbours. */
const shortest = 4;
const longest = 24;
/** How many words of one query are looked up; a longer list of unknown words is pasted text, not a question. */
const most = 5;
/** How many drawers are read to learn how a word ends. */
const samples = 5;
/** For how many terms a longer word is looked for. */
const tried = 3;
const letters = /^\p{L}+$/u;

/**
 * How unknown words of a query are read: as the commonest word in scope that is one edit away, else as the commonest word that
 * begins with them. Words are unknown if no drawer of the palace has them. Common words of the language, identifiers, numbers and
 * short words stay as they are. `scopeOf` is asked only where a word is missing from every text; `isElsewhere`
 * says whether a linked palace has a term.
 */
export const readWords = async (
  words: string,
  scopeOf: () => DrawerScope,
  sources: SpellingSources,
  isElsewhere: (term: string) => boolean = () => false,
): Promise<ReadWord[]> => {
  const { lexical } = sources;
  const missing: { readonly word: string; readonly plain: string; readonly term: string }[] = [];
  lexical.analyser.scan(words, ({ kind, plain, terms: [term = ''] }, start, end) => {
    if (kind === 'plain' && plain.length >= shortest && plain.length <= longest && letters.test(plain))
      if (lexical.documentFrequency(term) === 0 && !isElsewhere(term))
        missing.push({ word: words.slice(start, end), plain, term });
  });
  if (missing.length === 0) return [];
  const scope = scopeOf();
  // A word that occurs only in paths is in no text.
  const unknown = new Map(
    missing
      .filter(({ term }) => lexical.documentFrequency(term, scope) === 0)
      .map(({ word, plain }) => [word, plain] as const),
  );
  if (unknown.size === 0) return [];
  const common = await sources.commonWords();
  const misspelt = [...unknown].filter(([, plain]) => !common.has(plain));
  return misspelt.slice(0, most).flatMap(([word, plain]) => {
    const readAs = nearestWord(plain, scope, sources) ?? longerWord(plain, scope, sources);
    return readAs === null ? [] : [{ word, readAs }];
  });
};

/** The text with each unknown word as it is read. */
export const asRead = (text: string, read: readonly ReadWord[], { analyser }: LexicalIndex): string => {
  if (read.length === 0) return text;
  const byWord = new Map(read.map(({ word, readAs }) => [word, readAs]));
  let [made, done] = ['', 0];
  analyser.scan(text, (_word, start, end) => {
    const readAs = byWord.get(text.slice(start, end));
    if (readAs === undefined || start < done) return;
    made += text.slice(done, start) + readAs;
    done = end;
  });
  return made + text.slice(done);
};

const nearestWord = (word: string, scope: DrawerScope, sources: SpellingSources): string | null => {
  const { lexical } = sources;
  let best: { readonly word: string; readonly term: string; readonly drawers: number } | null = null;
  for (const other of oneEditAway(word)) {
    const term = stem(other);
    if (other.length < shortest - 1 || lexical.documentFrequency(term) === 0) continue;
    const drawers = lexical.documentFrequency(term, scope);
    if (drawers > (best?.drawers ?? 0)) best = { word: other, term, drawers };
  }
  if (best === null) return null;
  const written = writtenAs(best.term, scope, sources);
  // The index has stems, which need not be words.
  return written.get(best.word) ?? [...written.values()][0] ?? null;
};

const longerWord = (word: string, scope: DrawerScope, sources: SpellingSources): string | null => {
  const { lexical } = sources;
  const terms = [...lexical.termsAlong(word, shortest)]
    .map((term) => ({ term, drawers: lexical.documentFrequency(term, scope) }))
    .filter(({ drawers }) => drawers > 0)
    .sort((a, b) => b.drawers - a.drawers || (a.term < b.term ? -1 : 1));
  for (const { term } of terms.slice(0, tried)) {
    const found = [...writtenAs(term, scope, sources)].find(([plain]) => plain.startsWith(word));
    if (found !== undefined) return found[1];
  }
  return null;
};

/** How a term is written in some drawers of the scope: whole words, no parts of identifiers. Without accents → lower-cased with them. */
const writtenAs = (
  term: string,
  scope: DrawerScope,
  { lexical, catalogue, read }: SpellingSources,
): ReadonlyMap<string, string> => {
  const slots = lexical.slotsHolding([term], scope).subarray(0, samples);
  const written = new Map<string, string>();
  for (const { text } of read.drawersByRowid(Array.from(slots, (slot) => catalogue.rowidOf(slot))))
    lexical.analyser.scan(text, ({ kind, plain, terms }, start, end) => {
      if (kind === 'plain' && terms[0] === term && !written.has(plain))
        written.set(plain, text.slice(start, end).toLowerCase());
    });
  return written;
};
