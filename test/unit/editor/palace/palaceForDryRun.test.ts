import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { palaceForDryRun, triedBeforehand } from '../../../../extension/editor/palace/palaceForDryRun.ts';
import type { ConnectPlan } from '../../../../extension/editor/palace/palaceSession.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { ConnectOptions } from '../../../../extension/service/palaceConnection.ts';
import { connectionOf, statusOf } from '../fakePalace.ts';

const options = { folder: '/p', workspace: 'app', distFolder: '/d', modelFolder: '/m' };
const plan = (): ConnectPlan => ({ kind: 'connect', options });
const missing = (): Promise<never> => Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'none'));

describe('the palace that something is tried out on', () => {
  it("is the window's own where there is one", async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(3)) });
    const connect = vi.fn();
    const dryRun = palaceForDryRun({ session: { api: () => Promise.resolve(connection.api) }, connect, plan });
    expect((await dryRun((api) => api.status({}))).drawers.total).toBe(3);
    expect(connect).not.toHaveBeenCalled();
  });

  it('is an empty one elsewhere where there is none, closed and removed even if the work fails', async () => {
    const { connection, closed } = connectionOf({});
    const used: string[] = [];
    const connect = ({ folder }: ConnectOptions) => {
      used.push(folder);
      return Promise.resolve(connection);
    };
    const dryRun = palaceForDryRun({ session: { api: missing }, connect, plan });
    await expect(
      dryRun(() => {
        expect(used.map((folder) => existsSync(folder))).toEqual([true]);
        return Promise.reject(new PalaceError('E_IMPORT_FORMAT', 'no export'));
      }),
    ).rejects.toMatchObject({ code: 'E_IMPORT_FORMAT' });
    expect(closed()).toBe(1);
    expect(used.map((folder) => existsSync(folder))).toEqual([false]);
    expect(used).not.toContain('/p');
  });

  it('is none where there is no folder', async () => {
    const nowhere = (): ConnectPlan => ({ kind: 'nowhere', reason: 'noWorkspace' });
    const dryRun = palaceForDryRun({ session: { api: missing }, connect: vi.fn(), plan: nowhere });
    await expect(dryRun((api) => api.status({}))).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
  });

  it('is not the window’s own for what would write to it', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(0)) });
    const [connect, work] = [() => Promise.resolve(connection), vi.fn(() => Promise.resolve('tried'))];
    const own = triedBeforehand({ session: { api: () => Promise.resolve(connection.api) }, connect, plan });
    expect(await own(work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
    expect(await triedBeforehand({ session: { api: missing }, connect, plan })(work)).toBe('tried');
  });
});
