import { printableName } from '../../../base/text/printable.ts';
import path from 'node:path';
import type { Command } from 'commander';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { deletePalace } from '../../../service/deletePalace.ts';
import { hasPalace } from '../../../service/palaceLocation.ts';
import { noPalace } from '../../connection/existingPalace.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printSummary } from '../../terminal/print.ts';
import { warn } from '../../terminal/output.ts';
import { isTyped } from '../../terminal/typedWord.ts';

interface DeleteOptions extends GlobalOptions {
  readonly yes?: boolean;
}

/** `delete`: deletes a palace for good, after the user typed the workspace's name or gave `--yes`. */
export const register = (program: Command): void => {
  addCommand(program, 'delete')
    .description('delete the palace with its backups, for good; asks first')
    .option('--yes', 'delete it without asking')
    .addHelpText(
      'after',
      '\nThe workspace’s files stay as they are.\n\nExample:\n  synapse-palace export ~/backup/harbor && synapse-palace delete',
    )
    .action((_: unknown, command: Command) => deleteAfterAsking(optionsOf(command)));
};

const deleteAfterAsking = async (options: DeleteOptions): Promise<void> => {
  const location = palaceLocation(options, '.');
  const { workspace, folder } = location;
  const refusal = hasPalace(folder) ? undefined : noPalace(location);
  // What could be repaired from its backups can be deleted, too.
  if (refusal !== undefined && refusal.code !== 'E_PALACE_DAMAGED') throw refusal;
  if (options.yes !== true && !(await isAgreed(path.basename(workspace), folder))) {
    warn('Nothing was deleted.\n');
    process.exitCode = 1;
    return;
  }
  const { left } = await deletePalace(folder);
  printSummary(
    options,
    { deleted: folder, left },
    () =>
      `Deleted: ${printableName(folder)}${left.length === 0 ? '' : `, except files that are not this program’s: ${left.map(printableName).join(', ')}`}`,
  );
};

const isAgreed = (name: string, folder: string): Promise<boolean> =>
  isTyped(
    name,
    `This deletes ${printableName(folder)} with its backups, for good; “export” keeps a copy.`,
    new PalaceError('E_USAGE', 'delete: nothing was deleted, because there is no terminal to ask on.', {
      remedy: '“export” keeps a copy; --yes deletes without asking.',
    }),
  );
