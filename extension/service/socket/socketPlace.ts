import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolderSync } from '../../base/files/makeFolder.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Maximum bytes of a Unix domain socket's path. With the final null byte, macOS allows 104 and Linux 108. */
const longestPath = 103;

const folderHash = (folder: string): string =>
  createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);

/** Sockets in the palace's own folder: `owner-<8 hex>.sock`. */
const socketInPalace = /^owner-[0-9a-f]{8}\.sock$/;

/**
 * Where an owner of the palace may listen, best place first. Each owner gets its own name, so an owner that ends
 * late never removes its successor's socket. The places: the palace's folder, if only this user can write to it and
 * the path is short enough; then this user's runtime folder. On Windows: a named pipe. A place throws E_NOT_ALLOWED
 * if the runtime folder is not this user's alone or its path is too long.
 */
export const socketPlaces = (
  folder: string,
  platform: NodeJS.Platform = process.platform,
  runtime = runtimeFolder(),
): (() => string)[] => {
  const name = randomBytes(4).toString('hex');
  if (platform === 'win32') return [() => `\\\\.\\pipe\\synapse-palace-${folderHash(folder)}-${name}`];
  const inPalace = path.join(path.resolve(folder), `owner-${name}.sock`);
  const isPossible = Buffer.byteLength(inPalace) <= longestPath && isOwn(folder);
  return [
    ...(isPossible ? [() => inPalace] : []),
    () => {
      ownFolder(runtime);
      const socket = path.join(runtime, `${folderHash(folder)}-${name}.sock`);
      if (Buffer.byteLength(socket) > longestPath)
        throw new PalaceError('E_NOT_ALLOWED', errorText`The path ${socket} is too long for a socket.`, {
          remedy: 'Set XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path.',
        });
      return socket;
    },
  ];
};

/** Removes sockets that earlier owners of the palace left behind. The caller must hold the palace's lock. */
export const removeStaleSockets = (folder: string): void => {
  if (process.platform === 'win32') return;
  const inRuntime = new RegExp(`^${folderHash(folder)}-[0-9a-f]{8}\\.sock$`);
  for (const [place, pattern] of [
    [folder, socketInPalace],
    [runtimeFolder(), inRuntime],
  ] as const) {
    for (const name of namesIn(place)) if (pattern.test(name)) rmSync(path.join(place, name), { force: true });
  }
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const userId = (): number => process.getuid?.() ?? 0;

/** This user's folder for sockets, which may not exist yet. */
const runtimeFolder = (): string =>
  path.join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `synapse-palace-${userId()}`);

/** Whether a folder belongs to this user and nobody else may write to it. */
const isOwn = (folder: string): boolean => {
  try {
    const stat = lstatSync(folder);
    return stat.isDirectory() && stat.uid === userId() && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
};

const ownFolder = (folder: string): void => {
  makeFolderSync(folder, 0o700);
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== userId() || (stat.mode & 0o077) !== 0)
    throw new PalaceError(
      'E_NOT_ALLOWED',
      errorText`The folder ${folder} is not this user's alone, so the palace is not shared through it.`,
      { remedy: 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own.' },
    );
};
