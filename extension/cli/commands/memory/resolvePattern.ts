import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printSummary } from '../../terminal/print.ts';
import { patternText } from './patternText.ts';
import { printable } from '../../../base/text/printable.ts';

interface ResolvePatternOptions extends GlobalOptions {
  readonly reopen?: boolean;
}

/** `resolve-pattern`: marks a recurring issue as resolved or reopens it. */
export const register = (program: Command): void => {
  addCommand(program, 'resolve-pattern <pattern-id>')
    .description('mark a recurring issue as resolved')
    .option('--reopen', 'it is not resolved after all')
    .addHelpText('after', '\nExample:\n  synapse-palace resolve-pattern pattern_0f3a9c2b7d1e4f60')
    .action((id: string, _: unknown, command: Command) => resolvePattern(id, optionsOf(command)));
};

const resolvePattern = async (id: string, options: ResolvePatternOptions): Promise<void> => {
  const report = await withExistingPalace(options, (api) =>
    api.resolvePattern({ pattern_id: id, resolved: options.reopen !== true }),
  );
  const outcome = report.changed ? (report.pattern.resolved ? 'Resolved' : 'Open again') : 'Unchanged';
  printSummary(options, report, () => printable(`${outcome}: ${patternText(report.pattern)}`));
};
