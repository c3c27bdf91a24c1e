import { errnoOf } from '../../../base/files/errno.ts';

/** Error numbers of the WebAssembly system interface (WASI), which SQLite's C library uses. */
export const errno = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EDQUOT: 19,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOLCK: 46,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENXIO: 60,
  EOVERFLOW: 61,
  EPERM: 63,
  EROFS: 69,
  ESPIPE: 70,
  ESTALE: 72,
  ETXTBSY: 74,
  EXDEV: 75,
} as const;

export type ErrnoName = keyof typeof errno;

const isErrnoName = (code: string): code is ErrnoName => Object.hasOwn(errno, code);

/**
 * The error name of what a file operation threw; `EIO` for one without a number here. `undefined` if it is no file
 * error.
 */
export const errnoName = (thrown: unknown): ErrnoName | undefined => {
  const code = errnoOf(thrown);
  // Node's errors about a call's arguments don't come from the disk.
  if (code === undefined || code.startsWith('ERR_')) return undefined;
  return isErrnoName(code) ? code : 'EIO';
};
