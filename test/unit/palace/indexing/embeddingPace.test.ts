import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EmbeddingPace } from '../../../../extension/palace/indexing/embeddingPace.ts';
import {
  drawsFromBattery,
  holdUpOf,
  isDischarging,
  MachineWatch,
  type MachineState,
} from '../../../../extension/palace/indexing/machineState.ts';
import { haltingEmbedder } from '../../../fixtures/models/haltingEmbedder.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const quiet: MachineState = { onBattery: false, othersBusy: 0, cores: 8, delay: 0 };
const machineOf = (state: MachineState) => ({ look: () => Promise.resolve(state), rest: () => undefined });

/** The sizes of the calls in which five texts are embedded, and how often it rested. */
const paced = async (state: MachineState, { isFull = false, awaitedAfter = Infinity } = {}) => {
  let rests = 0;
  const calls: number[] = [];
  const pace = new EmbeddingPace({
    machine: machineOf(state),
    isFull: () => isFull,
    wait: () => Promise.resolve(void (rests += 1)),
  });
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const done = await pace.run(
    texts,
    (each) => Promise.resolve((calls.push(each.length), [...each])),
    () => calls.length >= awaitedAfter,
  );
  expect(done).toEqual(texts);
  return { calls, rests, holdUp: pace.holdUp };
};

describe('the pace of embedding in the background', () => {
  it('is full speed on an idle machine, or if the setting says so', async () => {
    expect(await paced(quiet)).toEqual({ calls: [5], rests: 0, holdUp: null });
    expect(await paced({ ...quiet, onBattery: true }, { isFull: true })).toEqual({
      calls: [5],
      rests: 0,
      holdUp: null,
    });
  });

  it('is one text at a time under load, with rests on battery, until somebody waits for it', async () => {
    const load = { ...quiet, othersBusy: 7.5 };
    expect(await paced(load)).toEqual({ calls: [1, 1, 1, 1, 1], rests: 0, holdUp: 'load' });
    const battery = { ...quiet, onBattery: true };
    expect(await paced(battery)).toMatchObject({ calls: [1, 1, 1, 1, 1], rests: 5, holdUp: 'battery' });
    expect(await paced(battery, { awaitedAfter: 2 })).toMatchObject({ calls: [1, 1, 3], rests: 2 });
  });

  it('slows down when less than a core is free or the event loop is late', () => {
    expect(holdUpOf({ ...quiet, othersBusy: 6.9 })).toBeNull();
    expect(holdUpOf({ ...quiet, othersBusy: 7.1 })).toBe('load');
    expect(holdUpOf({ ...quiet, cores: 1, othersBusy: 0.4 })).toBeNull();
    expect(holdUpOf({ ...quiet, delay: 60 })).toBe('load');
  });

  it('recognises battery power from each system’s reports', () => {
    const mains = { type: 'Mains\n', status: '' };
    expect(isDischarging([mains, { type: 'Battery\n', status: 'Charging\n' }])).toBe(false);
    expect(isDischarging([mains, { type: 'Battery\n', status: 'Discharging\n' }])).toBe(true);
    expect(isDischarging([{ type: 'Battery\n', status: 'Not charging\n' }])).toBe(false);
    // A mouse's battery has another type; a desktop has none.
    expect(isDischarging([])).toBe(false);
    expect(drawsFromBattery("Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%; charged;\n")).toBe(
      false,
    );
    expect(drawsFromBattery("Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t81%;\n")).toBe(true);
  });

  it('reads the state of the machine that the test runs on', async () => {
    const watch = new MachineWatch();
    expect(await watch.look()).toMatchObject({ othersBusy: 0, delay: 0 });
    const second = await watch.look();
    watch.rest();
    expect(second.cores).toBeGreaterThan(0);
    expect(second.othersBusy).toBeGreaterThanOrEqual(0);
    expect(await watch.look()).toMatchObject({ othersBusy: 0, delay: 0 });
    watch.rest();
  });

  it('is shown in the palace’s status, and never delays a command that waits', async () => {
    const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    writeFiles(workspace, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${n}.md`, `Text ${n}.\n`])));
    const embedder = haltingEmbedder('word-hash', 2);
    const palace = await openPalace({ folder, embedder, machine: machineOf({ ...quiet, othersBusy: 8 }) });
    const mine = { folders: [{ path: workspace, name: 'harbor' }] };
    await palace.mine(mine);
    await expect.poll(() => embedder.isHalted()).toBe(true);
    const { embeddings } = await palace.status({});
    expect(embeddings).toMatchObject({ hold_up: 'load', state: 'working' });
    embedder.goOn();
    await palace.mine({ ...mine, wait_for_embeddings: true });
    expect((await palace.status({})).embeddings).toMatchObject({ hold_up: null, pending: 0 });
    await palace.close();
  });
});
