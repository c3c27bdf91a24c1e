/** Rises when the same bytes would give other drawers (decoding, chunking, IDs, secrets found): the next mine then rebuilds every source. */
export const NORMALIZE_VERSION = 2;
/** Marks a source whose drawers were archived: no version equals it, so that the source is mined when it comes back. */
export const STALE_VERSION = 0;
