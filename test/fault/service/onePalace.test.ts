import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { FrameChannel, strangerLimits } from '../../../extension/service/socket/frameChannel.ts';
import { greetOwner } from '../../../extension/service/wire/handshake.ts';
import { lockPalace } from '../../../extension/service/ownership/palaceLock.ts';
import { readOwnerNote } from '../../../extension/service/ownership/ownerNote.ts';
import { protocolVersion } from '../../../extension/service/wire/programVersion.ts';
import type {
  ConnectOptions,
  PalaceConnection,
  PalaceEvent,
} from '../../../extension/service/palaceConnection.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const note = (text: string) => ({ text, type: 'insight', sensitive: true, allow_duplicate: true }) as const;
const join = async (folder: string, options: Partial<ConnectOptions> = {}): Promise<PalaceConnection> => {
  const connection = await connectPalace({
    folder,
    workspace: 'harbor',
    distFolder: path.resolve('dist'),
    modelFolder: path.join(folder, 'no-model'),
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
};
const palaceFolder = (): string => path.join(temporaryFolder(), 'palace');
const total = async ({ api }: PalaceConnection): Promise<number> => (await api.status({})).drawers.total;
const socketOf = async (folder: string): Promise<string> => (await readOwnerNote(folder))?.socket ?? '';
/** A connection that has proven nothing. */
const stranger = async (folder: string): Promise<FrameChannel> =>
  new FrameChannel(connect(await socketOf(folder)), strangerLimits);

describe('a palace used by several programs', () => {
  it('serves every program: what one files the others can read, and all of them are notified', async () => {
    const folder = palaceFolder();
    const first = await join(folder);
    const others = await Promise.all([join(folder), join(folder)]);
    const heard: PalaceEvent[][] = others.map((other) => {
      const events: PalaceEvent[] = [];
      other.onEvent((event) => events.push(event));
      return events;
    });
    const filed = await first.api.save(note('The crane is inspected in March.'));
    for (const other of others)
      expect((await other.api.show({ drawer_id: filed.drawer_id ?? '' })).text).toBe(
        'The crane is inspected in March.',
      );
    await expect.poll(() => heard.every((events) => events.some(({ kind }) => kind === 'changed'))).toBe(true);
    await others[0]?.api.save(note('Berth 4 takes 12 metres.'));
    expect(await Promise.all([first, ...others].map(total))).toEqual([2, 2, 2]);
    await expect(others[0]?.api.show({ drawer_id: 'none' })).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
  });

  it('cancels and reports progress over the socket', async () => {
    const folder = palaceFolder();
    const workspace = temporaryFolder();
    for (let n = 0; n < 300; n++)
      writeFileSync(path.join(workspace, `${n}.md`), `# Day ${n}\n\nThe log of day ${n} tells of ${n} ships.\n`);
    await join(folder);
    const client = await join(folder);
    const abort = new AbortController();
    let reports = 0;
    const mined = client.api.mine(
      { folders: [{ path: workspace, name: 'w' }] },
      { signal: abort.signal, onProgress: () => (reports++ === 0 ? abort.abort() : undefined) },
    );
    await expect(mined).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(reports).toBeGreaterThan(0);
  });

  it('gives each program its own profiles and its own workspace', async () => {
    const folder = palaceFolder();
    const layers = (k: number) => [{ source: 'user settings', profiles: { mine: { final_k: k } } }];
    const [first, second, third] = [
      await join(folder, { profileLayers: layers(3) }),
      await join(folder, { profileLayers: layers(7), workspace: 'ferry' }),
      await join(folder),
    ];
    const of = async ({ api }: PalaceConnection) => (await api.showProfile({ name: 'mine' })).flags['final_k'];
    expect(await of(first)).toEqual({ value: 3, source: expect.stringContaining('user settings') });
    expect(await of(second)).toEqual({ value: 7, source: expect.stringContaining('user settings') });
    await expect(of(third)).rejects.toMatchObject({ code: 'E_PROFILE_UNKNOWN' });
    expect((await second.api.status({})).palace.workspace).toBe('ferry');
  });

  it('goes on when its owner closes: calls under way are answered, and a client takes over long work', async () => {
    const folder = palaceFolder();
    const workspace = temporaryFolder();
    for (let n = 0; n < 400; n++)
      writeFileSync(path.join(workspace, `${n}.md`), `# Day ${n}\n\nThe log of day ${n} tells of ${n} ships.\n`);
    const owner = await join(folder);
    const [client, other] = [await join(folder), await join(folder)];
    const gone: PalaceEvent[] = [];
    client.onEvent((event) => (event.kind === 'gone' ? gone.push(event) : undefined));
    let closing: Promise<void> | undefined;
    const mined = client.api.mine(
      { folders: [{ path: workspace, name: 'w' }] },
      { onProgress: () => void (closing ??= owner.close()) },
    );
    const saved = Promise.all(Array.from({ length: 20 }, (_, n) => other.api.save(note(`Note ${n} of the day.`))));
    expect(await mined).toMatchObject({ drawers: expect.objectContaining({}) });
    expect((await saved).every(({ saved: is }) => is)).toBe(true);
    await closing;
    expect(closing).toBeDefined();
    expect(gone).toHaveLength(1);
    expect(await total(other)).toBe(420);
    await expect(owner.api.status({})).rejects.toMatchObject({ code: 'E_OWNER_GONE' });
  });

  it('leaves no socket, token or lock of a living owner behind when the last program closes', async () => {
    const folder = palaceFolder();
    const [first, second] = [await join(folder), await join(folder)];
    await first.close();
    await second.close();
    expect(readdirSync(folder).filter((name) => /\.sock$|lock$|owner\.json/.test(name))).toEqual([]);
  });

  it('that was deleted while it was in use is reported to its clients', async () => {
    const folder = palaceFolder();
    const [first, second] = [await join(folder), await join(folder)];
    await first.api.save(note('Soon gone.'));
    rmSync(folder, { recursive: true, force: true });
    await first.close();
    await expect(second.api.status({})).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the palace’s socket', () => {
  it('is open to this user only', async () => {
    const folder = palaceFolder();
    await join(folder);
    const socket = await socketOf(folder);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(socket)).mode & 0o077).toBe(0);
    expect(statSync(path.join(folder, 'owner.token')).mode & 0o777).toBe(0o600);
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    expect(await readOwnerNote(folder)).toMatchObject({
      pid: process.pid,
      protocol: protocolVersion,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(JSON.stringify(await readOwnerNote(folder))).not.toContain(
      readFileSync(path.join(folder, 'owner.token'), 'utf8'),
    );
  });

  it('is in another folder if the palace’s path is too long, or others may write there', async () => {
    const long = path.join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60));
    const open = palaceFolder();
    await (await join(open)).close();
    chmodSync(open, 0o777);
    for (const folder of [long, open]) {
      await join(folder);
      const client = await join(folder);
      const socket = await socketOf(folder);
      expect(path.dirname(socket)).not.toBe(folder);
      expect(statSync(path.dirname(socket)).mode & 0o077).toBe(0);
      expect(await total(client)).toBe(0);
    }
  });

  it('refuses clients without the token or with another version, and says why', async () => {
    const folder = palaceFolder();
    const owner = await join(folder);
    const caller = { workspace: null, profileLayers: [] };
    const token = readFileSync(path.join(folder, 'owner.token'), 'utf8');
    await expect(greetOwner(await stranger(folder), 'f'.repeat(64), caller)).rejects.toMatchObject({
      code: 'E_NOT_ALLOWED',
    });
    await expect(
      greetOwner(await stranger(folder), token, caller, { protocol: 0, version: '0.0.9' }),
    ).rejects.toMatchObject({ code: 'E_PROTOCOL_VERSION', message: expect.stringContaining('this one is older') });
    expect(await total(owner)).toBe(0);
  });

  it('survives garbage, a flood of connections, and nonsense from an accepted client', async () => {
    const folder = palaceFolder();
    const owner = await join(folder);
    await owner.api.save(note('The crane is inspected in March.'));
    const socket = await socketOf(folder);
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(2_000_000, 0xff),
      Buffer.from([0, 0, 0, 2, 123, 125]),
      Buffer.from([0, 0]),
    ]) {
      const raw = connect(socket);
      raw.on('error', () => undefined);
      raw.write(bytes);
      raw.resume();
      if (bytes.length !== 2) await new Promise((resolve) => raw.once('close', resolve));
      else raw.destroy();
    }
    const proven = await stranger(folder);
    await greetOwner(proven, readFileSync(path.join(folder, 'owner.token'), 'utf8'), {
      workspace: null,
      profileLayers: [],
    });
    for (const message of [
      null,
      5,
      [],
      {},
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', id: 1, method: 'palace/close' },
      { jsonrpc: '2.0', method: 'palace/close' },
      { jsonrpc: '2.0', id: 2, method: 'palace/call', params: [{ call: 1, method: 'constructor', params: {} }] },
    ])
      proven.send(message);
    const client = await join(folder);
    expect(await total(client)).toBe(1);
    expect(await total(owner)).toBe(1);
  });

  it('of a killed owner is removed, and so is a stale one', async () => {
    const folder = palaceFolder();
    const first = await join(folder);
    const stale = await socketOf(folder);
    await first.close();
    const dead = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(stale)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    await new Promise((resolve) => dead.once('close', resolve));
    expect(existsSync(stale)).toBe(true);
    writeFileSync(
      path.join(folder, 'owner.json'),
      JSON.stringify({
        pid: dead.pid,
        host: 'elsewhere',
        since: '2026-01-01T00:00:00Z',
        id: 'dead',
        socket: stale,
        protocol: 1,
        version: '0.0.1',
      }),
    );
    const next = await join(folder);
    expect(existsSync(stale)).toBe(false);
    expect(await total(next)).toBe(0);
  });

  it('of an owner elsewhere that has just ended is waited for until its lock is stale', async () => {
    const folder = palaceFolder();
    await (await join(folder)).close();
    mkdirSync(path.join(folder, 'palace.lock'));
    writeFileSync(path.join(folder, 'palace.lock', 'ended'), '');
    const beat = new Date(Date.now() - 29_000);
    utimesSync(path.join(folder, 'palace.lock'), beat, beat);
    writeFileSync(
      path.join(folder, 'owner.json'),
      JSON.stringify({
        pid: 1,
        host: 'an earlier container',
        since: '2026-01-01T00:00:00Z',
        id: 'ended',
        socket: path.join(folder, 'owner-00000000.sock'),
        protocol: protocolVersion,
      }),
    );
    const [begun, now] = [performance.now(), performance.now.bind(performance)];
    const fast = vi.spyOn(performance, 'now').mockImplementation(() => begun + 20 * (now() - begun));
    onTestFinished(() => fast.mockRestore());
    expect(await total(await join(folder))).toBe(0);
  });

  it('that another program listens at is not mistaken for the palace', async () => {
    const folder = palaceFolder();
    const lock = await lockPalace(folder, () => undefined);
    const socket = path.join(folder, 'owner-00000000.sock');
    const impostor = createServer((connection) =>
      connection.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n\r\n'),
    );
    await new Promise<void>((resolve) => impostor.listen(socket, resolve));
    await lock.announce({ socket });
    writeFileSync(path.join(folder, 'owner.token'), 'a token');
    try {
      await expect(join(folder)).rejects.toMatchObject({
        code: expect.stringMatching(/^E_(OWNER_GONE|NOT_ALLOWED)$/),
      });
    } finally {
      impostor.close();
      await lock.release();
    }
  });
});
