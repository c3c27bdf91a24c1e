import { randomUUID } from 'node:crypto';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import type { AgentSession } from '../tools/agentTool.ts';
import { agentTools } from '../tools/agentTools.ts';
import type { ToolSet } from '../tools/toolSets.ts';
import { clientRoots } from './clientRoots.ts';
import { LineTransport } from './lineTransport.ts';
import { PalaceAccess, type PalaceSite } from './palaceAccess.ts';
import { protocolOutput } from './protocolOutput.ts';
import { serveUntilClosed, toolServer } from './toolServer.ts';

interface McpOptions {
  readonly site: (roots: readonly string[]) => PalaceSite;
  readonly connect: (site: PalaceSite) => Promise<PalaceConnection>;
  readonly version: string;
  readonly toolSet: ToolSet;
  readonly isStructured: boolean;
}

/** Milliseconds that closing may take before the process exits anyway. Acknowledged writes are already on disk. */
const endsWithin = 5000;

/** Serves the palace's tools on standard input and output until the input ends or the process gets SIGTERM or SIGINT. */
export const serveMcp = async ({ site, connect, version, toolSet, isStructured }: McpOptions): Promise<void> => {
  const tell = (error: PalaceError): void => void process.stderr.write(`${error.code}: ${error.message}\n`);
  const session: AgentSession = { id: `mcp-${randomUUID()}`, given: new Set(), saved: new Set(), onProblem: tell };
  const access = new PalaceAccess({ site, roots: (onLate) => clientRoots(mcp, onLate), connect, onProblem: tell });
  const mcp = toolServer({ tools: agentTools, toolSet, session, access, version, isStructured });
  mcp.server.setNotificationHandler(RootsListChangedNotificationSchema, () => access.forget());
  mcp.server.onerror = (error) => tell(new PalaceError('E_MESSAGE', error.message));
  const end = (): void => void mcp.close();
  const transport = new LineTransport(process.stdin, protocolOutput(process, end));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  await serveUntilClosed(mcp, transport);
  setTimeout(() => process.exit(), endsWithin).unref();
  await access.close();
};
