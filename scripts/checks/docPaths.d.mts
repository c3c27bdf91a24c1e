export function brokenDocPaths(
  projectFolder: string,
  files: readonly string[],
  documents: readonly string[],
  read?: (file: string) => string,
): string[];
