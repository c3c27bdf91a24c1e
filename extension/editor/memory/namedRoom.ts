/** The wing and the room that somebody wrote as `wing/room`; undefined if it is not written so. Neither has a slash in its name. */
export const namedRoom = (text: string): { readonly wing: string; readonly room: string } | undefined => {
  const [wing = '', room = '', ...others] = text.split('/').map((part) => part.trim());
  return wing === '' || room === '' || others.length > 0 ? undefined : { wing, room };
};
