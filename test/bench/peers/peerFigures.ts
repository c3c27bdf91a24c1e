import { percentile } from '../support/rankingMetrics.ts';
import type { PeerPackage } from './peerPackages.ts';

/** What one program did: milliseconds (`ms`), MiB (`mib`), shares of 1 (`recall`), each by its name in a table. */
export type Figures = Readonly<Record<string, number>>;

/** A program that does the same work as a part of the product. */
export interface Peer {
  readonly name: string;
  /** The package that it needs; none for our own. */
  readonly needs?: PeerPackage;
  readonly measure: () => Figures | Promise<Figures>;
}

/** What our own rows are called. */
export const own = 'Synapse Palace';

const mib = 2 ** 20;
const resident = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / mib;
};

/** Does some work and tells how long it took and how much more memory the process has afterwards. */
export const built = async <Value>(
  work: () => Value | Promise<Value>,
): Promise<{ readonly value: Value; readonly figures: Figures }> => {
  const before = resident();
  const started = performance.now();
  const value = await work();
  const buildMs = performance.now() - started;
  return { value, figures: { 'build ms': buildMs, 'memory MiB': Math.max(0, resident() - before) } };
};

/** The median and the 95th percentile of the time that each input takes, after some to warm up with. */
export const timed = async <Input>(
  inputs: readonly Input[],
  work: (input: Input) => unknown,
  warmUps = 10,
): Promise<Figures> => {
  for (const input of inputs.slice(0, warmUps)) await work(input);
  const times: number[] = [];
  for (const input of inputs) {
    const started = performance.now();
    await work(input);
    times.push(performance.now() - started);
  }
  return { 'p50 ms': percentile(times, 0.5), 'p95 ms': percentile(times, 0.95) };
};
