/** The code that Node gave an error (`ENOENT`, `ERR_INVALID_ARG_TYPE`); undefined where it has none. */
export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

/** Whether a call failed with one of these codes. */
export const isErrno = (thrown: unknown, ...codes: readonly string[]): boolean => {
  const code = errnoOf(thrown);
  return code !== undefined && codes.includes(code);
};

/** A failure in a word, for a message: its code, or what it says of itself where it has none. */
export const reasonOf = (thrown: unknown): string => errnoOf(thrown) ?? String(thrown);

/** What the system answers where this user may not write. */
export const writeRefused: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];

/** What the system answers where a disk, or the user's share of it, is full. */
export const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT'];
