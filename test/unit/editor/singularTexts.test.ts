import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';

const bundle = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(path.resolve('l10n', 'bundle.l10n.json'), 'utf8')));
const texts = Object.keys(bundle);

/** The nouns that are counted: of the texts that are a count alone, as “{0} drawers”; and those of imports. */
const nouns = new Set([
  ...texts.flatMap((text) => /^\{0\} ([a-z]+s)$/u.exec(text)?.slice(1) ?? []),
  ...['closets', 'notes', 'pairs', 'vectors'],
]);

/** Texts whose number is never 1, with why. */
const neverOne: readonly string[] = [
  'Ask for {0} results: it would be result {1}.', // more than were asked for
  'Ask for {0} results: it would be the last of them.',
  'By importance it is number {0} of the {1} drawers that hold a word of the query.', // one alone is the result
  'By recency it is number {0} of the {1} drawers that hold a word of the query.',
  'Of {0} drawers in scope, 1 became a candidate ({1}).', // a scope of one has a text of its own
  'Of {0} drawers in scope, {1} became candidates ({2}).',
  '{0} similar notes (alike {1}, room “{2}”)', // a group
  '{0} similar notes (alike {1}, tag “{2}”)',
  'Seen {0} times since {1}, last {2}', // a pattern is seen several times
  '[Pattern: seen {0} times since {1}]',
  '{0}; all {1} parts of its note', // a long note has several
  'it was rejected on {0} and is not proposed again for {1} days', // a constant
];

/** Texts whose form for 1 is worded otherwise. */
const otherwiseWorded: Readonly<Record<string, string>> = {
  'All {0} drawers': 'The one drawer',
  'It was not among the {0} candidates: {1}.': 'It was not the one candidate: {0}.',
  'There is nothing to rebuild: all {0} vectors were made by {1}, which is in use.':
    'There is nothing to rebuild: the one vector was made by {0}, which is in use.',
  'does not fit into the {0} tokens that were left': 'does not fit into the one token that was left',
  'the last {0} days': 'the last day',
};

/** Where a text has a count with its noun: what stands before, and the noun. A share (“3 of 9 drawers”) and a limit are none. */
const countIn = (text: string): { readonly before: string; readonly noun: string } | null => {
  for (const match of text.matchAll(/\{\d\} (?:more |other |new |similar )?([a-z]+s)\b/gu)) {
    const [, noun = ''] = match;
    const before = text.slice(0, match.index);
    const isShare =
      /\b(?:of|of the|most|least|to|allowed:) $/u.test(before) && !/^(?:Sessions|Text)/u.test(before);
    if (nouns.has(noun) && noun !== 'characters' && !isShare) return { before, noun };
  }
  return null;
};

/** Without placeholders, numbers and what agrees with them: the same for a text's singular and plural. */
const opening = (before: string): string =>
  before
    .replaceAll(/\{\d\}/gu, '#')
    .replaceAll(/\ball \b|\bthe \b|s\b/giu, '')
    .trim();
const singularOf = (noun: string): RegExp =>
  new RegExp(
    `^(.*?)\\b(?:1|[Oo]ne|[Tt]he one|once)\\b(?: (?:more |other |new |similar )?${noun.replace(/ies$/u, 'y').replace(/(?:(?<=ch)e)?s$/u, '')}\\b)?`,
    'u',
  );

it('a text with a count has one for 1, too', () => {
  const without = texts.filter((text) => {
    const counted = countIn(text);
    if (counted === null || neverOne.includes(text) || text in otherwiseWorded) return false;
    const form = singularOf(counted.noun);
    return !texts.some((other) => {
      const found = form.exec(other);
      return found !== null && opening(found[1] ?? '') === opening(counted.before);
    });
  });
  expect(without).toEqual([]);
  expect(texts).toEqual(expect.arrayContaining([...neverOne, ...Object.entries(otherwiseWorded).flat()]));
});
