import type { Command, Option } from 'commander';
import { queryFields } from '../../palace/model/query/querySyntax.ts';

/** What only a query holds: `wing:`, `-path:`, `before:`… */
const queryField = new RegExp(`^-?(${queryFields.join('|')}):`, 'u');

/** Options whose values are all of one form. */
const forms: Readonly<Record<string, (word: string) => boolean>> = {
  '--set': (word) => word.includes('='),
  // Tags with blanks are given one by one; a text has blanks.
  '--tag': (word) => !/\s/u.test(word) && !queryField.test(word),
};
const isOfForm = ({ long }: Option, word: string): boolean =>
  (forms[long ?? ''] ?? ((other) => !queryField.test(other)))(word);

/** An option that takes several values, with the words that commander would take for them. */
interface Run {
  readonly at: number;
  readonly option: Option;
  readonly words: readonly string[];
}

const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-');

/** The runs of a command's arguments, and how many words are left for the command itself. */
const runsIn = (
  args: readonly string[],
  options: readonly Option[],
): { readonly runs: Run[]; readonly left: number } => {
  const runs: Run[] = [];
  let left = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') return { runs, left: left + args.length - at - 1 };
    if (!isOption(word)) {
      left++;
      continue;
    }
    const option = options.find(({ long, short }) => word === long || word === short);
    if (option?.required !== true) continue;
    if (option.variadic) {
      const rest = args.slice(at + 1);
      const end = rest.findIndex(isOption);
      const words = end < 0 ? rest : rest.slice(0, end);
      runs.push({ at, option, words });
      at += words.length;
    } else at++;
  }
  return { runs, left };
};

/**
 * The arguments of a command that takes words of its own, without those that an option for several values would take from it: in
 * `search --wing a wing:b` and `search --wing a retry` the last word is the query. Where the command has its words elsewhere, the
 * option keeps all that can be values, as in `search retry --wing a b`. `args`: what follows the command's name.
 */
export const withOwnWords = (args: readonly string[], command: Command): readonly string[] => {
  const own = command.registeredArguments;
  if (own.length === 0) return args;
  const { runs, left } = runsIn(args, command.options);
  const cuts = new Map(
    runs.map(({ at, option, words }) => {
      const foreign = words.findIndex((word, place) => place > 0 && !isOfForm(option, word));
      return [at, foreign < 0 ? words.length : foreign] as const;
    }),
  );
  const given = runs.reduce((sum, { at, words }) => sum + words.length - (cuts.get(at) ?? 0), left);
  const last = runs.findLast(({ words }) => words.length > 1);
  if (last !== undefined && given < own.filter(({ required }) => required).length) cuts.set(last.at, 1);
  const rewritten = runs.flatMap(({ at, option, words }): [number, string[]][] => {
    const values = words.slice(0, cuts.get(at));
    return values.length === words.length
      ? []
      : [[at, [...values.map((value) => `${option.long}=${value}`), ...words.slice(values.length)]]];
  });
  return rewritten.reduceRight<readonly string[]>(
    (all, [at, words]) => [...all.slice(0, at), ...words, ...all.slice(at + 1 + words.length)],
    args,
  );
};
