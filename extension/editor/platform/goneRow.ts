import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/**
 * Whether a command failed only because its row was gone: the editor passes undefined for a row of a tree that is being read again
 * while somebody presses it. `values`: what the command was called with.
 */
export const isGoneRow = (values: readonly unknown[], thrown: unknown): boolean =>
  values.length > 0 &&
  values[0] === undefined &&
  ['E_USAGE', 'E_DRAWER_NOT_FOUND'].includes(PalaceError.from(thrown).code);
