import { rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { diskFull, isErrno, reasonOf } from '../../base/files/errno.ts';
import { readGuardedSync } from '../../base/files/guardedFile.ts';
import { realFolder } from '../../base/files/realFolder.ts';
import { asReason, errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { parseJsonAs } from '../../palace/model/errors/parseJsonAs.ts';
import { linkName } from '../../palace/model/drawer/linkedId.ts';
import { changingKept, keptFile, writeKept } from '../keptFile.ts';
import { dataFolder, hasPalace, palaceFolderOf } from '../palaceLocation.ts';

/** A link as a person has set it. */
interface Link {
  readonly name: string;
  /** Absolute folder of the palace. */
  readonly folder: string;
  /** Absolute folder of its workspace, if that was named. */
  readonly workspace: string | null;
  /** Whether agents may find its drawers. */
  readonly agents: boolean;
}

const fileSchema = z.object({
  palace: z.string(),
  links: z.array(
    z.object({
      name: z.string().regex(linkName),
      folder: z.string(),
      workspace: z.string().nullable(),
      agents: z.boolean(),
    }),
  ),
});
const mostBytes = 1 << 20;
/** Every search asks all of them. */
const mostLinks = 20;

/**
 * Where the links of a palace are kept: in this program's data folder, never in the palace's own, because a palace
 * may be in a workspace and come with a repository that somebody else made.
 */
export const linksFile = (folder: string, data = dataFolder()): string => keptFile('links', folder, data);

/** The links of the palace in a folder, in the order in which they were made. Throws E_SETTINGS if their file can't be read. */
export const readLinks = (folder: string, data = dataFolder()): readonly Link[] => {
  const file = linksFile(folder, data);
  const unread = (why: string): PalaceError =>
    new PalaceError('E_SETTINGS', errorText`The list of linked palaces ${file} can't be read: ${asReason(why)}.`, {
      remedy: 'Correct the file, or delete it and link the palaces again.',
    });
  let text: string;
  try {
    text = readGuardedSync(file, { mostBytes, mayBeLink: false, isMine: true }).toString('utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw unread(reasonOf(error));
  }
  return parseJsonAs(text, fileSchema, unread).links;
};

const writeLinks = (folder: string, links: readonly Link[], data: string): void =>
  writeKept(linksFile(folder, data), { palace: realFolder(folder), links });

/** Changes the list while no other program does. Throws E_SETTINGS or E_DISK_FULL if it can't be written. */
const changingLinks = async (folder: string, data: string, change: () => Link): Promise<Link> => {
  const file = linksFile(folder, data);
  try {
    return await changingKept(file, change);
  } catch (thrown) {
    if (thrown instanceof PalaceError) throw thrown;
    throw new PalaceError(
      isErrno(thrown, ...diskFull) ? 'E_DISK_FULL' : 'E_SETTINGS',
      errorText`The list of linked palaces ${file} can't be written (${reasonOf(thrown)}).`,
      {
        cause: thrown,
        remedy: 'Make its folder writable, or free some space on its disk, and try again; nothing was changed.',
      },
    );
  }
};

/** Forgets every link of a palace that was deleted. */
export const forgetLinks = (folder: string): void => rmSync(linksFile(folder, dataFolder()), { force: true });

/** The palace that a path means: a palace's own folder, or that of a workspace. Throws E_PALACE_NOT_FOUND. */
const palaceAt = (given: string, data: string): { readonly folder: string; readonly workspace: string | null } => {
  const place = realFolder(given);
  if (hasPalace(place)) return { folder: place, workspace: null };
  const folder = palaceFolderOf(place, data);
  if (!hasPalace(folder))
    throw new PalaceError(
      'E_PALACE_NOT_FOUND',
      errorText`${given} is neither a palace’s folder nor a workspace that has a palace.`,
      {
        remedy: 'Name a palace’s own folder, or run “synapse-palace mine” in that workspace first.',
      },
    );
  return { folder: realFolder(folder), workspace: place };
};

/** A link's default name. */
const usualName = ({ folder, workspace }: Pick<Link, 'folder' | 'workspace'>): string => {
  const base = path.basename(workspace ?? folder.replace(/-[0-9a-f]{8}$/, ''));
  return (
    base
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64) || 'palace'
  );
};

/**
 * Links a palace, or changes the name or the agents' access of one that is linked. Throws E_PALACE_NOT_FOUND, and E_USAGE if the name
 * is wrong or taken, or the palace is this one, and the errors of {@link changingLinks}.
 */
export const addLink = async (
  folder: string,
  given: string,
  {
    name,
    agents,
    data = dataFolder(),
  }: { readonly name?: string; readonly agents?: boolean; readonly data?: string } = {},
): Promise<Link> => {
  const place = palaceAt(given, data);
  if (place.folder === realFolder(folder))
    throw new PalaceError('E_USAGE', 'A palace can’t be linked to itself.', { remedy: 'Name another palace.' });
  return changingLinks(folder, data, () => {
    const links = readLinks(folder, data);
    const before = links.find((link) => link.folder === place.folder);
    const others = links.filter((link) => link !== before);
    const link: Link = {
      ...place,
      workspace: place.workspace ?? before?.workspace ?? null,
      name: name ?? before?.name ?? usualName(place),
      agents: agents ?? before?.agents ?? false,
    };
    if (!linkName.test(link.name) || link.name === 'this')
      throw new PalaceError('E_USAGE', errorText`A link can't be called “${link.name}”.`, {
        remedy: 'Use letters, digits, “.”, “_” and “-”, beginning with a letter or digit; “this” is this palace.',
      });
    if (others.some((other) => other.name === link.name))
      throw new PalaceError('E_USAGE', errorText`Another palace is already linked as “${link.name}”.`, {
        remedy: 'Choose another name with --name.',
      });
    if (before === undefined && links.length >= mostLinks)
      throw new PalaceError('E_USAGE', errorText`A palace has at most ${mostLinks} links.`, {
        remedy: 'Unlink one first.',
      });
    writeLinks(
      folder,
      before === undefined ? [...links, link] : links.map((other) => (other === before ? link : other)),
      data,
    );
    return link;
  });
};

/** Removes a link by its name or path. Throws E_USAGE if there is none. */
export const removeLink = (folder: string, given: string, data = dataFolder()): Promise<Link> =>
  changingLinks(folder, data, () => {
    const links = readLinks(folder, data);
    const place = realFolder(given);
    const link =
      links.find(({ name }) => name === given) ??
      links.find((other) => [other.folder, other.workspace].includes(place));
    if (link === undefined)
      throw new PalaceError('E_USAGE', errorText`No palace is linked as “${given}”.`, {
        remedy:
          links.length === 0
            ? 'This palace has no links.'
            : errorText`Linked are: ${links.map(({ name }) => name).join(', ')}.`,
      });
    writeLinks(
      folder,
      links.filter((other) => other !== link),
      data,
    );
    return link;
  });
