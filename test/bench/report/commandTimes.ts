import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { benchPalace } from '../support/benchPalace.ts';
import { percentile } from '../support/rankingMetrics.ts';

const run = promisify(execFile);

/** Milliseconds that one command of the command line takes, from start to end. Rejects if it fails. */
const timeOf = async (...words: readonly string[]): Promise<number> => {
  const started = performance.now();
  await run(process.execPath, [path.resolve('dist', 'cli.js'), ...words]);
  return performance.now() - started;
};

const medianOf = async (runs: number, ...words: readonly string[]): Promise<number> => {
  const times: number[] = [];
  await timeOf(...words);
  for (let i = 0; i < runs; i += 1) times.push(await timeOf(...words));
  return percentile(times, 0.5);
};

/** The medians of commands on a palace: Node alone, one that opens nothing, and a search beside an owner and without one. */
export const commandTimes = async (palace: string, runs: number): Promise<Readonly<Record<string, number>>> => {
  const search = ['search', 'harbour', 'crane', '--palace', palace];
  const owner = await benchPalace(palace);
  let beside: number;
  try {
    beside = await medianOf(runs, ...search);
  } finally {
    await owner.close();
  }
  return {
    '`--version`': await medianOf(runs, '--version'),
    '`search`, beside an owner': beside,
    '`search`, alone': await medianOf(runs, ...search),
  };
};
