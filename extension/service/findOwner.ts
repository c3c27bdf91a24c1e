import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '../base/disposable.ts';
import { asReason, errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { stopIfAborted } from '../palace/model/errors/stopIfAborted.ts';
import { joinOwner } from './joinOwner.ts';
import { lastBeat, lockFolder, ownerStanding, readOwnerNote, type OwnerNote } from './ownership/ownerNote.ts';
import { silentOwner, watchOwner } from './ownership/ownerWatch.ts';
import { processStanding } from './ownership/processStanding.ts';
import type { ConnectOptions } from './palaceConnection.ts';
import type { LinkEvent, PalaceLink } from './palaceLink.ts';
import { protocolVersion } from './wire/programVersion.ts';
import { startOwner } from './startOwner.ts';

/** Milliseconds between two checks of who owns the palace. */
const lookAgain = 25;
/** Milliseconds to wait for one owner to accept this client. */
const patience = 15_000;
/** Milliseconds to wait for the lock of an owner to grow stale that can't be seen from here and gives no sign of life. */
const untilStale = 35_000;
/** Milliseconds after which a lock without an owner's note counts as left behind, because both are made together. */
const bareLock = 500;
/** Failed joins, because the owner ended or failed, before the error is thrown. */
const mostEnded = 20;

/**
 * A link to the palace's owner. Joins the owner if there is one; otherwise this process becomes the owner. Throws
 * E_PALACE_IN_USE (the owner can't be joined), E_PROTOCOL_VERSION, E_NOT_ALLOWED, E_CANCELLED (`signal`), and the errors of
 * opening a palace.
 */
export const findOwner = async (
  options: ConnectOptions,
  emit: (event: LinkEvent) => void,
  signal: AbortSignal,
): Promise<PalaceLink> => {
  const { folder } = options;
  let ended = 0;
  let problem: PalaceError | undefined;
  let watch: Disposable | undefined;
  const follow = (note: OwnerNote | undefined): void => {
    watch?.dispose();
    problem = undefined;
    watch = note === undefined ? undefined : watchOwner(folder, note, (why) => (problem = why));
  };
  try {
    for (let known = '', since = performance.now(), beat = 0; ;) {
      stopIfAborted(signal, 'The palace was closed while it was being opened.');
      const note = await readOwnerNote(folder);
      if ((note?.id ?? '') !== known) {
        [known, since, beat] = [note?.id ?? '', performance.now(), await lastBeat(folder)];
        follow(note);
      }
      const waited = performance.now() - since;

      if (note?.socket !== undefined && note.socket !== null) {
        const link = await joinOwner({ ...note, socket: note.socket }, options, emit).catch((thrown: unknown) => {
          const error = PalaceError.from(thrown);
          // The owner ended or could not open the palace. The next owner, perhaps this process, reports what is wrong.
          if (error.code === 'E_TIMEOUT') throw silentOwner(folder, note);
          if (final.has(error.code) || ++ended > mostEnded) throw error;
          return null;
        });
        if (link !== null) return link;
      }
      if (await isFree(folder, note, waited)) {
        const link = await startOwner(options, emit).catch((thrown: unknown) => {
          // Another process took the palace first, and will soon say so in its note.
          if (PalaceError.from(thrown).code !== 'E_PALACE_IN_USE' || waited > patience) throw thrown;
          return null;
        });
        if (link !== null) return link;
      } else if (note !== undefined) {
        const mayBeGone = waited < untilStale && (await isQuietElsewhere(folder, note, beat));
        demandJoinable(folder, note, mayBeGone ? 0 : waited);
        // Set by the watch meanwhile.
        if (problem !== undefined && !mayBeGone) throw problem;
      }
      await pause(lookAgain);
    }
  } finally {
    watch?.dispose();
  }
};

/** Errors that a retry would not fix. */
const final: ReadonlySet<string> = new Set([
  'E_PROTOCOL_VERSION',
  'E_NOT_ALLOWED',
  'E_MESSAGE',
  'E_PALACE_IN_USE',
]);

const isFree = async (folder: string, note: OwnerNote | undefined, waited: number): Promise<boolean> =>
  note === undefined
    ? !existsSync(path.join(folder, lockFolder)) || waited > bareLock
    : (await ownerStanding(folder, note)) !== 'living';

/**
 * Whether an owner that can't be seen from here has not renewed its lock since `beat`: perhaps it ended, as in a container that was
 * restarted under another name.
 */
const isQuietElsewhere = async (folder: string, note: OwnerNote, beat: number): Promise<boolean> =>
  processStanding(note) === 'out_of_sight' && (await lastBeat(folder)) === beat;

/** Throws if waiting for the palace's owner is pointless. */
const demandJoinable = (folder: string, note: OwnerNote, waited: number): void => {
  if (note.protocol < protocolVersion && note.socket === null)
    throw new PalaceError(
      'E_PROTOCOL_VERSION',
      note.version === ''
        ? errorText`The palace ${folder} is open in process ${note.pid} on ${note.host} since ${note.since}, an older Synapse Palace that does not share it.`
        : errorText`The palace ${folder} is open in process ${note.pid} on ${note.host} since ${note.since}, an older Synapse Palace (${note.version}) that does not share it.`,
      { remedy: 'Update the other one and restart it (a window: reload it), or close it.' },
    );
  if (note.alone !== null)
    throw new PalaceError(
      'E_PALACE_IN_USE',
      errorText`The palace ${folder} is in use by process ${note.pid} on ${note.host} since ${note.since}, which could not share it: ${asReason(note.alone)}`,
    );
  if (waited > patience) throw silentOwner(folder, note);
};
