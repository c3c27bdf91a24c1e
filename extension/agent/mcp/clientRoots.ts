import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

/** Milliseconds that a call waits for a client that offers its folders but does not list them. */
const patience = 2000;
/** Milliseconds: the longest that a timer takes. Closing the server ends the question. */
const unlimited = 2 ** 31 - 1;

/** The SDK's own schema would refuse every root if one of them is not a file URI. */
const rootsSchema = z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) });

/**
 * The client's folders as absolute paths, in its order. Empty if it offers none or has not answered in time; what it answers later
 * is given to `onLate`: it may have asked a person, or be starting.
 */
export const clientRoots = async (
  { server }: McpServer,
  onLate: (roots: readonly string[]) => void,
  waitsFor: number = patience,
): Promise<readonly string[]> => {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const answer = server
    .request({ method: 'roots/list' }, rootsSchema, { timeout: unlimited })
    .then(({ roots }) => roots.flatMap(({ uri }) => folderOf(uri)))
    .catch(() => []);
  const inTime = await Promise.race([answer, delay(waitsFor, null, { ref: false })]);
  if (inTime === null) void answer.then(onLate);
  return inTime ?? [];
};

const folderOf = (uri: string): string[] => {
  try {
    return [fileURLToPath(uri)];
  } catch {
    // Not a folder of this machine.
    return [];
  }
};
