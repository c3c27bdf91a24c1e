import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { completeChecks } from './awaitChecks.ts';
import { patternText } from './patternText.ts';
import { printable } from '../../../base/text/printable.ts';

interface PatternsOptions extends GlobalOptions {
  readonly all?: boolean;
}

/** `patterns`: lists recurring issues. */
export const register = (program: Command): void => {
  addCommand(program, 'patterns')
    .description('issues that recur')
    .option('--all', 'resolved ones too')
    .addHelpText('after', '\nExample:\n  synapse-palace patterns --all --json')
    .action((_: unknown, command: Command) => patterns(optionsOf(command)));
};

const patterns = async (options: PatternsOptions): Promise<void> => {
  const report = await withExistingPalace(options, async (api) => {
    await completeChecks(api, options);
    return api.patterns({ include_resolved: options.all === true });
  });
  printAnswer(
    options,
    report,
    () => printable(report.patterns.map(patternText).join('\n')) || 'No recurring issues.',
  );
};
