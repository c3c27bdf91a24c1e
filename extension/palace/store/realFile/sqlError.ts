import { diskFull, writeRefused } from '../../../base/files/errno.ts';
import { PalaceError, type ErrorCode } from '../../model/errors/palaceError.ts';
import type { DiskFailure } from './fileTable.ts';

/** SQLite's primary result codes that the store distinguishes (sqlite.org/rescode.html). */
export const resultCode = {
  ok: 0,
  error: 1,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  constraint: 19,
  notADatabase: 26,
  row: 100,
  done: 101,
} as const;

const errorCode = (code: number, disk: DiskFailure | undefined): ErrorCode => {
  // SQLite reports damage if the disk could not read a page, and an I/O error if a file ends too early.
  const isDamage = code === resultCode.corrupt || code === resultCode.notADatabase || code === resultCode.ioError;
  if (isDamage && disk === undefined) return 'E_PALACE_DAMAGED';
  if (code === resultCode.full || (disk !== undefined && diskFull.includes(disk.code))) return 'E_DISK_FULL';
  if (disk !== undefined && writeRefused.includes(disk.code)) return 'E_PALACE_READ_ONLY';
  if (isDamage || code === resultCode.cantOpen || code === resultCode.readOnly) return 'E_DISK_ERROR';
  return 'E_SQL';
};

/** An error of SQLite, with its result code and the disk failure behind it, if there was one. */
export class SqlError extends PalaceError {
  readonly resultCode: number;
  readonly disk: DiskFailure | undefined;

  constructor(message: string, code: number, disk: DiskFailure | undefined) {
    super(
      errorCode(code & 0xff, disk),
      disk === undefined
        ? `SQLite: ${message}`
        : `SQLite: ${message} (${disk.operation} ${disk.path}: ${disk.code})`,
    );
    this.name = 'SqlError';
    this.resultCode = code & 0xff;
    this.disk = disk;
  }
}
