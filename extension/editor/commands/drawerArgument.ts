import { PalaceError } from '../../palace/model/palaceError.ts';

/** A drawer's ID from a command's argument: the ID, or a node of the Memory view. Throws E_DRAWER_NOT_FOUND for anything else. */
export const drawerIdOf = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value;
  const drawer = typeof value === 'object' && value !== null && 'drawer' in value ? value.drawer : undefined;
  const id = typeof drawer === 'object' && drawer !== null && 'drawer_id' in drawer ? drawer.drawer_id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  throw new PalaceError('E_DRAWER_NOT_FOUND', 'The command was called without a drawer.', { remedy: 'Choose a drawer in the Memory view.' });
};
