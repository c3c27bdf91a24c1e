import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { withProgress } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';

/** `verify`: compares every drawer with its hash. Exit code 1 if something is damaged. */
export const register = (program: Command): void => {
  addCommand(program, 'verify')
    .description('compare every drawer with its hash and check the palace’s file')
    .addHelpText('after', '\nExit code 1 if something is damaged.\n\nExample:\n  synapse-palace verify --json')
    .action((_: unknown, command: Command) => verify(optionsOf(command)));
};

const verify = async (options: GlobalOptions): Promise<void> => {
  const report = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api) => api.verify({}, { onProgress })),
  );
  // Damage is reported even with --quiet.
  if (options.quiet !== true || options.json === true || !report.ok)
    printAnswer(options, report, () =>
      report.ok
        ? `Sound: ${plural(report.checked, 'drawer')} compared with their hashes, the file is consistent.`
        : [
            `Damaged: ${plural(report.damaged.length, 'finding')} in ${plural(report.checked, 'drawer')}.`,
            ...report.damaged.map(({ what, id, problem }) => `  ${what} ${id}: ${problem}`),
          ].join('\n'),
    );
  if (!report.ok) process.exitCode = 1;
};
