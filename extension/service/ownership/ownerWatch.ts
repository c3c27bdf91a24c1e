import type { Disposable } from '../../base/disposable.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { lastBeat, type OwnerNote } from './ownerNote.ts';
import { processStanding } from './processStanding.ts';

/** Milliseconds between two checks. */
const lookEvery = 500;
/** Consecutive checks that find the owner's process stopped. */
const stoppedLooks = 3;
/**
 * Consecutive checks that find its lock not renewed: 15 s, three beats. They are counted, not timed, so neither a
 * clock that jumps nor a computer that sleeps matters: while it sleeps, this process does not check either.
 */
const quietLooks = 30;

/** Watches one owner until the result is disposed. */
export type WatchOwner = (tell: (why: PalaceError) => void) => Disposable;

/**
 * Watches another process that has the palace while somebody waits for it. Calls `tell` once, with E_PALACE_IN_USE, if that
 * process is stopped or gives no sign of life any more.
 */
export const watchOwner = (folder: string, note: OwnerNote, tell: (why: PalaceError) => void): Disposable => {
  let [stopped, quiet, beat] = [0, 0, NaN];
  let isLooking = false;
  const end = (why: PalaceError): void => {
    clearInterval(timer);
    tell(why);
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const now = await lastBeat(folder);
    isLooking = false;
    quiet = now === beat ? quiet + 1 : 0;
    beat = now;
    stopped = processStanding(note) === 'stopped' ? stopped + 1 : 0;
    if (stopped >= stoppedLooks) end(stoppedOwner(folder, note));
    else if (quiet >= quietLooks) end(silentOwner(folder, note));
  };
  const timer = setInterval(() => void look(), lookEvery).unref();
  return { dispose: () => clearInterval(timer) };
};

/** Waits for `work` while the owner is watched. Rejects with what {@link watchOwner} reports. */
export const whileOwnerLives = async <T>(watch: WatchOwner, work: Promise<T>): Promise<T> => {
  let held: Disposable | undefined;
  const silent = new Promise<never>((_, reject) => (held = watch(reject)));
  try {
    return await Promise.race([work, silent]);
  } finally {
    held?.dispose();
  }
};

const stoppedOwner = (folder: string, note: OwnerNote): PalaceError =>
  new PalaceError(
    'E_PALACE_IN_USE',
    errorText`The palace ${folder} is in use by process ${note.pid} on ${note.host} since ${note.since}, which is stopped.`,
    {
      remedy: errorText`Let it continue (kill -CONT ${note.pid}) or end it (kill -KILL ${note.pid}), then try again. If it continues, it may still carry out earlier requests.`,
    },
  );

/** An owner that exists but does not answer. */
export const silentOwner = (folder: string, note: OwnerNote): PalaceError =>
  new PalaceError(
    'E_PALACE_IN_USE',
    errorText`The palace ${folder} is in use by process ${note.pid} on ${note.host} since ${note.since}, which does not answer.`,
    {
      remedy: errorText`End process ${note.pid} on ${note.host}, then try again. If that process is not Synapse Palace, delete owner.json and palace.lock in the palace's folder.`,
    },
  );
