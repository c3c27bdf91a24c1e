import type { AgentTool } from './agentTool.ts';

/** Which tools a server offers. If two do the same, a set has the one named by its own family. */
export const toolSets = ['mempalace', 'context', 'all'] as const;
export type ToolSet = (typeof toolSets)[number];

/** The tools that have a namesake in the other family, which does the same. */
const twins: Readonly<Record<Exclude<ToolSet, 'all'>, ReadonlySet<string>>> = {
  mempalace: new Set(['mempalace_search', 'mempalace_status', 'mempalace_add_drawer']),
  context: new Set(['context_search', 'context_status', 'context_save']),
};

/** The tools of a set. Each set covers everything; only `all` offers some of it under two names. */
export const toolsOf = (set: ToolSet, tools: readonly AgentTool[]): readonly AgentTool[] =>
  set === 'all'
    ? tools
    : tools.filter(({ name }) => !twins[set === 'mempalace' ? 'context' : 'mempalace'].has(name));
