export const suiteNames: readonly string[];
export function chosenSuites(
  args: readonly string[],
  given?: { vsix?: string | undefined },
): { chosen: readonly string[]; isLong: boolean } | { usage: string };
