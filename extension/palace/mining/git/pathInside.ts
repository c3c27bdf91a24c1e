import type path from 'node:path';

/** Whether an absolute path is a folder itself or lies beneath it. */
export const isInside = (
  file: string,
  folder: string,
  { relative, isAbsolute, sep }: path.PlatformPath,
): boolean => {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};
