import type { ZipLimits } from './zipArchive.ts';

/** What a DOCX or EPUB may hold: more than a long book with its pictures does. */
export const documentLimits: ZipLimits = { entries: 20_000, unpackedBytes: 512 << 20 };
