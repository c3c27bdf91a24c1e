import scanModule from './scan.wat';

/** Bytes of a page of WebAssembly's memory. */
export const pageBytes = 65_536;
/** Rows per call of the scan, so few that its sums stay in the processor's first-level cache. */
export const blockRows = 4096;
/** What an address of 32 bits reaches. */
const mostPages = 65_536;

/** The functions of `scan.wat`; numbers are addresses and bytes in `memory`. */
export interface ScanEngine {
  readonly memory: WebAssembly.Memory;
  readonly scan: (row: number, stride: number, count: number, query: number, sums: number) => unknown;
  readonly dot: (a: number, b: number, stride: number) => unknown;
}

/** A memory that threads can share, and how many bytes it can grow to. Throws `RangeError` when there is no room for `bytes`. */
export const newMemory = (bytes: number): { readonly memory: WebAssembly.Memory; readonly mostBytes: number } => {
  const initial = Math.ceil(bytes / pageBytes);
  // A shared memory reserves the addresses for its maximum, and a process may have a limit for them.
  for (let maximum = mostPages; ; maximum = Math.max(initial, maximum >> 1)) {
    try {
      const memory = new WebAssembly.Memory({ initial, maximum, shared: true });
      return { memory, mostBytes: maximum * pageBytes };
    } catch (thrown) {
      if (maximum === initial) throw thrown;
    }
  }
};

/** The functions for one thread. */
export const scanEngine = (memory: WebAssembly.Memory): ScanEngine => {
  const { scan, dot } = new WebAssembly.Instance(new WebAssembly.Module(scanModule), { index: { memory } })
    .exports;
  if (typeof scan !== 'function' || typeof dot !== 'function')
    throw new TypeError('The vector scan lacks its functions.');
  return { memory, scan, dot };
};
