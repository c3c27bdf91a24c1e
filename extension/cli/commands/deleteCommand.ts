import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { deletePalace } from '../../service/deletePalace.ts';
import { palaceLocation, type GlobalOptions } from '../terminal/cliContext.ts';
import { existingPalace } from './existingPalace.ts';

/** Deletes a palace for good, once its workspace's name was typed or `--yes` given. What is not this program's stays. */
export const deleteCommand = async (options: GlobalOptions & { readonly yes?: boolean }): Promise<void> => {
  const place = existingPalace(palaceLocation(options, '.'));
  const name = path.basename(place.workspace);
  if (options.yes !== true && !(await isTyped(name, place.folder))) {
    process.stderr.write('Nothing was deleted.\n');
    process.exitCode = 1;
    return;
  }
  const { left } = await deletePalace(place.folder);
  if (options.json === true) process.stdout.write(`${JSON.stringify({ deleted: place.folder, left })}\n`);
  else if (options.quiet !== true)
    process.stdout.write(
      `Deleted: ${place.folder}${left.length === 0 ? '' : `, but for what is not this program’s: ${left.join(', ')}`}\n`,
    );
};

const isTyped = async (name: string, folder: string): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new PalaceError('E_USAGE', 'delete: nothing was deleted, for nobody can be asked here.', {
      remedy: '“export” keeps a copy; --yes deletes without asking.',
    });
  const dialog = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (
      (
        await dialog.question(
          `This deletes ${folder} with its backups, for good; “export” keeps a copy. Type ${name} to go on: `,
        )
      ).trim() === name
    );
  } finally {
    dialog.close();
  }
};
