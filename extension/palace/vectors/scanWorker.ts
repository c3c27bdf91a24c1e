import { workerData } from 'node:worker_threads';
import { scanEngine } from './scanEngine.ts';
import { joinScan, word, type SharedScan } from './sharedScan.ts';

/** Waits for scans and joins each. Its owner ends it. */
const serve = (shared: SharedScan): never => {
  const engine = scanEngine(shared.memory);
  for (let seen = 0; ;) {
    Atomics.wait(shared.control, word.wake, seen);
    seen = Atomics.load(shared.control, word.wake);
    joinScan(shared, engine);
  }
};

serve(workerData as SharedScan);
