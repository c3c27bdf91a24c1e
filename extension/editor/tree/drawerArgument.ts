import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Whether a command's argument is a drawer: {@link drawerIdOf} has its ID. */
export const isDrawer = (value: unknown): boolean => idsIn(value).length > 0;

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const drawer = typeof value === 'object' && value !== null && 'drawer' in value ? value.drawer : undefined;
  const id = typeof drawer === 'object' && drawer !== null && 'drawer_id' in drawer ? drawer.drawer_id : undefined;
  return typeof id === 'string' && id !== '' ? [id] : [];
};

/** A drawer's ID from a command's argument: the ID, or a node of the Memory view. Throws E_DRAWER_NOT_FOUND for anything else. */
export const drawerIdOf = (value: unknown): string => {
  const [id] = idsIn(value);
  if (id !== undefined) return id;
  throw new PalaceError('E_DRAWER_NOT_FOUND', 'The command was called without a drawer.', {
    remedy: 'Choose a drawer in the Memory view.',
  });
};

/**
 * The IDs that a command is for: those of the selection if the clicked row is part of it, else the clicked row's alone. A
 * command without a row is for the view's selection. Throws E_DRAWER_NOT_FOUND if there is no drawer among them.
 */
export const drawerIdsOf = (clicked: unknown, selected: unknown, selection: readonly unknown[]): string[] => {
  const given =
    clicked === undefined ? selection : Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  // Wings and rooms may be selected, too, but they are not drawers.
  const ids = [...new Set(given.flatMap(idsIn))];
  return ids.length > 0 ? ids : [drawerIdOf(clicked)];
};

/**
 * The drawers that a key is for: the selected ones if the focused row is one of them, else the focused row's alone, as
 * in the Explorer. None if that row is no drawer.
 */
const focusedIds = (focused: unknown, selection: readonly unknown[]): string[] =>
  isDrawer(focused) ? [...new Set((selection.includes(focused) ? selection : [focused]).flatMap(idsIn))] : [];

/**
 * A command for the drawers that {@link drawerIdsOf} names. A key's command comes with the focused row alone, and does
 * nothing if that is no drawer. A menu's has its row and the selected ones, or undefined while the tree is being read
 * again; then the selection is not what was meant.
 */
export const onDrawers =
  (selection: () => readonly unknown[], run: (ids: readonly string[]) => Promise<void>) =>
  async (...given: readonly unknown[]): Promise<void> => {
    const [clicked, selected] = given;
    if (given.length === 1) {
      const ids = focusedIds(clicked, selection());
      if (ids.length > 0) await run(ids);
      return;
    }
    await run(drawerIdsOf(clicked, selected, given.length === 0 ? selection() : []));
  };
