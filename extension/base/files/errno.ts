import { RefusedFile } from './guardedFile.ts';

/** The code of a Node error (`ENOENT`, `ERR_INVALID_ARG_TYPE`); undefined if it has none. */
export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

/** Whether the error has one of these codes. */
export const isErrno = (thrown: unknown, ...codes: readonly string[]): boolean => {
  const code = errnoOf(thrown);
  return code !== undefined && codes.includes(code);
};

/** A short reason for a message: why a file is refused, else the error's code, else the error as text. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof RefusedFile ? thrown.message : (errnoOf(thrown) ?? String(thrown));

/** Error codes for a place where this user may not write. */
export const writeRefused: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];

/** Error codes for a full disk or an exhausted quota. */
export const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT'];
