/** A linked palace's drawer is called `palace:drawer`: two checkouts of one repository have drawers of the same ID. */
export const linkedId = (palace: string, id: string): string => `${palace}:${id}`;

/** What a link may be called. */
export const linkName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** The palace's name and the drawer's ID in that palace; null for the ID of a drawer of this palace. */
export const partsOfLinkedId = (id: string): { readonly palace: string; readonly id: string } | null => {
  const at = id.indexOf(':');
  return at > 0 && linkName.test(id.slice(0, at)) ? { palace: id.slice(0, at), id: id.slice(at + 1) } : null;
};
