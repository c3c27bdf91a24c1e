import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';

/** `show-profile`: prints a retrieval profile, flag by flag. */
export const register = (program: Command): void => {
  addCommand(program, 'show-profile [name]')
    .description('each flag of a retrieval profile, its value and where it comes from')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace show-profile\n  synapse-palace show-profile decide --json',
    )
    .action((name: string | undefined, _: unknown, command: Command) => showProfile(name, optionsOf(command)));
};

const showProfile = async (name: string | undefined, options: GlobalOptions): Promise<void> => {
  const profile = await withExistingPalace(options, (api) => api.showProfile(name === undefined ? {} : { name }));
  printAnswer(options, profile, () =>
    [
      `${profile.name}: ${profile.description}`,
      ...Object.entries(profile.flags).map(
        ([flag, { value, source }]) => `  ${flag.padEnd(28)} ${JSON.stringify(value).padEnd(16)} ← ${source}`,
      ),
    ].join('\n'),
  );
};
