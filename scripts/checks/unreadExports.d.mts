export function unreadExports(sources: ReadonlyMap<string, string>): string[];
