import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printAnswer } from '../../terminal/print.ts';
import { completeChecks } from './awaitChecks.ts';
import { printable } from '../../../base/text/printable.ts';

interface SessionContextOptions extends GlobalOptions {
  readonly tokens?: number;
  readonly session?: string;
}

/** `session-context`: prints what a session should begin with. */
export const register = (program: Command): void => {
  addCommand(program, 'session-context')
    .description('what a session should begin with: pinned drawers, recurring issues, drawers in use')
    .option(
      '--tokens <n>',
      'the budget, from 100 to 100000 (default: the profile’s pinned_max_tokens, 2000)',
      wholeNumber(100, 100_000),
    )
    .option('--session <id>', 'drawers that this session used come first', namedBy('--session'))
    .addHelpText('after', '\nExample:\n  synapse-palace session-context --tokens 1000')
    .action((_: unknown, command: Command) => sessionContext(optionsOf(command)));
};

const sessionContext = async (options: SessionContextOptions): Promise<void> => {
  const context = await withExistingPalace(options, async (api) => {
    await completeChecks(api, options);
    return api.sessionContext({
      ...(options.tokens === undefined ? {} : { tokens: options.tokens }),
      ...(options.session === undefined ? {} : { session_id: options.session }),
    });
  });
  printAnswer(options, context, () => printable(context.text.trimEnd()));
};
