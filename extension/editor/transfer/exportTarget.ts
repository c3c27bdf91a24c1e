import { readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where an export into a chosen folder goes: into it if it is empty or has an earlier export, else into a separate
 * subfolder, so that nothing gets mixed. `name` is the workspace's.
 */
export const exportTarget = async (chosen: string, name: string): Promise<string> => {
  const names = await readdir(chosen);
  const isFree = names.every((entry) => entry.startsWith('.')) || names.includes('palace.json');
  if (isFree) return chosen;
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 40);
  return path.join(chosen, `${plain === '' ? 'workspace' : plain}-palace`);
};
