/**
 * A linked palace's drawer has the ID `palace:drawer`, because two checkouts of one repository contain the same
 * drawer IDs.
 */
export const linkedId = (palace: string, id: string): string => `${palace}:${id}`;

/** The form of a link's name. */
export const linkName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** The palace's name and the drawer's ID in that palace; null for the ID of a drawer of this palace. */
export const partsOfLinkedId = (id: string): { readonly palace: string; readonly id: string } | null => {
  const at = id.indexOf(':');
  return at > 0 && linkName.test(id.slice(0, at)) ? { palace: id.slice(0, at), id: id.slice(at + 1) } : null;
};
