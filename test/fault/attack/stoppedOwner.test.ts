import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { readOwnerNote, type OwnerNote } from '../../../extension/service/ownership/ownerNote.ts';
import { quickStart, runCli } from '../../fixtures/palaces/builtPalace.ts';
import { palaceChildScript } from '../../fixtures/palaces/palaceChild.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';

/**
 * An owner is stopped in the middle of its work, as a debugger or a sleeping computer does, and can't be reached. Another process
 * must not take the palace from it, or, where it can't know better, must take it so that the first writes nothing any more.
 */

const rounds = size('SYNAPSE_STOPS', 2, 200);
const random = randomFrom(seed);

const script = palaceChildScript();

interface Writer {
  readonly child: ChildProcess;
  /** How many of its notes were acknowledged by now. */
  readonly acknowledged: () => number;
  /** Resolves with all that it said. */
  readonly ended: Promise<string>;
}

/** A process that files so many notes. */
const startWriter = (folder: string, name: string, notes: number): Writer => {
  const child = spawn(
    process.execPath,
    [...quickStart, script(), folder, path.resolve('dist'), name, '0', String(notes)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output)));
  return { child, acknowledged: () => output.split('done ').length - 1, ended };
};

const lockOf = (folder: string): string => path.join(folder, 'palace.lock');
/** Makes the lock as old as after a minute without a beat. */
const age = (folder: string): void => {
  const then = new Date(Date.now() - 60_000);
  for (const name of readdirSync(lockOf(folder))) utimesSync(path.join(lockOf(folder), name), then, then);
  utimesSync(lockOf(folder), then, then);
};
const noteOf = async (folder: string): Promise<OwnerNote> => {
  const note = await readOwnerNote(folder);
  if (note === undefined) throw new Error('Nobody owns the palace.');
  return note;
};
/** Stops the owner once some notes are acknowledged. */
const stopAtWork = async (folder: string, writer: Writer): Promise<OwnerNote> => {
  const wanted = 1 + Math.floor(random() * 20);
  await expect.poll(() => writer.acknowledged(), { interval: 5 }).toBeGreaterThanOrEqual(wanted);
  const note = await noteOf(folder);
  writer.child.kill('SIGSTOP');
  return note;
};
/** As many connections as the system lets wait for the stopped owner, and some more. */
const fill = async (socket: string): Promise<readonly Socket[]> => {
  const sockets: Socket[] = [];
  for (let refused = 0; refused < 3 && sockets.length < 5_000;) {
    const one = connect(socket);
    sockets.push(one);
    await new Promise<void>((resolve) => {
      one.once('connect', () => resolve());
      one.once('error', () => resolve(void (refused += 1)));
    });
  }
  return sockets;
};

const textsIn = async (folder: string): Promise<string[]> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  expect((await store.verify()).damaged).toEqual([]);
  const texts = store.read.scanDrawers(0, 100_000).map(({ text }) => text);
  await store.close();
  return texts.toSorted();
};
const notesOf = (name: string, notes: number): string[] =>
  Array.from({ length: notes }, (_, n) => `Writer ${name}, note ${n}: the crane was inspected.`);

describe.skipIf(process.platform === 'win32')('an owner process that was paused (SIGSTOP)', () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))(
    'keeps its palace although its lock is old, and others are told its process number (round %i)',
    async (round) => {
      const folder = path.join(temporaryFolder(), 'palace');
      const writer = startWriter(folder, 'first', 120);
      const { pid, socket } = await stopAtWork(folder, writer);
      const sockets = round % 2 === 0 ? await fill(socket ?? '') : [];
      if (round % 2 === 1) rmSync(socket ?? '');
      age(folder);
      const saved = runCli(folder, temporaryFolder(), 'save', 'The second writer must not get in.');
      expect(saved).toMatchObject({ code: 1, stdout: '' });
      expect(saved.stderr).toContain(`process ${pid} on`);
      expect(saved.stderr).toContain(`kill -CONT ${pid}`);
      expect((await noteOf(folder)).pid).toBe(pid);
      sockets.forEach((one) => one.destroy());
      writer.child.kill('SIGCONT');
      expect(await writer.ended).toContain('closed');
      expect(await textsIn(folder)).toEqual(notesOf('first', 120).toSorted());
    },
  );

  it('is named to every client that waits for its answer', async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    const writer = startWriter(folder, 'first', 100_000);
    await expect.poll(() => writer.acknowledged()).toBeGreaterThan(0);
    const client = await connectPalace({
      folder,
      workspace: 'harbor',
      distFolder: path.resolve('dist'),
      modelFolder: path.join(folder, 'no-model'),
    });
    onTestFinished(() => client.close());
    writer.child.kill('SIGSTOP');
    const workspace = temporaryFolder();
    writeFileSync(path.join(workspace, 'crane.md'), 'The crane is inspected in March.\n');
    const named = {
      code: 'E_PALACE_IN_USE',
      message: expect.stringContaining(`process ${writer.child.pid} on`),
      remedy: expect.stringContaining(`kill -CONT ${writer.child.pid}`),
    };
    await Promise.all([
      expect(client.api.status({})).rejects.toMatchObject(named),
      expect(client.api.mine({ folders: [{ path: workspace, name: 'w' }] })).rejects.toMatchObject(named),
      expect(client.api.indexCommits({ repo_path: workspace })).rejects.toMatchObject(named),
    ]);
    writer.child.kill('SIGCONT');
    expect((await client.api.status({})).drawers.total).toBeGreaterThan(0);
    writer.child.kill('SIGKILL');
    expect((await client.api.status({})).drawers.total).toBeGreaterThan(0);
  });

  it.each(Array.from({ length: rounds }, (_, round) => round))(
    'on another computer, once given up, writes nothing when it continues (round %i)',
    async () => {
      const folder = path.join(temporaryFolder(), 'palace');
      const first = startWriter(folder, 'first', 120);
      const note = await stopAtWork(folder, first);
      writeFileSync(path.join(folder, 'owner.json'), JSON.stringify({ ...note, host: 'another-computer' }));
      rmSync(note.socket ?? '');
      age(folder);
      const second = startWriter(folder, 'second', 60);
      await expect
        .poll(() => second.acknowledged(), { interval: 5 })
        .toBeGreaterThanOrEqual(1 + Math.floor(random() * 40));
      first.child.kill('SIGCONT');
      expect(await Promise.all([first.ended, second.ended])).toEqual([
        expect.stringContaining('closed'),
        expect.stringContaining('closed'),
      ]);
      expect(await textsIn(folder)).toEqual([...notesOf('first', 120), ...notesOf('second', 60)].toSorted());
    },
  );
});
