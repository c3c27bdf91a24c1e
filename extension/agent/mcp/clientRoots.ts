import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

/** Milliseconds to wait for a client that offers its folders but does not list them. */
const patience = 2000;

/** The SDK's own schema would refuse every root if one of them is not a file URI. */
const rootsSchema = z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) });

/** The client's folders as absolute paths, in its order. Empty if it offers none or does not answer. */
export const clientRoots = async ({ server }: McpServer): Promise<readonly string[]> => {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.request({ method: 'roots/list' }, rootsSchema, { timeout: patience });
    return roots.flatMap(({ uri }) => folderOf(uri));
  } catch {
    return [];
  }
};

const folderOf = (uri: string): string[] => {
  try {
    return [fileURLToPath(uri)];
  } catch {
    // Not a folder of this machine.
    return [];
  }
};
