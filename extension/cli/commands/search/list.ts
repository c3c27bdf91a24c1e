import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addFilterOptions, filterRequest, type FilterOptions } from '../../options/filterOptions.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { addRevealOption, unlessRevealed, type RevealOption } from '../../options/revealOption.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { drawerRows } from '../../output/drawerRows.ts';
import { printAnswer } from '../../terminal/print.ts';
import { terminalOf } from '../../terminal/terminal.ts';

interface ListOptions extends GlobalOptions, FilterOptions, RevealOption {
  readonly limit?: number;
  readonly cursor?: string;
  readonly newest?: boolean;
}

/** `list`: lists drawers page by page. */
export const register = (program: Command): void => {
  addRevealOption(
    addFilterOptions(addCommand(program, 'list')).description('drawers in the order of their sources'),
  )
    .option('--newest', 'the last filed first')
    .option('--limit <n>', 'drawers per page (default: 50); a long note counts as one', wholeNumber(1, 1000))
    .option('--cursor <cursor>', 'continue after a page')
    .addHelpText('after', '\nExample:\n  synapse-palace list --wing gateway --limit 20')
    .action((_: unknown, command: Command) => list(optionsOf(command)));
};

const list = async (options: ListOptions): Promise<void> => {
  const {
    drawers,
    next,
    warnings = [],
  } = await withExistingPalace(options, (api) =>
    api.list({
      filter: filterRequest(options),
      limit: options.limit ?? 50,
      cursor: options.cursor ?? null,
      whole_notes: true,
      order: options.newest === true ? 'newest' : 'source',
    }),
  );
  const page = {
    drawers: drawers.map((drawer) => unlessRevealed(options, drawer)),
    next,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  printAnswer(options, page, () => {
    const { columns, style } = terminalOf(process.stdout);
    return (
      [
        ...warnings.map((warning) => style('yellow', `! ${warning}`)),
        ...drawerRows(page.drawers, columns),
        ...(page.next === null ? [] : [`More: the same again with --cursor ${page.next}`]),
      ].join('\n') || 'No drawers.'
    );
  });
};
