import type { Command } from 'commander';
import { meantBySearch } from '../../../palace/contract/search/meantSearch.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { addRevealOption, resultUnlessRevealed } from '../../options/revealOption.ts';
import { addSearchOptions, searchRequest, type SearchOptions } from '../../options/searchOptions.ts';
import { writePacketFile } from './packetFile.ts';
import { printResult } from './printResult.ts';

/** `search`: finds drawers by words and meaning. */
export const register = (program: Command): void => {
  const base = addCommand(program, 'search').argument(
    '<query...>',
    'words; "a phrase", -word, wing:, room:, type:, tier:, kind:, tag:, path:, palace:, before:, after:',
  );
  addSearchOptions(base)
    .description('find drawers by words and meaning')
    .option('--explain', 'show how each score came about')
    .option('--no-explain', 'don’t explain, whatever the profile says')
    .option('--trace', 'list every candidate that was dropped, and why')
    .option('--dry-run', 'record nothing; with --explain --json: every candidate');
  addRevealOption(base)
    .option(
      '--replay <file>',
      'write a packet from which “replay” computes the same answer again',
      namedBy('--replay'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace search "why is this queue drained twice" --explain\n  synapse-palace search rotate token --wing gateway --type file --k 5\n  synapse-palace search \'"write-ahead log" -test path:docs\' --json',
    )
    .action((words: string[], _: unknown, command: Command) => search(words, optionsOf(command)));
};

/** Prints the results before the palace is closed, which takes a moment. */
const search = (words: readonly string[], options: SearchOptions): Promise<void> =>
  withExistingPalace(
    options,
    async (api) => {
      const request = searchRequest(words, options);
      const { replay_packet: packet, ...result } = await api.search({ ...request, complete: true });
      if (options.replay !== undefined && packet !== undefined) writePacketFile(options.replay, packet);
      const meant = options.json === true ? [] : await meantBySearch(request, result, api);
      printResult(resultUnlessRevealed(options, result), options.json === true, meant);
    },
    { loadModel: true },
  );
