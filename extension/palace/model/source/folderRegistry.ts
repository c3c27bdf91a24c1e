import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';

export interface RegisteredFolder {
  readonly prefix: string;
  /** Prefixes from which an interrupted mine was moving its sources. */
  readonly former?: readonly string[];
  /** Digest of the wings of the last complete mine; `''` before the first one. */
  readonly places: string;
  /** The wing of the files in the folder itself, as of the last complete mine; absent before it. */
  readonly wing?: string;
  /** The roots of the projects below it, relative to it, as of the last complete mine; absent if there were none. */
  readonly nested?: readonly string[];
}

/** Absolute folder path → what the last mine recorded. Stored in the palace's metadata. */
export type FolderRegistry = Readonly<Record<string, RegisteredFolder>>;

export const folderRegistryKey = 'mined_folders';

const registrySchema = z.record(
  z.string(),
  z.object({
    prefix: z.string(),
    former: z.array(z.string()).optional(),
    places: z.string(),
    wing: z.string().optional(),
    nested: z.array(z.string()).optional(),
  }),
);

/** An absent or unreadable registry counts as empty. The next mine rewrites it. */
export const parseFolderRegistry = (text: string | undefined): FolderRegistry =>
  text === undefined ? {} : (registrySchema.safeParse(parseJson(text)).data ?? {});

/** Where the folders lie that were mined. Paths are absolute, with `/`. */
interface MinedFolders {
  /** How the palace writes a path: after the innermost folder around it that was mined. Undefined for a file outside all of them. */
  readonly palacePath: (absolute: string) => string | undefined;
  /** Whether a folder, with `/` at its end, holds a mined one or lies in one. */
  readonly touch: (folder: string) => boolean;
}

export const minedFolders = (registry: FolderRegistry): MinedFolders => {
  const folders = Object.entries(registry)
    .map(([folder, { prefix }]) => ({
      folder: `${folder.replaceAll(path.sep, '/').replace(/\/+$/, '')}/`,
      prefix,
    }))
    .sort((a, b) => b.folder.length - a.folder.length);
  return {
    palacePath: (absolute) => {
      const around = folders.find(({ folder }) => absolute.startsWith(folder));
      return around && `${around.prefix}${absolute.slice(around.folder.length)}`;
    },
    touch: (asked) => folders.some(({ folder }) => asked.startsWith(folder) || folder.startsWith(asked)),
  };
};
