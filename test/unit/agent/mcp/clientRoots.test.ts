import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListRootsRequestSchema, type ClientCapabilities, type Root } from '@modelcontextprotocol/sdk/types.js';
import { expect, it, onTestFinished } from 'vitest';
import { clientRoots } from '../../../../extension/agent/mcp/clientRoots.ts';
import { patiently } from '../../../fixtures/agent/agentClient.ts';

const folder = path.resolve('harbor');
const harbor: Root = { uri: pathToFileURL(folder).href };

const serverOf = async (capabilities: ClientCapabilities, roots: () => Promise<Root[]>): Promise<McpServer> => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (capabilities.roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: await roots() }));
  const server = new McpServer({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(there), client.connect(here, patiently)]);
  onTestFinished(() => client.close());
  return server;
};

it('a client’s folders are those of this machine, or none if it offers none or fails', async () => {
  const late: unknown[] = [];
  const of = async (capabilities: ClientCapabilities, roots: () => Promise<Root[]>) =>
    clientRoots(await serverOf(capabilities, roots), (some) => late.push(some), patiently.timeout);
  const listed = () => Promise.resolve([{ uri: 'https://elsewhere.example/' }, harbor]);
  expect(await of({ roots: {} }, listed)).toEqual([folder]);
  expect(await of({}, listed)).toEqual([]);
  expect(await of({ roots: {} }, () => Promise.reject(new Error('no')))).toEqual([]);
  expect(late).toEqual([]);
});

it('a client that takes longer than a call waits tells its folders later', async () => {
  let answer = (_roots: Root[]): void => undefined;
  const server = await serverOf({ roots: {} }, () => new Promise((resolve) => (answer = resolve)));
  const late = new Promise<readonly string[]>((resolve) => {
    void clientRoots(server, resolve, 0).then((roots) => {
      expect(roots).toEqual([]);
      answer([harbor]);
    });
  });
  expect(await late).toEqual([folder]);
});
