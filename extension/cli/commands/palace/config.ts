import type { Command } from 'commander';
import {
  palaceSettingNames,
  palaceSettingRows,
  type PalaceSettingName,
} from '../../../palace/contract/palaceSettings.ts';
import { changeConfig, readConfig } from '../../../service/palaceConfig.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { assignments } from '../../options/profileOptions.ts';
import { printAnswer } from '../../terminal/print.ts';

interface ConfigOptions extends GlobalOptions {
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
}

/** `config`: shows the palace's settings with their sources, and changes them. */
export const register = (program: Command): void => {
  addCommand(program, 'config')
    .description('the palace’s settings: limits of mining, exclusions, the model’s folder, what agents may do')
    .option('--set <setting=value...>', 'set it for everyone who uses this palace')
    .option('--unset <setting...>', 'return to the editor’s setting, or to the default')
    .addHelpText(
      'after',
      '\nThe next mine applies a change, also to files that are already mined.\n\nExamples:\n  synapse-palace config\n  synapse-palace config --set chunk_target=1200 --set \'exclude=["*.snap"]\'\n  synapse-palace config --unset chunk_target',
    )
    .action((_: unknown, command: Command) => config(optionsOf(command)));
};

const config = async (options: ConfigOptions): Promise<void> => {
  const { folder } = palaceLocation(options, '.');
  const { set = [], unset = [] } = options;
  if (set.length + unset.length > 0) await changeConfig(folder, assignments(set), unset);
  const { values, sources, problems } = readConfig(folder);
  const of = (name: PalaceSettingName) => ({
    value: values[name],
    default: palaceSettingRows[name].default,
    source: sources[name],
  });
  const settings = Object.fromEntries(palaceSettingNames.map((name) => [name, of(name)]));
  printAnswer(options, { settings, problems }, () =>
    [
      ...problems.map((problem) => `! ${problem}`),
      ...palaceSettingNames.map(
        (name) => `${name.padEnd(18)} ${JSON.stringify(values[name])}  (${sources[name]})`,
      ),
    ].join('\n'),
  );
};
