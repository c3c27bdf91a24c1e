import type { Command } from 'commander';
import type { DrawerView, ShownDrawer } from '../../../palace/contract/drawerViewSchema.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer, namedDrawers } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { addRevealOption, unlessRevealed, type RevealOption } from '../../options/revealOption.ts';
import { drawerPlace } from '../../output/drawerPlace.ts';
import { sayDocument, sayVerbatim, warn } from '../../terminal/output.ts';
import { plural } from '../../../base/text/plural.ts';
import { printableName } from '../../../base/text/printable.ts';

/** `show`: prints a drawer, or those at a place. */
export const register = (program: Command): void => {
  addRevealOption(addCommand(program, 'show <drawer-id>').description('a drawer, verbatim except for secrets'))
    .addHelpText('after', '\nExample:\n  synapse-palace show drawer_gateway_src_0f3a9c2b7d1e4f60')
    .action((id: string, _: unknown, command: Command) => show(id, optionsOf(command)));
};

const show = async (name: string, options: GlobalOptions & RevealOption): Promise<void> => {
  const found = await withExistingPalace(options, async (api, location) => {
    const place = { api, location };
    // A JSON document is one drawer's.
    const ids = options.json === true ? [await namedDrawer(place, name)] : await namedDrawers(place, [name]);
    const drawers: ShownDrawer[] = [];
    for (const id of ids) drawers.push(await api.show({ drawer_id: id }));
    return drawers;
  });
  for (const [at, shown] of found.entries()) {
    const drawer = unlessRevealed(options, shown);
    // Output to a file or another program is verbatim.
    if (options.json === true) sayDocument(drawer);
    else {
      for (const warning of shown.warnings ?? []) warn(`! ${warning}\n`);
      sayVerbatim(`${at === 0 ? '' : '\n'}${drawerText(drawer)}\n`);
    }
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
