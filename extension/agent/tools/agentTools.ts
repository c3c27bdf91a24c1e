import type { AgentTool } from './agentTool.ts';
import { mempalaceConsolidate } from './consolidateTool.ts';
import { contextCurate } from './curateTool.ts';
import { contextSave, mempalaceAddDrawer, mempalaceCheckDuplicate, mempalaceGetDrawer } from './drawerTools.ts';
import { contextArchive, contextGitIndex, contextList, contextResolvePattern } from './entryTools.ts';
import { contextSearch, mempalaceSearch } from './searchTools.ts';
import { mempalaceSessionContext } from './sessionContextTool.ts';
import {
  contextStatus,
  mempalaceGetTaxonomy,
  mempalaceListRooms,
  mempalaceListWings,
  mempalaceStatus,
} from './statusTools.ts';
import { mempalaceSupersedeCheck } from './supersedeTool.ts';

/** All tools of the MCP server, with the names that agents know from MemPalace and Synaptic. */
export const agentTools: readonly AgentTool[] = [
  mempalaceSearch,
  mempalaceStatus,
  mempalaceSessionContext,
  mempalaceConsolidate,
  mempalaceSupersedeCheck,
  mempalaceListWings,
  mempalaceListRooms,
  mempalaceGetTaxonomy,
  mempalaceAddDrawer,
  mempalaceGetDrawer,
  mempalaceCheckDuplicate,
  contextSave,
  contextCurate,
  contextSearch,
  contextList,
  contextStatus,
  contextArchive,
  contextGitIndex,
  contextResolvePattern,
];
