import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The file that says of a folder that it has an export. */
const manifest = 'palace.json';

/**
 * Where an export into a chosen folder goes: into it if it is empty or has an earlier export, else into a separate
 * subfolder, so that nothing gets mixed. `name` is the workspace's.
 */
export const exportTarget = async (chosen: string, name: string): Promise<string> => {
  const names = await readdir(chosen);
  const isFree = names.every((entry) => entry.startsWith('.')) || names.includes(manifest);
  if (isFree) return chosen;
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 40);
  return path.join(chosen, `${plain === '' ? 'workspace' : plain}-palace`);
};

/** Whether a folder, which need not exist, has an export. Another one written there replaces it. */
export const hasExport = (folder: string): boolean => existsSync(path.join(folder, manifest));
