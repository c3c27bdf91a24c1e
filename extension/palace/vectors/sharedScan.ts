import { blockRows, type ScanEngine } from './scanEngine.ts';

/** Where a scan's rows and results are in a memory: addresses and bytes. */
export interface ScanPlace {
  readonly rowsAt: number;
  /** Bytes per row. */
  readonly stride: number;
  readonly queryAt: number;
  /** Room for the sums of one block, which only the second thread writes. */
  readonly sumsAt: number;
}

/** What the thread that scans shares with a second one. */
export interface SharedScan extends ScanPlace {
  readonly memory: WebAssembly.Memory;
  /** The words that {@link word} names. */
  readonly control: Int32Array;
  /** By row: its sum, if the second thread has taken its block. */
  readonly sums: Int32Array;
  /** The blocks that the second thread has taken. */
  readonly taken: Int32Array;
}

/** Words of the control block. */
export const word = {
  /** Counts scans; the second thread sleeps until it changes. */
  wake: 0,
  /** One of {@link phase}. */
  phase: 1,
  /** The next block that nobody has taken. */
  next: 2,
  /** Rows of the scan. */
  rows: 3,
  /** How many blocks the second thread has taken. */
  taken: 4,
} as const;
export const words = 5;

/** The second thread may join while a scan is open; once it has, only itself ends that. */
export const phase = { closed: 0, open: 1, joined: 2 } as const;

/** The next block of the scan, which nobody else takes then; past the last one if there is none left. */
export const nextBlock = ({ control }: Pick<SharedScan, 'control'>): number => Atomics.add(control, word.next, 1);

/** The second thread's part of the scan that is open, if one still is. */
export const joinScan = (shared: SharedScan, engine: ScanEngine): void => {
  const { control, memory, rowsAt, stride, queryAt, sumsAt } = shared;
  if (Atomics.compareExchange(control, word.phase, phase.open, phase.joined) !== phase.open) return;
  const blockSums = new Int32Array(memory.buffer, sumsAt, blockRows);
  const rows = Atomics.load(control, word.rows);
  let taken = 0;
  for (let block = nextBlock(shared); block * blockRows < rows; block = nextBlock(shared)) {
    const first = block * blockRows;
    const count = Math.min(blockRows, rows - first);
    engine.scan(rowsAt + first * stride, stride, count, queryAt, sumsAt);
    shared.sums.set(blockSums.subarray(0, count), first);
    shared.taken[taken] = block;
    taken += 1;
  }
  Atomics.store(control, word.taken, taken);
  Atomics.store(control, word.phase, phase.closed);
  Atomics.notify(control, word.phase);
};
