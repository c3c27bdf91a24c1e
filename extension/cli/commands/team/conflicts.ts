import type { Command } from 'commander';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { conflictText } from '../../output/teamText.ts';
import { printAnswer, printSummary } from '../../terminal/print.ts';

interface SettleOptions extends GlobalOptions {
  readonly keep: string;
}

/** Commands for what two members decided differently: `team conflicts`, `team settle`. */
export const registerConflicts = (team: Command): void => {
  addCommand(team, 'conflicts')
    .description('list drawers that two members replaced by different ones without knowing of each other')
    .addHelpText('after', '\nExample:\n  synapse-palace team conflicts')
    .action((_: unknown, command: Command) => conflicts(optionsOf(command)));
  addCommand(team, 'settle <drawer-id>')
    .description('settle a conflict for the whole team')
    .requiredOption(
      '--keep <drawer-id|all>',
      'the drawer that replaces the others, or all to keep every one',
      namedBy('--keep'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace team settle drawer_gateway_notes_0f3a9c2b7d1e4f60 --keep drawer_gateway_notes_7be21c04d95a6f13',
    )
    .action((id: string, _: unknown, command: Command) => settle(id, optionsOf(command)));
};

const conflicts = async (options: GlobalOptions): Promise<void> => {
  const found = await withExistingPalace(options, (api) => api.teamConflicts({}));
  printAnswer(options, found, () =>
    found.conflicts.length === 0 ? 'There is nothing to settle.' : found.conflicts.map(conflictText).join('\n\n'),
  );
};

const settle = async (name: string, options: SettleOptions): Promise<void> => {
  const { id, keep } = await withExistingPalace(options, async (api, location) => {
    const place = { api, location };
    const id = await namedDrawer(place, name);
    const keep = options.keep === 'all' ? null : await namedDrawer(place, options.keep);
    await api.teamSettle({ drawer_id: id, keep });
    return { id, keep };
  });
  printSummary(options, { drawer_id: id, keep }, () => 'Settled; the next exchange tells the team.');
};
