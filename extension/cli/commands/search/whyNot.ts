import type { Command } from 'commander';
import type { WhyNot } from '../../../palace/contract/search/searchResult.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { addSearchOptions, searchRequest, type SearchOptions } from '../../options/searchOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { printableName } from '../../../base/text/printable.ts';
import { count } from '../../terminal/terminal.ts';

/** `why-not`: explains why a drawer is not among a search's results and what would bring it in. */
export const register = (program: Command): void => {
  addSearchOptions(addCommand(program, 'why-not <drawer-id>').argument('<query...>', 'as for search'))
    .description('explain why a drawer is not among a search’s results, and what would bring it in')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace why-not drawer_gateway_src_0f3a9c2b7d1e4f60 rotate token\n  synapse-palace why-not drawer_gateway_src_0f3a9c2b7d1e4f60 rotate token --wing gateway --profile decide --json',
    )
    .action((id: string, words: string[], _: unknown, command: Command) => whyNot(id, words, optionsOf(command)));
};

const whyNot = async (name: string, words: readonly string[], options: SearchOptions): Promise<void> => {
  const answer = await withExistingPalace(options, async (api, location) =>
    api.whyNot({ ...searchRequest(words, options), drawer_id: await namedDrawer({ api, location }, name) }),
  );
  printAnswer(options, answer, () => whyNotText(answer));
};

const legNames: Readonly<Record<string, string>> = { lexical: 'Words', dense: 'Meaning' };

const notAmong = (matched: number): string =>
  matched === 0
    ? 'nothing matched'
    : matched === 1
      ? 'not the 1 that matched'
      : `not among the ${count(matched)} matched`;

const whyNotText = (answer: WhyNot): string =>
  [
    printableName(answer.title),
    answer.reason,
    ...(answer.dropped_at === null
      ? []
      : [
          `Dropped at  ${answer.dropped_at}${answer.score_at_drop === null ? '' : `, with a score of ${answer.score_at_drop.toFixed(3)}`}`,
        ]),
    ...Object.entries(answer.leg_ranks).map(
      ([leg, { rank, matched, depth }]) =>
        `${(legNames[leg] ?? leg).padEnd(10)}  ${rank === null ? notAmong(matched) : `#${count(rank)} of ${count(matched)}`}; the candidates reach down to #${count(depth)}`,
    ),
    ...(answer.fixes.length === 0 ? [] : ['What would bring it in:', ...answer.fixes.map((fix) => `  - ${fix}`)]),
  ].join('\n');
