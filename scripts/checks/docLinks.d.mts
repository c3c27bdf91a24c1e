export function brokenDocLinks(
  projectFolder: string,
  files: readonly string[],
  read?: (file: string) => string,
): string[];
