import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import type { PalaceConnection } from '../../../extension/service/palaceConnection.ts';
import { palaceChildScript } from '../../fixtures/palaces/palaceChild.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { hangAfter, isLong, size } from '../../fixtures/testSize.ts';

/**
 * An owner that is used all day: windows come and go, each mines what changed, searches, files notes, has them summarised,
 * undoes that, and erases them. The palace ends each round as it began, so that whatever grows is held on to.
 */

const minutes = size('SYNAPSE_SOAK_MINUTES', 0, 60);
const fewestRounds = 3;
const [clientsOfFlood, floods] = [size('SYNAPSE_FLOOD_CLIENTS', 20, 200), size('SYNAPSE_FLOODS', 2, 20)];
const [distFolder, modelFolder] = [path.resolve('dist'), path.resolve('media/models/all-MiniLM-L6-v2-int8')];
const script = palaceChildScript('idleOwner');

interface Held {
  /** Bytes. */
  readonly memory: number;
  readonly handles: number;
  readonly threads: number;
}

interface Owner {
  readonly folder: string;
  readonly held: () => Held;
  /** Hundredths of a second that its threads have computed so far. */
  readonly computed: () => number;
}

const startOwner = async (): Promise<Owner> => {
  const folder = path.join(temporaryFolder(), 'palace');
  const child = spawn(process.execPath, [script(), folder, distFolder, modelFolder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const place = `/proc/${child.pid ?? 0}`;
  return {
    folder,
    held: () => {
      const status = readFileSync(`${place}/status`, 'utf8');
      const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
      return {
        memory: number('VmRSS') * 1024,
        handles: readdirSync(`${place}/fd`).length,
        threads: number('Threads'),
      };
    },
    computed: () => {
      // Behind the program's name, which may hold spaces: user time and system time are fields 14 and 15.
      const fields = readFileSync(`${place}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    },
  };
};

const openWindow = (folder: string): Promise<PalaceConnection> =>
  connectPalace({ folder, workspace: 'soak', distFolder, modelFolder });

const page = (file: number, round: number): string =>
  Array.from(
    { length: 30 },
    (_, line) => `Page ${file}, line ${line}: crane ${(file * 31 + line) % 97} was inspected, as in ${round % 2}.`,
  ).join('\n');

/** What a person does in a window that is open for a while. Leaves the palace with as many drawers as before. */
const useWindow = async (folder: string, workspace: string, round: number): Promise<void> => {
  const { api, close } = await openWindow(folder);
  for (let file = 0; file < 10; file++) writeFileSync(path.join(workspace, `page${file}.md`), page(file, round));
  await api.mine({ folders: [{ path: workspace, name: 'soak' }] });
  for (let n = 0; n < 10; n++)
    expect(
      (await api.search({ query: `which crane was inspected, ${n * 7}`, k: 5, explain: true })).results,
    ).toHaveLength(5);
  const notes: string[] = [];
  for (let n = 0; n < 4; n++) {
    const text = `The gateway of harbour ${n} allows ${n}0 requests a minute, decided in round ${round}.`;
    notes.push((await api.save({ text, type: 'decision', allow_duplicate: true })).drawer_id ?? 'none');
  }
  const { plan } = await api.makePlan({ drawer_ids: notes });
  await api.applyPlan({ plan_id: plan.id, groups: ['g1'] });
  await api.undoPlan({ plan_id: plan.id });
  const { drawers } = await api.eraseReach({ drawer_ids: notes });
  await api.erase({ drawer_ids: notes, agreed_drawers: drawers.length });
  await close();
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/** Comes back once the owner has not computed at all between two looks, a second apart. */
const untilIdle = async ({ computed }: Owner): Promise<void> => {
  let before = NaN;
  await expect
    .poll(
      () => {
        const now = computed();
        const isIdle = now === before;
        before = now;
        return isIdle;
      },
      { interval: 1000 },
    )
    .toBe(true);
};

describe.runIf(process.platform === 'linux')('an owner that is used for long', () => {
  it(
    `holds on to no handle, thread or memory of windows that are closed, and is idle afterwards (${minutes} minutes)`,
    async () => {
      const [owner, workspace] = [await startOwner(), temporaryFolder()];
      const until = Date.now() + minutes * 60_000;
      const held: Held[] = [];
      for (let round = 0; round < fewestRounds || Date.now() < until; round++) {
        await useWindow(owner.folder, workspace, round);
        held.push(owner.held());
        if (round % 50 === 0) console.log(`round ${round}: ${mebibytes(owner.held().memory)} MiB`);
      }
      await untilIdle(owner);
      const after = owner.held();
      const settled = held[1] ?? after;
      const fourth = Math.ceil(held.length / 4);
      const [early, late] = [held.slice(fourth, 2 * fourth), held.slice(-fourth)].map((part) =>
        median(part.map(({ memory }) => memory)),
      );
      console.log(
        `${held.length} rounds in ${minutes} minutes: ${mebibytes(early ?? NaN)} MiB in the second quarter, ${mebibytes(late ?? NaN)} in the last, ${mebibytes(after.memory)} idle; ${settled.handles} handles, then ${after.handles}; ${settled.threads} threads, then ${after.threads}`,
      );
      expect(after.handles).toBeLessThanOrEqual(settled.handles);
      expect(after.threads).toBeLessThanOrEqual(settled.threads);
      if (isLong || minutes > 0) expect(late).toBeLessThan(1.15 * (early ?? NaN));
      const { api, close } = await openWindow(owner.folder);
      expect((await api.verify({})).ok).toBe(true);
      await close();
    },
    hangAfter(minutes),
  );

  it(`gives back what a flood of ${clientsOfFlood} clients took`, async () => {
    const [owner, workspace] = [await startOwner(), temporaryFolder()];
    await useWindow(owner.folder, workspace, 0);
    const flood = async (): Promise<number> => {
      const windows = await Promise.all(Array.from({ length: clientsOfFlood }, () => openWindow(owner.folder)));
      await Promise.all(
        windows.map(({ api }, n) => api.search({ query: `crane ${n} inspected`, k: 50, explain: true })),
      );
      const most = owner.held();
      expect(most.handles).toBeGreaterThan(clientsOfFlood);
      await Promise.all(windows.map(({ close }) => close()));
      return most.memory;
    };
    const before = owner.held();
    const most: number[] = [];
    const left: number[] = [];
    for (let n = 0; n < floods; n++) {
      most.push(await flood());
      await expect.poll(() => owner.held().handles).toBeLessThanOrEqual(before.handles);
      left.push(owner.held().memory);
    }
    console.log(
      `${clientsOfFlood} clients, ${floods} times: ${mebibytes(before.memory)} MiB before, most ${most.map(mebibytes).join(', ')}; left ${left.map(mebibytes).join(', ')}`,
    );
    expect(owner.held().threads).toBeLessThanOrEqual(before.threads);
    // What the second half of many floods adds would be held on to for each client.
    if (isLong) expect(left.at(-1)).toBeLessThan(1.15 * (left[floods >> 1] ?? NaN));
  });
});
