/** Bytes of a file that holds the path of a git folder: a path is shorter. */
export const mostLinkBytes = 64 * 1024;

/** The folder that the text of a `.git` file names; undefined if it is no such text. */
export const folderOfLink = (text: string): string | undefined => /^gitdir: (.+?)\r?\n?$/.exec(text)?.[1];
