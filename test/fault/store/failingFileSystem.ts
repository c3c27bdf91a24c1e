import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';

/** `half`: a read or write moves half of what was asked. */
export type Fault = 'EIO' | 'ENOSPC' | 'EACCES' | 'half';

/** A file system whose calls are counted, and fail when told to. */
export interface FailingFileSystem extends FileSystem {
  /** Name of the call that failed, for messages. */
  readonly failedCall: string;
  /** From now on the n-th call fails (from 1), and all after it if `lasting`. */
  arm(fault: Fault, nth: number, lasting: boolean): void;
  /** Ends the fault. True if the n-th call was reached. */
  heal(): boolean;
}

export const failingFileSystem = (base: FileSystem): FailingFileSystem => {
  let calls = 0;
  let failedCall = '';
  let fault: Fault | undefined;
  let nth = Infinity;
  let lasting = false;

  const isDue = (): boolean => {
    calls++;
    return calls === nth || (lasting && calls > nth);
  };
  /** Throws if the call is due to fail. */
  const pass = (name: string): void => {
    if (!isDue() || fault === undefined || fault === 'half') return;
    failedCall = name;
    throw Object.assign(new Error(`${fault}: ${name}`), { code: fault });
  };
  /** How many bytes a read or write may move. */
  const allowed = (name: string, length: number): number => {
    const due = isDue();
    if (!due || fault === undefined) return length;
    failedCall = name;
    if (fault === 'half') return Math.max(1, length >> 1);
    throw Object.assign(new Error(`${fault}: ${name}`), { code: fault });
  };

  return {
    get failedCall() {
      return failedCall;
    },
    arm: (newFault, newNth, newLasting) => {
      [fault, nth, lasting, calls] = [newFault, newNth, newLasting, 0];
    },
    heal: () => {
      const reached = calls >= nth;
      [fault, nth, lasting, calls] = [undefined, Infinity, false, 0];
      return reached;
    },
    open: (path, flags, mode) => {
      pass(`open ${path}`);
      return base.open(path, flags, mode);
    },
    close: (file) => {
      // The descriptor is gone even when closing reports an error.
      base.close(file);
      pass('close');
    },
    read: (file, into, offset, length, position) =>
      base.read(file, into, offset, allowed('read', length), position),
    write: (file, from, offset, length, position) =>
      base.write(file, from, offset, allowed('write', length), position),
    stat: (path) => {
      pass(`stat ${path}`);
      return base.stat(path);
    },
    statOpen: (file) => {
      pass('fstat');
      return base.statOpen(file);
    },
    truncate: (file, length) => {
      pass('truncate');
      base.truncate(file, length);
    },
    sync: (file) => {
      pass('sync');
      base.sync(file);
    },
    unlink: (path) => {
      pass(`unlink ${path}`);
      base.unlink(path);
    },
    rename: (from, to) => {
      pass('rename');
      base.rename(from, to);
    },
    makeFolder: (path) => {
      pass('mkdir');
      base.makeFolder(path);
    },
    list: (folder) => {
      pass('list');
      return base.list(folder);
    },
    checkWritable: (folder) => {
      pass('access');
      base.checkWritable(folder);
    },
  };
};
