import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
/** A run needs less than 2 GB at a time; the rest of the memory must hold the programs. */
const spaceNeeded = 4 * 2 ** 30;
const memoryNeeded = 8 * 2 ** 30;

/**
 * Whether programs may be started from a folder. A container's memory file system may forbid it, and then no
 * planted program would run.
 */
function startsPrograms(folder) {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 7;
}

/**
 * Gives this run a folder for temporary files in memory if the machine has room for it, and removes it when the run
 * ends. The disk costs a tenth of a run's processor time, and a third of the time of tests that write. If there is
 * no room, or TMPDIR is set, nothing changes.
 */
export function useMemoryForTemporaryFiles() {
  if (os.platform() !== 'linux' || process.env.TMPDIR !== undefined) return;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize < spaceNeeded || os.freemem() < memoryNeeded) return;
    const folder = mkdtempSync(path.join(inMemory, 't-')); // short: sockets have paths of at most 107 bytes
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    // As everywhere under /tmp: the database of the tests runs as another user.
    chmodSync(folder, 0o1777);
    if (startsPrograms(folder)) process.env.TMPDIR = folder;
  } catch (thrown) {
    console.warn(`Temporary files stay on the disk: ${inMemory} can't be used (${thrown.message}).`);
  }
}
