import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../../base/batches.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { stopSearchIfAborted } from './stopSearchIfAborted.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { withoutExcluded } from '../../lexical/query/exclusion.ts';
import { containsPhrase } from '../../lexical/query/phrase.ts';
import type { ParsedQuery } from '../../lexical/query/queryParser.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';

/** Texts read at a time while phrases are checked. */
const batch = 100;

interface PhraseDependencies {
  readonly lexical: LexicalIndex;
  readonly catalogue: Pick<Catalogue, 'rowidOf' | 'slotOfRowid'>;
  readonly read: {
    drawersByRowid(rowids: readonly number[]): readonly { readonly rowid: number; readonly text: string }[];
  };
}

/** Milliseconds in one turn, and of work in all. */
const sliceMs = 20;
const mostMs = 2_000;

/** The clock by which the work is measured, and how other work gets its turn. */
interface Turns {
  /** Milliseconds. */
  readonly now: () => number;
  readonly next: () => Promise<unknown>;
}
const realTurns: Turns = { now: () => performance.now(), next: () => nextTurn() };

/**
 * The scope without drawers that lack a quoted phrase or hold an excluded word or phrase. Lets other work run in between. Errors:
 * E_QUERY_TOO_LONG if texts would have to be read for more than 2 s, E_CANCELLED.
 */
export const phraseScope = async (
  { phrases, excluded, excludedPhrases }: ParsedQuery,
  scope: DrawerScope,
  dependencies: PhraseDependencies,
  signal?: AbortSignal,
  turns = realTurns,
): Promise<DrawerScope> => {
  const pause = pauses(signal, turns);
  const { lexical } = dependencies;
  let allowed = withoutExcluded(lexical, lexicalQuery(lexical.analyser, '', excluded).excluded, scope);
  for (const phrase of phrases)
    allowed = maskOf(
      await slotsContaining(phrase, allowed, dependencies, () => pause(phrasesTooCommon)),
      scope.mask.length,
    );
  // Function words are in no index.
  const unindexed = excluded.filter((word) => lexicalQuery(lexical.analyser, '', [word]).excluded.length === 0);
  for (const phrase of [...excludedPhrases, ...unindexed]) {
    const mask = allowed.mask.slice();
    const tooLong = unindexed.includes(phrase) ? wordTooCommon(phrase) : phrasesTooCommon;
    const slots = await slotsContaining(phrase, allowed, dependencies, () => pause(tooLong));
    for (const slot of slots) mask[slot] = 0;
    allowed = { mask, count: allowed.count - slots.length };
  }
  return scope.history === undefined ? allowed : { ...allowed, history: scope.history };
};

/** Slots whose text holds the phrase: the index finds those with its words, their texts show whether the words are in order. */
const slotsContaining = async (
  phrase: string,
  scope: DrawerScope,
  { lexical, catalogue, read }: PhraseDependencies,
  pause: () => Promise<void>,
): Promise<number[]> => {
  const slots = [...lexical.slotsHoldingWords(lexicalQuery(lexical.analyser, phrase), scope)];
  const found: number[] = [];
  for (const some of batches(slots, batch))
    for (const drawer of read.drawersByRowid(some.map((slot) => catalogue.rowidOf(slot)))) {
      await pause();
      const slot = catalogue.slotOfRowid(drawer.rowid);
      if (slot !== undefined && containsPhrase(drawer.text, phrase, lexical.analyser)) found.push(slot);
    }
  return found;
};

type TooLong = () => PalaceError;

const phrasesTooCommon: TooLong = () =>
  new PalaceError(
    'E_QUERY_TOO_LONG',
    'The query’s phrases occur in so many texts that reading them takes over 2 s.',
    { remedy: 'Leave out quotes around common words, or narrow the search by wing, room or path.' },
  );

/** For an excluded word that is in no index. */
const wordTooCommon =
  (word: string): TooLong =>
  () =>
    new PalaceError(
      'E_QUERY_TOO_LONG',
      errorText`“${word}” is so common that it is in no index, and reading the texts to leave out those with it takes over 2 s.`,
      { remedy: errorText`Leave out -${word}, or narrow the search by wing, room or path.` },
    );

/** Ends a turn that has lasted long enough. Only this search's own work counts. */
const pauses = (signal: AbortSignal | undefined, { now, next }: Turns): ((tooLong: TooLong) => Promise<void>) => {
  let worked = 0;
  let since = now();
  return async (tooLong) => {
    const slice = now() - since;
    if (slice < sliceMs) return;
    worked += slice;
    if (worked > mostMs) throw tooLong();
    await next();
    stopSearchIfAborted(signal);
    since = now();
  };
};

const maskOf = (slots: readonly number[], size: number): DrawerScope => {
  const mask = new Uint8Array(size);
  for (const slot of slots) mask[slot] = 1;
  return { mask, count: slots.length };
};
