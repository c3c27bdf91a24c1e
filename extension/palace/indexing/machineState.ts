import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { PalaceStatus } from '../contract/maintenanceSchemas.ts';

/** What the machine is doing besides this process. */
export interface MachineState {
  readonly onBattery: boolean;
  /** Cores that other programs kept busy since the last look. */
  readonly othersBusy: number;
  readonly cores: number;
  /** Milliseconds by which turns of this thread's event loop came late: at most this in nine of ten cases. */
  readonly delay: number;
}

/** Why embedding in the background goes slowly. */
export type HoldUp = NonNullable<PalaceStatus['embeddings']['hold_up']>;

/** A turn of the event loop that comes later than this is noticeable. */
const feltDelay = 50;

/** Background work leaves one core to others, and rests half of the time on battery. */
export const holdUpOf = ({ onBattery, othersBusy, cores, delay }: MachineState): HoldUp | null =>
  onBattery ? 'battery' : othersBusy > Math.max(0.5, cores - 1) || delay > feltDelay ? 'load' : null;

/** Linux: a battery is being discharged. `supplies` are the texts of `type` and `status` of each power supply. */
export const isDischarging = (supplies: readonly { readonly type: string; readonly status: string }[]): boolean =>
  supplies.some(({ type, status }) => type.trim() === 'Battery' && status.trim() === 'Discharging');

/** macOS: what `pmset -g batt` prints. */
export const drawsFromBattery = (printed: string): boolean => printed.includes("Now drawing from 'Battery Power'");

const supplyFolder = '/sys/class/power_supply';
const run = promisify(execFile);

/** False if unknown, as on Windows. */
const readBattery = async (): Promise<boolean> => {
  const textOf = (...place: string[]): Promise<string> =>
    readFile(path.join(supplyFolder, ...place), 'utf8').catch(() => '');
  try {
    if (process.platform === 'darwin')
      return drawsFromBattery((await run('/usr/bin/pmset', ['-g', 'batt'], { timeout: 2_000 })).stdout);
    if (process.platform !== 'linux') return false;
    const supplies = await readdir(supplyFolder);
    return isDischarging(
      await Promise.all(
        supplies.map(async (name) => ({
          type: await textOf(name, 'type'),
          status: await textOf(name, 'status'),
        })),
      ),
    );
  } catch {
    return false;
  }
};

export interface Machine {
  /** Its state since the last look. */
  readonly look: () => Promise<MachineState>;
  /** Stops measuring between two runs of work. */
  readonly rest: () => void;
}

interface Reading {
  readonly at: number;
  /** Milliseconds that all cores together were busy. */
  readonly busy: number;
  /** Milliseconds of processor time of this process. */
  readonly own: number;
}

const reading = (): Reading => {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    busy: cpus().reduce((sum, { times: { user: u, nice, sys, irq } }) => sum + u + nice + sys + irq, 0),
    own: (user + system) / 1000,
  };
};

/** This machine. The first look of a run knows nothing of other programs. */
export class MachineWatch implements Machine {
  readonly #delays = monitorEventLoopDelay({ resolution: 20 });
  #last: Reading | undefined;

  async look(): Promise<MachineState> {
    const last = this.#last;
    const now = reading();
    this.#last = now;
    const passed = last === undefined ? 0 : now.at - last.at;
    const others = last === undefined ? 0 : now.busy - last.busy - (now.own - last.own);
    const delay = Math.max(0, this.#delays.percentile(90) / 1e6 - 20);
    this.#delays.reset();
    this.#delays.enable();
    return {
      onBattery: await readBattery(),
      othersBusy: passed === 0 ? 0 : Math.max(0, others / passed),
      cores: availableParallelism(),
      delay: passed === 0 ? 0 : delay,
    };
  }

  rest(): void {
    this.#delays.disable();
    this.#last = undefined;
  }
}
