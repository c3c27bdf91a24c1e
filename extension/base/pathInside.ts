import path from 'node:path';

/** Whether an absolute path is a folder itself or lies beneath it. By the names alone: links are not followed. */
export const isInside = (
  file: string,
  folder: string,
  { relative, isAbsolute, sep }: path.PlatformPath = path,
): boolean => {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};
