import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { planPalace, races3, oldLimits } from '../../fixtures/palaces/planPalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** What somebody else has put into, or over, a palace's folder: it is neither followed nor trusted. */

const isRoot = process.getuid?.() === 0;
const stranger = 12_345;

const place = () => {
  const [folder, workshop] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  return { folder, cli: (...words: string[]) => runCli(folder, workshop, ...words) };
};
const textsIn = async (folder: string): Promise<string[]> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  expect((await store.verify()).damaged).toEqual([]);
  const texts = store.read.scanDrawers(0, 1_000).map(({ text }) => text);
  await store.close();
  return texts.toSorted();
};
/** A planted owner: a socket that would hear whatever a program tells it, and the note that names it. */
const plantOwner = async (folder: string): Promise<{ readonly heard: () => number; readonly note: string }> => {
  let heard = 0;
  const socket = path.join(folder, 'owner-00000000.sock');
  const server = createServer((connection) => {
    heard += 1;
    connection.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  chmodSync(socket, 0o777);
  const note = path.join(folder, 'owner.json');
  writeFileSync(
    note,
    JSON.stringify({ pid: 1, host: 'elsewhere', since: '2026-01-01T00:00:00Z', id: 'x', socket, protocol: 99 }),
  );
  return { heard: () => heard, note };
};

describe.skipIf(process.platform === 'win32')('in a palace’s folder', () => {
  it('symbolic links that somebody planted are not written through', () => {
    const { folder, cli } = place();
    const victim = path.join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'precious');
    expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
    for (const name of ['owner.token.new', 'owner.json.new', 'lexical.idx.new'])
      symlinkSync(victim, path.join(folder, name));
    expect(cli('save', 'Berth 4 takes 12 metres.').code).toBe(0);
    expect(cli('search', 'berth').stdout).toContain('12 metres');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('a symbolic link in place of the palace’s file is refused, and its target named', () => {
    const { folder, cli } = place();
    expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
    const other = place();
    mkdirSync(other.folder);
    symlinkSync(path.join(folder, 'palace.sqlite'), path.join(other.folder, 'palace.sqlite'));
    const refused = other.cli('save', 'By the side door.');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(path.join(folder, 'palace.sqlite'));
    expect(readdirSync(other.folder)).toEqual(['palace.sqlite']);
    expect(cli('verify').code).toBe(0);
  });

  it('a palace file with two hard links becomes two independent, sound palaces', async () => {
    const [one, two] = [place(), place()];
    expect(one.cli('save', 'Of both.').code).toBe(0);
    mkdirSync(two.folder);
    linkSync(path.join(one.folder, 'palace.sqlite'), path.join(two.folder, 'palace.sqlite'));
    const open = ({ folder }: { readonly folder: string }) =>
      connectPalace({
        folder,
        workspace: null,
        distFolder: path.resolve('dist'),
        modelFolder: path.join(folder, 'none'),
      });
    const palaces = [await open(one), await open(two)];
    await Promise.all(
      palaces.map(async ({ api }, of) => {
        for (let n = 0; n < 15; n++)
          await api.save({
            text: `Of ${of}, note ${n}.`,
            type: 'insight',
            allow_duplicate: true,
            sensitive: true,
          });
      }),
    );
    for (const palace of palaces) await palace.close();
    const notes = (of: number) => Array.from({ length: 15 }, (_, n) => `Of ${of}, note ${n}.`);
    expect(await textsIn(one.folder)).toEqual(['Of both.', ...notes(0)].toSorted());
    expect(await textsIn(two.folder)).toEqual(['Of both.', ...notes(1)].toSorted());
  });

  it('a word index that is a FIFO or many gigabytes long is rebuilt', () => {
    const { folder, cli } = place();
    const index = path.join(folder, 'lexical.idx');
    expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
    execFileSync('rm', ['-f', index]);
    execFileSync('mkfifo', [index]);
    expect(cli('search', 'crane').stdout).toContain('inspected');
    execFileSync('rm', ['-f', index]);
    writeFileSync(index, '');
    truncateSync(index, 8 * 2 ** 30);
    expect(cli('search', 'crane').stdout).toContain('inspected');
  });

  it.runIf(isRoot)('that belongs to another user, nothing is filed, even if we may write there', async () => {
    const { folder, cli } = place();
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const { heard, note } = await plantOwner(folder);
    chownSync(note, stranger, stranger);
    chownSync(folder, stranger, stranger);
    const refused = cli('save', 'For my eyes only.');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('E_NOT_ALLOWED');
    expect(heard()).toBe(0);
    expect(existsSync(path.join(folder, 'palace.sqlite'))).toBe(false);
  });

  it.runIf(isRoot)('that everybody may write, an owner that another user planted is not trusted', async () => {
    const { folder, cli } = place();
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const { heard, note } = await plantOwner(folder);
    chownSync(note, stranger, stranger);
    expect(cli('save', 'For my eyes only.').code).toBe(0);
    expect(heard()).toBe(0);
    expect(await textsIn(folder)).toEqual(['For my eyes only.']);
  });

  it('every file is readable by this user only, whatever the umask', async () => {
    const { folder } = place();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const palace = await connectPalace({
      folder,
      workspace: null,
      distFolder: path.resolve('dist'),
      modelFolder: path.join(folder, 'none'),
    });
    await palace.api.save({ text: 'The crane is inspected in March.', type: 'insight' });
    const names = ['.', ...(readdirSync(folder, { recursive: true }) as string[])];
    expect(names).toContain('palace.lock');
    const open = names.filter((name) => (lstatSync(path.join(folder, name)).mode & 0o077) !== 0);
    await palace.close();
    expect(open).toEqual([]);
  });
});

describe('two consolidation plans', () => {
  it('applied at the same time are both applied, each after a sound backup', async () => {
    const { palace, folder } = await planPalace();
    const plans = await Promise.all(
      [oldLimits, races3].map(async (ids) => (await palace.makePlan({ drawer_ids: ids })).plan?.id ?? ''),
    );
    const backups = (await Promise.all(plans.map((id) => palace.applyPlan({ plan_id: id })))).map(
      ({ backup }) => backup ?? '',
    );
    await palace.close();
    expect(backups.map((file) => statSync(file).size > 0)).toEqual([true, true]);
    expect(readdirSync(path.join(folder, 'backups')).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  });
});

/** A disk of a few megabytes, where root may have one; undefined elsewhere. */
const smallDisk = (mebibytes: number): string | undefined => {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
};

/** Writes until there is no room left. */
const fill = (file: string): void => {
  try {
    writeFileSync(file, Buffer.alloc(16 * 2 ** 20));
  } catch {
    // Now it is full.
  }
};

describe.runIf(isRoot && process.platform === 'linux')('on a full disk', () => {
  it('a palace whose owner was killed can still be read; saving fails with an error code, and works once there is room', (context) => {
    const disk = smallDisk(3);
    if (disk === undefined) return context.skip();
    const [folder, workshop] = [path.join(disk, 'palace'), temporaryFolder()];
    const cli = (...words: string[]) => runCli(folder, workshop, ...words);
    expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
    // As a killed owner leaves them.
    mkdirSync(path.join(folder, 'palace.lock'));
    writeFileSync(path.join(folder, 'palace.lock', 'gone'), '');
    const filler = path.join(disk, 'filler');
    fill(filler);
    expect(cli('search', 'crane').stdout).toContain('inspected');
    expect(cli('list').stdout).toContain('crane');
    expect(cli('verify').code).toBe(0);
    const refused = cli('save', 'There is no room.');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('E_DISK_FULL');
    truncateSync(filler, 0);
    expect(cli('save', 'There is room.').code).toBe(0);
    expect(cli('search', 'room').stdout).toContain('There is room.');
  });

  it('that fills up and empties a dozen times, no acknowledged note is lost or duplicated, and searches still answer', async (context) => {
    const disk = smallDisk(12);
    if (disk === undefined) return context.skip();
    const [folder, filler] = [path.join(disk, 'palace'), path.join(disk, 'filler')];
    const palace = await openPalace({ folder });
    const save = (text: string) => palace.save({ text, type: 'insight', allow_duplicate: true });
    await save('The first crane.');
    const acknowledged = ['The first crane.'];
    const codes: string[] = [];
    for (let cycle = 0; cycle < 12; cycle++) {
      const texts = Array.from(
        { length: 6 },
        (_, n) => `Crane ${n} of cycle ${cycle}. ${'It was moored. '.repeat(300)}`,
      );
      const saves = texts.map(save);
      // It fills while the notes are saved, up to another number of free bytes each time.
      fill(filler);
      truncateSync(filler, statSync(filler).size - cycle * 3_000);
      const outcomes = await Promise.allSettled(saves);
      expect((await palace.search({ query: 'first crane', k: 3 })).results[0]?.text).toContain('The first crane.');
      truncateSync(filler, 0);
      for (const [n, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue;
        codes.push(PalaceError.from(outcome.reason).code);
        await save(texts[n] ?? '');
      }
      acknowledged.push(...texts);
    }
    // Of 72 notes most met a full disk.
    expect([codes.length > 36, ...new Set(codes)]).toEqual([true, 'E_DISK_FULL']);
    expect((await palace.verify({})).ok).toBe(true);
    await palace.close();
    const named = (texts: readonly string[]) => texts.map((text) => text.split('.', 1)[0]).toSorted();
    expect(named(await textsIn(folder))).toEqual(named(acknowledged));
  });
});
