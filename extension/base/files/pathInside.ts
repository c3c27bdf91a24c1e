import path from 'node:path';

/** Whether an absolute path is the folder itself or lies inside it. Compares names only: links are not followed. */
export const isInside = (
  file: string,
  folder: string,
  { relative, isAbsolute, sep }: path.PlatformPath = path,
): boolean => {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};
