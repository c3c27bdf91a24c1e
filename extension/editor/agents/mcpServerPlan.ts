import path from 'node:path';
import type { ConnectPlan } from '../palace/palaceSession.ts';

/** How VS Code starts the MCP server of a window's palace. */
interface McpServerPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface McpServerSurroundings {
  readonly plan: ConnectPlan;
  readonly enabled: boolean;
  readonly trusted: boolean;
  /** The editor's own program, which can run JavaScript as Node does. */
  readonly program: string;
}

/** Null if no server is offered: it is turned off, the workspace is not trusted, or there is no palace to serve. */
export const mcpServerPlan = ({ plan, enabled, trusted, program }: McpServerSurroundings): McpServerPlan | null =>
  !enabled || !trusted || plan.kind === 'nowhere'
    ? null
    : {
        command: program,
        args: [path.join(plan.options.distFolder, 'cli.js'), 'mcp', '--palace', plan.options.folder],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      };
