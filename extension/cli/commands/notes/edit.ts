import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printSummary } from '../../terminal/print.ts';
import { noteText } from './noteText.ts';

/** `edit`: files a new text for a note and archives the old one. */
export const register = (program: Command): void => {
  addCommand(program, 'edit <drawer-id> [text...]')
    .description('give a note another text; the earlier one goes to the archive')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace edit drawer_gateway_notes_0f3a9c2b7d1e4f60 "Tokens rotate nowhere."',
    )
    .action((id: string, words: string[], _: unknown, command: Command) => edit(id, words, optionsOf(command)));
};

const edit = async (name: string, words: readonly string[], options: GlobalOptions): Promise<void> => {
  const text = await noteText(words);
  const report = await withExistingPalace(options, async (api, location) =>
    api.editNote({ drawer_id: await namedDrawer({ api, location }, name), text }),
  );
  printSummary(options, report, () =>
    report.edited
      ? `Filed as ${report.drawer_id}; the earlier text is in the archive.`
      : 'The text is the same; nothing was changed.',
  );
};
