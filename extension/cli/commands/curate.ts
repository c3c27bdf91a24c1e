import { tiers } from '../../palace/model/drawer.ts';
import type { UpdateRequest } from '../../palace/contract/noteSchemas.ts';
import { noteTypes } from '../../palace/model/noteTypes.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { plural } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { oneOf } from './notes.ts';

export interface MarkOptions extends GlobalOptions {
  readonly sensitive?: boolean;
  readonly supersededBy?: string | false;
  readonly importance?: number;
  readonly type?: string;
}

/** Changes what is noted of drawers and says how many. Exit code 1 where an ID is of no drawer. */
export const updateCommand = async (
  ids: readonly string[],
  change: Omit<UpdateRequest, 'drawer_ids'>,
  options: GlobalOptions,
): Promise<void> => {
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.update({ ...change, drawer_ids: [...ids] }),
  );
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (options.quiet !== true)
    process.stdout.write(
      `${plural(report.updated, 'drawer')} changed${report.unchanged === 0 ? '' : `, ${plural(report.unchanged, 'was', 'were')} so already`}.\n`,
    );
  if (report.missing.length === 0) return;
  if (options.json !== true)
    process.stderr.write(`There is no drawer ${report.missing.join(', ')} in this palace.\n`);
  process.exitCode = 1;
};

/** The first word of `tier longterm ID…`. Throws E_USAGE. */
export const tierCommand = (tier: string, ids: readonly string[], options: GlobalOptions): Promise<void> =>
  updateCommand(ids, { tier: oneOf('tier', tiers, tier) }, options);

export const markCommand = (ids: readonly string[], options: MarkOptions): Promise<void> => {
  const change = {
    ...(options.sensitive === undefined ? {} : { sensitive: options.sensitive }),
    ...(options.supersededBy === undefined
      ? {}
      : { superseded_by: options.supersededBy === false ? null : options.supersededBy }),
    ...(options.importance === undefined ? {} : { importance: options.importance }),
    ...(options.type === undefined ? {} : { type: oneOf('--type', noteTypes, options.type) }),
  };
  if (Object.keys(change).length === 0) throw new PalaceError('E_USAGE', 'mark: nothing was said to change.');
  return updateCommand(ids, change, options);
};
