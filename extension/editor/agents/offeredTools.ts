import type { AgentTool } from '../../agent/tools/agentTool.ts';

/** Language-model tools, by the names that package.json registers. */
export const offeredTools = [
  'synapsePalace_search',
  'synapsePalace_read',
  'synapsePalace_similar',
  'synapsePalace_context',
  'synapsePalace_status',
  'synapsePalace_save',
] as const;
export type OfferedTool = (typeof offeredTools)[number];

/**
 * Their definitions, which the MCP server shares. Loaded on the first call, because the editor's start does not
 * need them.
 */
export const loadTools = async (): Promise<Readonly<Record<OfferedTool, AgentTool>>> => {
  const [search, drawer, similar, context, status] = await Promise.all([
    import('../../agent/tools/searchTools.ts'),
    import('../../agent/tools/drawerTools.ts'),
    import('../../agent/tools/similarTool.ts'),
    import('../../agent/tools/sessionContextTool.ts'),
    import('../../agent/tools/statusTools.ts'),
  ]);
  return {
    synapsePalace_search: search.mempalaceSearch,
    synapsePalace_read: drawer.mempalaceGetDrawer,
    synapsePalace_similar: similar.palaceSimilar,
    synapsePalace_context: context.mempalaceSessionContext,
    synapsePalace_status: status.mempalaceStatus,
    synapsePalace_save: drawer.contextSave,
  };
};
