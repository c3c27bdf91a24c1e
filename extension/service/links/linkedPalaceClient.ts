import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LinkedMethod } from '../../palace/contract/linkedPalaces.ts';
import type { CallOptions, Params, Result } from '../../palace/contract/palaceApi.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { joinOwner } from '../joinOwner.ts';
import { ownerStanding, readOwnerNote, type OwnerNote } from '../ownership/ownerNote.ts';
import { demandOwnFiles } from '../ownership/ownFiles.ts';
import { openReader } from './palaceReader.ts';

/** A way into a palace: through its owner, or by reading its files. */
export interface Way {
  readonly call: (method: LinkedMethod, params: unknown, options: CallOptions) => Promise<unknown>;
  /** Whether its answers still reflect the palace's current state. */
  readonly isGood: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** How often a palace may change hands, or its files, during one call. */
const mostChanges = 5;
/** Milliseconds between two checks of an owner that does not listen yet, and the number of checks. */
const lookAgain = 50;
const mostLooks = 40;
/** Milliseconds after the last call until a palace that is read here is closed. */
const idle = 10 * 60_000;

/**
 * One linked palace. It is asked through the process that has it open. If none has, its files are read in a worker
 * here: nothing is written or locked, and an answer counts only if no file changed and no owner appeared in the
 * meantime.
 */
export class LinkedPalaceClient {
  readonly #folder: string;
  readonly #distFolder: string;
  readonly #wayTo: typeof wayTo;
  #way: Promise<Way> | undefined;
  #unused: NodeJS.Timeout | undefined;

  constructor(folder: string, distFolder: string, find = wayTo) {
    this.#folder = folder;
    this.#distFolder = distFolder;
    this.#wayTo = find;
  }

  /** Rejects with `PalaceError`: E_PALACE_NOT_FOUND, E_NOT_ALLOWED, E_PALACE_IN_USE, E_PROTOCOL_VERSION and the store's errors. */
  async call<M extends LinkedMethod>(method: M, params: Params<M>, signal?: AbortSignal): Promise<Result<M>> {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => void this.close(), idle).unref();
    for (let change = 0; change < mostChanges; change += 1) {
      const current = this.#current();
      const way = await current;
      try {
        if (await way.isGood()) {
          const answer = await way.call(method, params, { ...(signal === undefined ? {} : { signal }) });
          if (await way.isGood()) return answer as Result<M>;
        }
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        // A file that changes while it is read may look damaged.
        if (error.code !== 'E_OWNER_GONE' && (await way.isGood())) throw error;
      }
      // Another call may have found a new way meanwhile, which stays open.
      if (this.#way === current) this.#way = undefined;
      await way.close();
    }
    throw new PalaceError('E_PALACE_IN_USE', errorText`The palace ${this.#folder} keeps changing.`, {
      remedy: 'Search again in a moment.',
    });
  }

  async close(): Promise<void> {
    const way = this.#way;
    this.#way = undefined;
    await way?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  #current(): Promise<Way> {
    if (this.#way !== undefined) return this.#way;
    const found = this.#wayTo(this.#folder, this.#distFolder);
    this.#way = found;
    // The next call tries again.
    found.catch(() => {
      if (this.#way === found) this.#way = undefined;
    });
    return found;
  }
}

const wayTo = async (folder: string, distFolder: string): Promise<Way> => {
  for (let look = 0; ; look += 1) {
    const found = await lstat(path.join(folder, 'palace.sqlite')).catch(() => undefined);
    if (found === undefined)
      throw new PalaceError('E_PALACE_NOT_FOUND', errorText`There is no palace in ${folder} any more.`, {
        remedy: 'Bring it back, or unlink it: synapse-palace unlink.',
      });
    await demandOwnFiles(folder);
    const user = process.geteuid?.();
    if (user !== undefined && found.uid !== user)
      throw new PalaceError('E_NOT_ALLOWED', errorText`The palace ${folder} belongs to another user.`);
    const owner = await livingOwner(folder);
    if (owner === null) return wayThroughFiles(folder, distFolder);
    if (owner.alone !== null || look >= mostLooks)
      throw new PalaceError(
        'E_PALACE_IN_USE',
        errorText`The palace ${folder} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}, which does not share it.`,
      );
    const way =
      owner.socket === null ? null : await wayThroughOwner(folder, distFolder, { ...owner, socket: owner.socket });
    if (way !== null) return way;
    await pause(lookAgain);
  }
};

const livingOwner = async (folder: string): Promise<OwnerNote | null> => {
  const note = await readOwnerNote(folder);
  return note !== undefined && (await ownerStanding(folder, note)) === 'living' ? note : null;
};

/** Null if the owner ended meanwhile. */
const wayThroughOwner = async (
  folder: string,
  distFolder: string,
  owner: OwnerNote & { readonly socket: string },
): Promise<Way | null> => {
  const options = { folder, workspace: null, distFolder, modelFolder: '' };
  const link = await joinOwner(owner, options, () => undefined).catch((thrown: unknown) => {
    if (PalaceError.from(thrown).code === 'E_OWNER_GONE') return null;
    throw thrown;
  });
  if (link === null) return null;
  let hasEnded = false;
  void link.ended.then(() => (hasEnded = true));
  return { call: link.call, isGood: () => Promise.resolve(!hasEnded), close: () => link.close() };
};

const wayThroughFiles = async (folder: string, distFolder: string): Promise<Way> => {
  const before = await filesOf(folder);
  const reader = await openReader(folder, distFolder);
  return {
    call: (method, params) => reader.call(method, params as never),
    isGood: async () => (await livingOwner(folder)) === null && (await filesOf(folder)) === before,
    close: () => reader.close(),
  };
};

/** A text that changes with every write to the palace's file or its log. */
const filesOf = async (folder: string): Promise<string> => {
  const states = await Promise.all(
    ['palace.sqlite', 'palace.sqlite-wal', 'palace.sqlite-journal'].map((name) =>
      stat(path.join(folder, name), { bigint: true }).then(
        ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
        () => '–',
      ),
    ),
  );
  return states.join(' · ');
};
