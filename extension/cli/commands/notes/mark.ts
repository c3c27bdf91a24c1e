import type { Command } from 'commander';
import { noteTypes } from '../../../palace/model/drawer/noteTypes.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { fraction } from '../../options/fraction.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { oneOf } from '../../options/oneOf.ts';
import { updateDrawers } from './updateDrawers.ts';

interface MarkOptions extends GlobalOptions {
  readonly sensitive?: boolean;
  /** False with `--no-superseded-by`. */
  readonly supersededBy?: string | false;
  readonly importance?: number;
  readonly type?: string;
}

/** `mark`: marks drawers as sensitive, superseded, important or of another note type. */
export const register = (program: Command): void => {
  addCommand(program, 'mark <drawer-id...>')
    .description('mark drawers: sensitive, superseded, important, of another note type')
    .option('--sensitive', 'never embed them, never hand them to an agent')
    .option('--no-sensitive', 'they are not')
    .option('--superseded-by <drawer-id>', 'the drawer that replaces them', namedBy('--superseded-by'))
    .option('--no-superseded-by', 'nothing does')
    .option('--importance <number>', 'from 0 to 1', fraction)
    .option('--type <type>', 'another note type')
    .addHelpText(
      'after',
      '\nExample:\n  synapse-palace mark drawer_gateway_notes_0f3a9c2b7d1e4f60 --superseded-by drawer_gateway_notes_77ab01c2d3e4f506',
    )
    .action((ids: string[], _: unknown, command: Command) => mark(ids, optionsOf(command)));
};

const mark = (ids: readonly string[], options: MarkOptions): Promise<void> => {
  const change = {
    ...(options.sensitive === undefined ? {} : { sensitive: options.sensitive }),
    ...(options.supersededBy === undefined
      ? {}
      : { superseded_by: options.supersededBy === false ? null : options.supersededBy }),
    ...(options.importance === undefined ? {} : { importance: options.importance }),
    ...(options.type === undefined ? {} : { type: oneOf('--type', noteTypes, options.type) }),
  };
  if (Object.keys(change).length === 0) throw new PalaceError('E_USAGE', 'mark: no change was given.');
  return updateDrawers(ids, change, options);
};
