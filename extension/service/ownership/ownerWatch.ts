import type { Disposable } from '../../base/disposable.ts';
import { errorText } from '../../palace/model/errorText.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { lastBeat, type OwnerNote } from './ownerNote.ts';
import { processStanding } from './processStanding.ts';

/** Milliseconds between two looks. */
const lookEvery = 500;
/** Looks in a row at which the owner's process is stopped. */
const stoppedLooks = 3;
/**
 * Looks in a row at which its lock was not renewed: 15 s, three beats. They are counted, not timed, so a clock that
 * jumps changes nothing, and neither does a computer that slept: then this process did not look either.
 */
const quietLooks = 30;

/** Who has the palace, for messages. */
export const ownerText = (note: OwnerNote): string => `process ${note.pid} on ${note.host} since ${note.since}`;

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

/** Waits for `work` while the owner is watched. Rejects as {@link watchOwner} tells. */
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
    errorText`The palace ${folder} is in use by ${ownerText(note)}, which is stopped.`,
    {
      remedy: errorText`Let it go on (kill -CONT ${note.pid}) or end it (kill -KILL ${note.pid}), then try again. What it was asked for before may still be carried out when it goes on.`,
    },
  );

/** An owner that exists but answers nothing. */
export const silentOwner = (folder: string, note: OwnerNote): PalaceError =>
  new PalaceError(
    'E_PALACE_IN_USE',
    errorText`The palace ${folder} is in use by ${ownerText(note)}, which does not answer.`,
    {
      remedy: errorText`End process ${note.pid} on ${note.host}, then try again. If that process is no Synapse Palace, delete owner.json and palace.lock in the palace's folder.`,
    },
  );
