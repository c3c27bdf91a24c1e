import type { Command } from 'commander';
import type { EraseReach } from '../../../palace/contract/eraseSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { eraseReachText } from '../../output/eraseReachText.ts';
import { warn } from '../../terminal/output.ts';
import { printAnswer, printSummary } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';
import { sayIfWaiting } from '../../terminal/sayIfWaiting.ts';
import { isTyped } from '../../terminal/typedWord.ts';

interface EraseOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `erase`: lists what erasing drawers for good would remove, and does it once that is confirmed. */
export const register = (program: Command): void => {
  addCommand(program, 'erase <drawer-id...>')
    .description('erase drawers for good, from every file of the palace; lists what goes, and asks')
    .option('--dry-run', 'only list what would go')
    .option('--yes', 'erase without asking')
    .addHelpText(
      'after',
      '\nNothing brings an erased drawer back. To only take drawers out of search, use “archive”.\n\nExample:\n  synapse-palace erase drawer_gateway_notes_0f3a9c2b7d1e4f60 --dry-run',
    )
    .action((ids: string[], _: unknown, command: Command) => erase(ids, optionsOf(command)));
};

const erase = async (names: readonly string[], options: EraseOptions): Promise<void> => {
  const { drawerIds, reach } = await withExistingPalace(options, async (api, location) => {
    const ids = new Set<string>();
    // A place of several drawers is refused: nobody is asked about lines, but about drawers.
    for (const name of names) ids.add(await namedDrawer({ api, location }, name));
    return { drawerIds: [...ids], reach: await api.eraseReach({ drawer_ids: [...ids] }) };
  });
  if (options.dryRun === true) {
    printAnswer(options, { ...reach, erased: null }, () => eraseReachText(reach));
    return;
  }
  if (options.yes !== true && !(await isAgreed(reach))) {
    warn('Nothing was erased.\n');
    process.exitCode = 1;
    return;
  }
  const { erased } = await withExistingPalace(options, async (api) => {
    await sayIfWaiting(options, api);
    return api.erase({ drawer_ids: drawerIds, agreed_drawers: reach.drawers.length });
  });
  printSummary(
    options,
    { ...reach, erased },
    () => `${eraseReachText(reach)}\n\nErased: ${plural(erased, 'drawer')}.`,
  );
};

/** The palace is closed in the meantime, so that nobody else waits for the answer. */
const isAgreed = async (reach: EraseReach): Promise<boolean> => {
  warn(`${eraseReachText(reach)}\n\n`);
  return isTyped(
    'ERASE',
    'This can’t be undone.',
    new PalaceError('E_USAGE', 'erase: nothing was erased, because there is no terminal to ask on.', {
      remedy: '--dry-run lists what would go; --yes erases without asking.',
    }),
  );
};
