export function brokenSeedReferences(projectFolder: string, text?: string): string[];
