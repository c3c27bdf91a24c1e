/**
 * Incremented when the same bytes would give other drawers (decoding, chunking, IDs, secrets found). The next mine then
 * rebuilds every source.
 */
export const NORMALIZE_VERSION = 6;
/** Marks a source whose drawers were archived. It equals no version, so the source is mined when it returns. */
export const STALE_VERSION = 0;
