import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/text/parseJson.ts';

/** Bytes of a {@link checksum}. */
export const checksumBytes = 32;
const pathsSchema = z.array(z.string());

/** SHA-256 over chunks. */
export const checksum = (chunks: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest();
};

/** Paths as bytes: a checksum, then a JSON list, as an imported drawer's path may hold any character. */
export const serialisePaths = (paths: readonly string[]): Uint8Array[] => {
  const list = Buffer.from(JSON.stringify(paths));
  return [checksum([list]), list];
};

/** Reads so many different paths; undefined for anything else. */
export const parsePaths = (bytes: Uint8Array, count: number): string[] | undefined => {
  const list = bytes.subarray(checksumBytes);
  if (!checksum([list]).equals(bytes.subarray(0, checksumBytes))) return undefined;
  const paths = pathsSchema.safeParse(parseJson(Buffer.from(list).toString())).data;
  return new Set(paths).size === count && paths?.length === count ? paths : undefined;
};
