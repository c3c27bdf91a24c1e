import type { WhyNot } from '../../palace/contract/searchResult.ts';
import { palaceLocation, withPalace } from '../terminal/cliContext.ts';
import { count } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { searchRequest, type SearchCommandOptions } from './search.ts';

/** Tells why a drawer is not among a search's results, and what would bring it in. */
export const whyNotCommand = async (
  drawerId: string,
  words: readonly string[],
  options: SearchCommandOptions,
): Promise<void> => {
  const answer = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.whyNot({ ...searchRequest(words, options), drawer_id: drawerId }),
  );
  process.stdout.write(options.json === true ? `${JSON.stringify(answer)}\n` : `${whyNotText(answer)}\n`);
};

const legNames: Readonly<Record<string, string>> = { lexical: 'Words', dense: 'Meaning' };

const whyNotText = (answer: WhyNot): string =>
  [
    answer.title,
    answer.reason,
    ...(answer.dropped_at === null
      ? []
      : [
          `Dropped at  ${answer.dropped_at}${answer.score_at_drop === null ? '' : `, with a score of ${answer.score_at_drop.toFixed(3)}`}`,
        ]),
    ...Object.entries(answer.leg_ranks).map(
      ([leg, { rank, matched, depth }]) =>
        `${(legNames[leg] ?? leg).padEnd(10)}  ${rank === null ? `not among the ${count(matched)} matched` : `#${count(rank)} of ${count(matched)}`}; the candidates reach down to #${count(depth)}`,
    ),
    ...(answer.fixes.length === 0 ? [] : ['What would bring it in:', ...answer.fixes.map((fix) => `  - ${fix}`)]),
  ].join('\n');
