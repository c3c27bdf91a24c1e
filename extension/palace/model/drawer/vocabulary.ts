/** Names that don't depend on Node: the webview imports them too. */
export const entryTypes = [
  'file',
  'conversation',
  'git_commit',
  'handoff',
  'progress',
  'issue',
  'decision',
  'insight',
  'reference',
  'summary',
] as const;
/** What a drawer records. */
export type EntryType = (typeof entryTypes)[number];

/** What a file is for. */
export const fileKinds = ['source', 'test', 'docs', 'changelog', 'configuration', 'data', 'generated'] as const;
export type FileKind = (typeof fileKinds)[number];

export const tiers = ['ephemeral', 'working', 'longterm'] as const;
export type Tier = (typeof tiers)[number];

/** Steps of a time axis, the finest first. Weeks begin on Monday; all are of UTC. */
export const growthUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GrowthUnit = (typeof growthUnits)[number];
