import type { Command } from 'commander';
import type { DrawerView } from '../../../palace/contract/drawerViewSchema.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { addRevealOption, unlessRevealed, type RevealOption } from '../../options/revealOption.ts';
import { drawerPlace } from '../../output/drawerPlace.ts';
import { sayDocument, sayVerbatim, warn } from '../../terminal/output.ts';
import { plural } from '../../../base/text/plural.ts';
import { printableName } from '../../../base/text/printable.ts';

/** `show`: prints a drawer. */
export const register = (program: Command): void => {
  addRevealOption(addCommand(program, 'show <drawer-id>').description('a drawer, verbatim except for secrets'))
    .addHelpText('after', '\nExample:\n  synapse-palace show drawer_gateway_src_0f3a9c2b7d1e4f60')
    .action((id: string, _: unknown, command: Command) => show(id, optionsOf(command)));
};

const show = async (id: string, options: GlobalOptions & RevealOption): Promise<void> => {
  const found = await withExistingPalace(options, (api) => api.show({ drawer_id: id }));
  const drawer = unlessRevealed(options, found);
  // Output to a file or another program is verbatim.
  if (options.json === true) sayDocument(drawer);
  else {
    for (const warning of found.warnings ?? []) warn(`! ${warning}\n`);
    sayVerbatim(`${drawerText(drawer)}\n`);
  }
};

const drawerText = (drawer: DrawerView): string =>
  [
    printableName(`${drawer.drawer_id}${drawer.archived ? ` (archived: ${drawer.archive_reason ?? ''})` : ''}`),
    `${drawerPlace(drawer)} · ${drawer.palace === undefined ? '' : `in ${drawer.palace} · `}${printableName(`${drawer.wing}/${drawer.room}`)} · ${drawer.type} · ${drawer.tier}${drawer.pinned ? ' · pinned' : ''}${drawer.sensitive ? ' · sensitive' : ''}`,
    ...(drawer.tags.length === 0 ? [] : [printableName(`tags ${drawer.tags.join(', ')}`)]),
    `filed ${drawer.filed_at} · opened ${plural(drawer.access_count, 'time')} · sha256 ${drawer.content_hash}`,
    '',
    drawer.text,
  ].join('\n');
