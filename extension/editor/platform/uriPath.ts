/** Halves of a character of two UTF-16 units, as a text that was cut by units may end with. They can't be encoded. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The path of an address from names that hold anything, for schemes whose documents are found by their query. The editor
 * refuses addresses whose paths begin with two slashes, as with the name `/srv` or the path of a file outside the workspace.
 */
export const uriPath = (...names: readonly string[]): string =>
  `/${names.join('/').replace(/^\/+/, '')}`.replace(halves, '\ufffd');
