import fs, { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockPalace } from '../../../../extension/service/ownership/palaceLock.ts';
import { readOwnerNote } from '../../../../extension/service/ownership/ownerNote.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const lost = (): void => {
  throw new Error('The lock was lost.');
};
const { utimes } = fs.promises;
let beats: Promise<void>[] = [];
/** Each heartbeat ends only after this. */
let held: Promise<void> = Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  beats = [];
  held = Promise.resolve();
  fs.promises.utimes = (...values) => {
    const beat = utimes(...values).then(() => held);
    beats.push(beat);
    return beat;
  };
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.useRealTimers();
  fs.promises.utimes = utimes;
  syncBuiltinESMExports();
});

/** The disk's own pace: what was asked of it before is done. */
const afterOthers = async (folder: string): Promise<void> => {
  for (let i = 0; i < 200; i += 1) await stat(folder);
};

describe('a heartbeat', () => {
  it('that ends after the palace was given up writes no note for it', async () => {
    const folder = temporaryFolder();
    const lock = await lockPalace(folder, lost);
    let goOn = (): void => undefined;
    held = new Promise((resolve) => (goOn = resolve));
    vi.advanceTimersByTime(5_000);
    const released = lock.release();
    await afterOthers(folder);
    goOn();
    await released;
    await afterOthers(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that can’t write the note ends no process, and the next one writes it', async () => {
    const folder = temporaryFolder();
    const lock = await lockPalace(folder, lost);
    const file = path.join(folder, 'owner.json');
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    rmSync(file);
    mkdirSync(file);
    vi.advanceTimersByTime(5_000);
    await Promise.all(beats);
    await afterOthers(folder);
    rmSync(file, { recursive: true });
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => readOwnerNote(folder)).toMatchObject({ pid: process.pid });
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await lock.release();
  });
});
