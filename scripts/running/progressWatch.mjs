// Distinguishes a hang from slow work by the lack of any progress, not by the clock.
import { readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';

/** Kernel ticks in a second of processor time, as /proc counts them. */
const ticksPerSecond = 100;
/** An idle program still wakes up now and then; this little processor time counts as none. */
const idleShare = 0.005;
const looksPerWatch = 40;

/**
 * Watches a program and everything that it has started. It hangs if, for this many minutes, it has printed nothing
 * and used practically no processor time. If processor time can't be read (there is no /proc), only printing
 * counts.
 * @param {number} pid
 * @param {number} idleMinutes
 * @param {() => void} onHang called once
 * @param {{now: () => number, processorSeconds: (pid: number) => number | null}} [machine] `now` in milliseconds
 * @returns {{printed: () => void, stop: () => void}} `printed` is to be called whenever the program prints
 * something
 */
export function watchProgress(
  pid,
  idleMinutes,
  onHang,
  machine = { now: () => performance.now(), processorSeconds },
) {
  const { now } = machine;
  const idleMilliseconds = idleMinutes * 60_000;
  const enough = (idleMilliseconds / 1000) * idleShare;
  let since = now();
  let secondsThen = machine.processorSeconds(pid) ?? 0;
  let hasPrinted = false;
  const look = () => {
    const seconds = machine.processorSeconds(pid) ?? secondsThen;
    // Less than before: a process has ended and its time is no longer counted, which is progress, too.
    if (hasPrinted || seconds < secondsThen || seconds - secondsThen >= enough) {
      since = now();
      secondsThen = seconds;
      hasPrinted = false;
    } else if (now() - since >= idleMilliseconds) {
      clearInterval(timer);
      onHang();
    }
  };
  const timer = setInterval(look, idleMilliseconds / looksPerWatch);
  timer.unref();
  return { printed: () => void (hasPrinted = true), stop: () => clearInterval(timer) };
}

/** Processor time of a program, of its descendants and of its session, with that of children that have ended; null without /proc. */
export function processorSeconds(pid) {
  if (os.platform() !== 'linux') return null;
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (stat !== null) processes.set(Number(name), stat);
  }
  const belongs = (id, hops = 0) => {
    const process = processes.get(id);
    return (
      id === pid ||
      process?.session === pid ||
      (process !== undefined && hops < 64 && belongs(process.parent, hops + 1))
    );
  };
  let ticks = 0;
  for (const [id, process] of processes) if (belongs(id)) ticks += process.ticks;
  return ticks / ticksPerSecond;
}

function statOf(pid) {
  try {
    // The name, in brackets, may contain blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [parent, session] = [Number(fields[1]), Number(fields[3])];
    return { parent, session, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) };
  } catch {
    return null; // ended meanwhile
  }
}
