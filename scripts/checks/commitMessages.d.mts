export function badCommitMessages(projectFolder: string): string[];
export function faultsOf(entry: string): string[];
