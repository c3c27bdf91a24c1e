import type { Command } from 'commander';

/** Adds a command, or two that belong together, with their options. */
interface CommandModule {
  readonly register: (program: Command) => void;
}

/** The file of every command, by name, in the order of `--help`. A command's code is loaded only with it. */
export const commandFiles: Readonly<Record<string, () => Promise<CommandModule>>> = {
  mine: () => import('./commands/filing/mine.ts'),
  'git-index': () => import('./commands/filing/gitIndex.ts'),
  search: () => import('./commands/search/search.ts'),
  'why-not': () => import('./commands/search/whyNot.ts'),
  replay: () => import('./commands/search/replay.ts'),
  similar: () => import('./commands/search/similar.ts'),
  history: () => import('./commands/search/history.ts'),
  show: () => import('./commands/search/show.ts'),
  list: () => import('./commands/search/list.ts'),
  link: () => import('./commands/links/link.ts'),
  unlink: () => import('./commands/links/unlink.ts'),
  links: () => import('./commands/links/links.ts'),
  team: () => import('./commands/team/team.ts'),
  import: () => import('./commands/filing/import.ts'),
  export: () => import('./commands/filing/export.ts'),
  findings: () => import('./commands/palace/findings.ts'),
  save: () => import('./commands/notes/save.ts'),
  edit: () => import('./commands/notes/edit.ts'),
  tag: () => import('./commands/notes/tag.ts'),
  tags: () => import('./commands/notes/tags.ts'),
  pin: () => import('./commands/notes/pin.ts'),
  unpin: () => import('./commands/notes/pin.ts'),
  tier: () => import('./commands/notes/tier.ts'),
  move: () => import('./commands/notes/move.ts'),
  archive: () => import('./commands/notes/archive.ts'),
  erase: () => import('./commands/notes/erase.ts'),
  mark: () => import('./commands/notes/mark.ts'),
  maintain: () => import('./commands/memory/maintain.ts'),
  restore: () => import('./commands/memory/restore.ts'),
  patterns: () => import('./commands/memory/patterns.ts'),
  'resolve-pattern': () => import('./commands/memory/resolvePattern.ts'),
  'session-context': () => import('./commands/memory/sessionContext.ts'),
  compact: () => import('./commands/plans/compact.ts'),
  consolidate: () => import('./commands/plans/consolidate.ts'),
  status: () => import('./commands/palace/status.ts'),
  'show-profile': () => import('./commands/palace/showProfile.ts'),
  config: () => import('./commands/palace/config.ts'),
  'rebuild-embeddings': () => import('./commands/palace/rebuildEmbeddings.ts'),
  closets: () => import('./commands/palace/closets.ts'),
  scan: () => import('./commands/palace/scan.ts'),
  verify: () => import('./commands/palace/verify.ts'),
  repair: () => import('./commands/palace/repair.ts'),
  delete: () => import('./commands/palace/delete.ts'),
  mcp: () => import('./commands/agents/mcp.ts'),
  hook: () => import('./commands/agents/hook.ts'),
};

/**
 * Registers the command that the arguments name. If they name none, as with `--help` or a misspelt name, it
 * registers all.
 */
export const registerCommands = async (program: Command, args: readonly string[]): Promise<void> => {
  const {
    operands: [name = ''],
  } = program.parseOptions([...args]);
  const named = Object.hasOwn(commandFiles, name) ? commandFiles[name] : undefined;
  const files = named === undefined ? Object.values(commandFiles) : [named];
  // Two names of one file load the same module.
  for (const { register } of new Set(await Promise.all(files.map((load) => load())))) register(program);
};
