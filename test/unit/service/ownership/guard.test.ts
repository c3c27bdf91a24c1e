import fs, { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findOwner } from '../../../../extension/service/findOwner.ts';
import { addLink } from '../../../../extension/service/links/linkFile.ts';
import { guarded } from '../../../../extension/service/ownership/guard.ts';
import { lockPalace } from '../../../../extension/service/ownership/palaceLock.ts';
import { changeConfig } from '../../../../extension/service/palaceConfig.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const lost = (): void => {
  throw new Error('The guard was lost.');
};

/** Lets the system refuse every guard, as a folder that can't be written does. Returns what counts how often that was tried. */
const refuseGuards = (code: string): (() => number) => {
  let tries = 0;
  const mkdir = fs.mkdir as (folder: string, options: object, done: (error: Error | null) => void) => void;
  vi.spyOn(fs, 'mkdir').mockImplementation(((...call: Parameters<typeof mkdir>) => {
    if (!call[0].endsWith('.lock')) return mkdir(...call);
    tries += 1;
    call[2](Object.assign(new Error(code), { code }));
  }) as never);
  return () => tries;
};

describe('the guard of a file', () => {
  afterEach(() => vi.restoreAllMocks());

  it.runIf(process.platform !== 'win32').each(['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EIO', 'ENOTDIR'])(
    'is tried for once if the system refuses it with %s',
    async (code) => {
      const tries = refuseGuards(code);
      await expect(guarded(path.join(temporaryFolder(), 'file'), lost, () => 1)).rejects.toMatchObject({ code });
      expect(tries()).toBe(1);
    },
  );

  it('is tried for once in a folder that is gone', async () => {
    const made = vi.spyOn(fs, 'mkdir');
    const file = path.join(temporaryFolder(), 'gone', 'file');
    await expect(guarded(file, lost, () => 1)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(made).toHaveBeenCalledTimes(1);
  });

  it.runIf(process.platform !== 'win32')(
    'is tried for once by what opens, sets or links a palace whose folder can’t be written',
    async () => {
      const [folder, other, data] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
      fs.writeFileSync(path.join(other, 'palace.sqlite'), '');
      const tries = refuseGuards('EROFS');
      await expect(lockPalace(folder, lost)).rejects.toMatchObject({ code: 'E_PALACE_READ_ONLY' });
      expect(tries()).toBe(1);
      await expect(changeConfig(folder, { chunk_target: 900 }, [])).rejects.toMatchObject({
        code: 'E_PALACE_READ_ONLY',
      });
      expect(tries()).toBe(2);
      await expect(addLink(folder, other, { data })).rejects.toMatchObject({ code: 'E_SETTINGS' });
      expect(tries()).toBe(3);
    },
  );

  it('is waited for while the system is short of handles', async () => {
    const tries = refuseGuards('EMFILE');
    const work = guarded(path.join(temporaryFolder(), 'file'), lost, () => 'done');
    await expect.poll(tries).toBeGreaterThan(1);
    vi.restoreAllMocks();
    expect(await work).toBe('done');
  });

  it('that never gets free is not waited for for ever by who opens a palace', async () => {
    const folder = temporaryFolder();
    refuseGuards('ELOCKED');
    const [begun, now] = [performance.now(), performance.now.bind(performance)];
    vi.spyOn(performance, 'now').mockImplementation(() => begun + 50 * (now() - begun));
    const options = { folder, workspace: null, distFolder: folder, modelFolder: folder };
    await expect(findOwner(options, lost, new AbortController().signal)).rejects.toMatchObject({
      code: 'E_PALACE_IN_USE',
    });
  });

  it('that a killed process has just left is outlasted, also if its clock was two seconds ahead', async () => {
    const folder = temporaryFolder();
    const guard = path.join(folder, 'takeover.lock');
    mkdirSync(guard);
    const ahead = new Date(Date.now() + 2_000);
    utimesSync(guard, ahead, ahead);
    await (await lockPalace(folder, lost)).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
