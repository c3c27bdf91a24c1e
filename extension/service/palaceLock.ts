import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import * as z from 'zod';
import { PalaceError } from '../palace/model/palaceError.ts';

const ownerSchema = z.object({ pid: z.number().int(), host: z.string(), since: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/** Milliseconds without a sign of life after which a lock counts as left behind; a dead process's is taken over at once. */
const stale = 30_000;

const isAlive = (owner: Owner): boolean => {
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOCKED';

/**
 * Makes this process the palace's only owner. Returns the release. Throws E_PALACE_IN_USE naming the process that has it,
 * E_PALACE_READ_ONLY where the folder can't be written.
 */
export const lockPalace = async (folder: string, onLost: (reason: string) => void): Promise<() => Promise<void>> => {
  const ownerFile = path.join(folder, 'owner.json');
  const take = () => lockfile.lock(path.join(folder, 'palace'), { realpath: false, stale, update: 5_000, onCompromised: (error) => onLost(error.message) });
  const readOwner = async (): Promise<Owner | undefined> =>
    ownerSchema.safeParse(await readFile(ownerFile, 'utf8').then(JSON.parse).catch(() => undefined)).data;
  const inUse = (owner: Owner | undefined): PalaceError => new PalaceError('E_PALACE_IN_USE',
    `The palace ${folder} is in use${owner === undefined ? '' : ` by process ${owner.pid} on ${owner.host} since ${owner.since}`}.`);

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // One taker at a time: who holds the guard sees a lock and its owner's note that belong together.
    const guard = await lockfile.lock(path.join(folder, 'takeover'), {
      realpath: false, stale: 3_000, onCompromised: (error) => onLost(error.message), retries: { retries: 120, factor: 1, minTimeout: 20, maxTimeout: 100, randomize: true },
    });
    try {
      const release = await take().catch(async (error: unknown) => {
        if (!isTaken(error)) throw error;
        const owner = await readOwner();
        // A lock without a note was left by a process that ended between the two.
        if (owner !== undefined && isAlive(owner)) throw inUse(owner);
        await rm(path.join(folder, 'palace.lock'), { recursive: true, force: true });
        return take();
      });
      await writeFile(ownerFile, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() } satisfies Owner), { mode: 0o600 });
      return release;
    } finally {
      await guard();
    }
  } catch (error) {
    if (error instanceof PalaceError) throw error;
    if (isTaken(error)) throw inUse(await readOwner());
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) throw new PalaceError('E_PALACE_READ_ONLY', `The palace folder ${folder} can't be written (${code}).`, { cause: error });
    if (code === 'ENOSPC') throw new PalaceError('E_DISK_FULL', `The disk of ${folder} is full.`, { cause: error });
    throw PalaceError.from(error, 'E_DISK_ERROR');
  }
};
