/** This extension's name in the addresses that the editor hands to it. */
const extensionId = 'synapse-palace.synapse-palace';

/** The address that opens a drawer in the editor's window, `vscode://…/drawer/<id>`. `scheme`: the editor's own. */
export const drawerLink = (drawerId: string, scheme: string): string =>
  `${scheme}://${extensionId}/drawer/${encodeURIComponent(drawerId)}`;

/** The drawer that an address names in its path; null if it names none. */
export const drawerOfLink = (path: string): string | null => {
  const [, encoded] = /^\/drawer\/([^/]{1,1000})\/?$/.exec(path) ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not a link that this extension made.
    return null;
  }
};
