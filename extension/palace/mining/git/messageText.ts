/**
 * A text of a commit. What is not UTF-8, although the commit names no other encoding or one that git does not know, is read as
 * windows-1252. `cut`: the text ends anywhere.
 */
export const messageText = (bytes: Uint8Array, cut: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
