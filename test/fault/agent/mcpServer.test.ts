import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentTools } from '../../../extension/agent/tools/agentTools.ts';
import { callTool, patiently, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { initialize, rawServer } from '../../fixtures/agent/rawServer.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { plantedDrawers } from '../../fixtures/plantedInjections.ts';
import { openPalace, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A palace of planted drawers whose vectors another model made, so that the server finds by words and embeds nothing anew. */
const plantedPalace = async (): Promise<string> => {
  const [folder, file] = [path.join(temporaryFolder(), 'palace'), path.join(temporaryFolder(), 'drawers.jsonl')];
  writeFileSync(
    file,
    plantedDrawers(20)
      .map((drawer) => JSON.stringify(drawer))
      .join('\n'),
  );
  const palace = await openPalace({ folder });
  await palace.importDrawers({ file, wait_for_embeddings: true });
  await palace.close();
  return folder;
};

/** Arguments with which each tool does its work. */
const work: Readonly<Record<string, Record<string, unknown>>> = {
  mempalace_search: { query: 'berth', explain: true, candidate_trace: true },
  mempalace_consolidate: { mode: 'evaluate' },
  mempalace_add_drawer: { content: 'A crane was mended.', room: 'notes' },
  mempalace_get_drawer: { drawer_id: 'planted-5' },
  mempalace_check_duplicate: { content: 'A crane was mended.' },
  context_save: { content: 'The crane broke.', type: 'issue' },
  context_curate: { drawer_id: 'planted-2', decisions: [{ drawer_id: 'planted-3', action: 'UPDATE' }] },
  context_search: { query: 'berth' },
  context_archive: { ids: ['planted-1'] },
  context_resolve_pattern: { pattern_id: 'none' },
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const ping = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

describe('the MCP server', () => {
  it('lists, runs and cancels every tool for the SDK’s own client, which checks each answer against its schema', async () => {
    const { client } = await spawnedServer(await plantedPalace(), temporaryFolder());
    expect((await client.listTools(undefined, patiently)).tools.map(({ name }) => name)).toEqual(
      agentTools.map(({ name }) => name),
    );
    for (const { name } of agentTools) {
      const { isError, code, text } = await callTool(client, name, work[name]);
      expect({ name, isError, code }).toEqual({
        name,
        isError: name === 'context_resolve_pattern',
        code: name === 'context_resolve_pattern' ? 'E_PATTERN_NOT_FOUND' : undefined,
      });
      expect(text.length).toBeGreaterThan(20);
    }
    for (const { name } of agentTools) {
      const abort = new AbortController();
      const call = client.callTool({ name, arguments: work[name] ?? {} }, undefined, {
        ...patiently,
        signal: abort.signal,
      });
      abort.abort('enough');
      await expect(call).rejects.toThrow('enough');
    }
    expect((await callTool(client, 'mempalace_status')).isError).toBe(false);
  });

  it('plans, words anew, shows, applies and undoes a summary for that client, which checks each answer, too', async () => {
    const palace = await plantedPalace();
    const { client } = await spawnedServer(palace, temporaryFolder());
    await client.listTools(undefined, patiently);
    const answer = (args: Record<string, unknown>) => callTool(client, 'mempalace_consolidate', args);
    // Two decisions; vectors there are none.
    const planned = await answer({ mode: 'plan', drawer_ids: ['planted-5', 'planted-10'] });
    expect(planned.structured).toMatchObject({ state: 'proposed', groups: [{ writer: 'extractive' }] });
    const plan_id = planned.structured['plan_id'];
    const reworded = await answer({ mode: 'plan', plan_id, summaries: { g1: 'Berths 5 and 10 are booked.' } });
    expect(reworded.structured).toMatchObject({ plan_id, groups: [{ writer: 'caller' }] });
    expect((await answer({ mode: 'evaluate', plan_id })).structured).toMatchObject({ plan_id, state: 'proposed' });
    expect(await answer({ mode: 'apply', plan_id })).toMatchObject({ isError: true, code: 'E_APPROVAL' });
    expect((await callTool(client, 'mempalace_status')).structured['waiting']).toMatchObject([{ plan_id }]);
    expect(runCli(palace, temporaryFolder(), 'config', '--set', 'agents_may_apply=always').code).toBe(0);
    const applied = await answer({ mode: 'apply', plan_id, groups: ['g1'] });
    expect(applied.structured).toMatchObject({ archived: 2, summaries: [{ writer: 'caller' }] });
    expect((await callTool(client, 'mempalace_status')).structured['moved']).toMatchObject([{ by: 'agent' }]);
    expect((await answer({ mode: 'restore', plan_id })).structured).toMatchObject({ restored: 2 });
    for (const mode of ['evaluate', 'plan'])
      expect((await answer({ mode, of: 'compaction' })).structured).toMatchObject({ mode });
    for (const restore of [false, true])
      expect(
        (await callTool(client, 'context_archive', { ids: ['planted-7', 'none'], restore })).structured,
      ).toMatchObject({ archived: restore ? 0 : 1, restored: restore ? 1 : 0, missing: [{ drawer_id: 'none' }] });
  });

  it.skipIf(process.platform === 'win32')(
    'leaves nothing running for a client that cancels a long call and goes',
    async () => {
      const programs = temporaryFolder();
      const started = path.join(programs, 'started');
      writeFileSync(path.join(programs, 'git'), `#!/bin/sh\necho $$ >> '${started}'\nexec sleep 3600\n`, {
        mode: 0o755,
      });
      const workspace = temporaryFolder();
      execFileSync('git', ['init', '--quiet'], { cwd: workspace });
      const searchPath = `${programs}${path.delimiter}${process.env['PATH']}`;
      const server = rawServer(await plantedPalace(), { PATH: searchPath }, workspace);
      server.send(initialize);
      expect(await server.next()).toMatchObject({ id: 0 });
      const params = { name: 'context_git_index', arguments: {}, _meta: { progressToken: 0 } };
      server.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
      const running = (): number[] =>
        existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n').map(Number).filter(isRunning) : [];
      await expect.poll(running).toHaveLength(1);
      server.send(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: 1, reason: 'x' },
        }),
      );
      server.child.stdin.end();
      await expect(server.next()).rejects.toThrow('The server has ended.');
      expect(await once(server.child, 'exit')).toEqual([0, null]);
      await expect.poll(running).toEqual([]);
    },
  );

  it('lists each tool under one name and answers with text only, unless more is asked for', async () => {
    const palace = await plantedPalace();
    const namesWith = async (...options: string[]) => {
      const { client } = await spawnedServer(palace, temporaryFolder(), undefined, undefined, options);
      const { tools } = await client.listTools(undefined, patiently);
      return { client, tools, names: new Set(tools.map(({ name }) => name)) };
    };
    const { client, tools, names } = await namesWith();
    expect(JSON.stringify({ tools }).length).toBeLessThan(12_000);
    expect([names.has('mempalace_search'), names.has('context_search')]).toEqual([true, false]);
    const answer = await callTool(client, 'mempalace_search', { query: 'berth' });
    expect(answer).toMatchObject({ isError: false, structured: {} });
    expect(answer.text).toMatch(/\n\d+ planted-\d+ · issue 2026-02-27\n/);
    const context = await namesWith('--tools', 'context');
    expect([context.names.has('mempalace_search'), context.names.has('context_search')]).toEqual([false, true]);
  });

  it('answers invalid messages with an error code, and keeps running', async () => {
    const server = rawServer(path.join(temporaryFolder(), 'none'));
    server.send(initialize);
    expect(await server.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'synapse-palace' } } });
    const long = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"context_save","arguments":{"type":"issue","content":"${'x'.repeat(5 * 1024 * 1024)}"}}}`;
    const deep = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"mempalace_search","arguments":{"query":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`;
    for (const [line, answer] of [
      ['{"jsonrpc": "2.0", "id": 1,', { error: { code: -32700, data: { code: 'E_MESSAGE' } } }],
      ['\u0000\u0001\ufeff', { error: { code: -32700 } }],
      ['[]', { error: { code: -32600 } }],
      ['{"id": 5, "method": 7}', { id: 5, error: { code: -32600, data: { code: 'E_MESSAGE' } } }],
      ['"text"', { error: { code: -32600 } }],
      [long, { id: 1, error: { code: -32600, data: { code: 'E_MESSAGE' } } }],
      [
        `{"method":"tools/call","params":{"id":3,"text":"${'x'.repeat(5 * 1024 * 1024)}"},"jsonrpc":"2.0","id":"last"}`,
        { id: 'last', error: { code: -32600, data: { code: 'E_MESSAGE' } } },
      ],
      [deep, { id: 7, result: { isError: true } }],
      ['{"jsonrpc":"2.0","id":8,"method":"no/such"}', { id: 8, error: { code: -32601 } }],
      [
        '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"rm","arguments":{}}}',
        { id: 9, error: { code: -32602, data: { code: 'E_USAGE' } } },
      ],
      [
        '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"mempalace_search","arguments":{"query":"x","__proto__":{"a":1}}}}',
        { id: 10, result: { isError: true } },
      ],
      [
        '{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"mempalace_search","arguments":[1]}}',
        { id: 11, error: { code: -32602, data: { code: 'E_MESSAGE' } } },
      ],
      [
        '{"jsonrpc":"2.0","id":13,"method":"tools/call"}',
        { id: 13, error: { code: -32602, message: expect.stringMatching(/^A call needs .*arguments\.$/) } },
      ],
      [
        '{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"mempalace_search","arguments":"x"}}',
        { id: 14, error: { code: -32602 } },
      ],
      [
        '{"jsonrpc":"2.0","id":15,"method":"tools/call","params":{"name":"mempalace_search","arguments":null}}',
        { id: 15, result: { isError: true, content: [{ text: expect.stringContaining('query') }] } },
      ],
    ] as const) {
      server.send(line);
      expect(await server.next()).toMatchObject(answer);
    }
    server.send(ping(12));
    expect(await server.next()).toMatchObject({ id: 12, result: {} });
    server.child.stdin.end();
    expect(await once(server.child, 'exit')).toEqual([0, null]);
  });

  it('starts without a palace and says what to do; saving creates one; SIGTERM ends it without losing what was saved', async () => {
    const palace = path.join(temporaryFolder(), 'palace');
    const server = rawServer(palace);
    const call = async (id: number, name: string, args: object): Promise<unknown> => {
      server.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }));
      return (await server.next())['result'];
    };
    expect(await call(1, 'mempalace_status', {})).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^E_PALACE_NOT_FOUND: .*synapse-palace mine.*save a note/) as string },
      ],
    });
    expect(existsSync(palace)).toBe(false);
    expect(
      await call(2, 'context_save', { content: 'Berths are numbered from the east.', type: 'decision' }),
    ).toMatchObject({ content: [{ text: expect.stringContaining('{"saved":true,') }] });
    server.child.kill('SIGTERM');
    expect(await once(server.child, 'exit')).toEqual([0, null]);
    expect(runCli(palace, temporaryFolder(), 'list').stdout).toContain('numbered from the east');
  });

  it('answers what it was sent before its input was closed, as by a script, and then ends', async () => {
    const palace = path.join(temporaryFolder(), 'palace');
    const server = rawServer(palace);
    const params = { name: 'context_save', arguments: { content: 'Cranes rest at night.', type: 'decision' } };
    server.child.stdin.end(
      `${initialize}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`,
    );
    expect(await server.next()).toMatchObject({ id: 0 });
    expect(await server.next()).toMatchObject({
      id: 1,
      result: { content: [{ text: expect.stringContaining('{"saved":true,') }] },
    });
    expect(await once(server.child, 'exit')).toEqual([0, null]);
    expect(runCli(palace, temporaryFolder(), 'list').stdout).toContain('Cranes rest at night.');
  });

  it('answers many calls at once, without a warning of Node’s', async () => {
    const server = rawServer(await plantedPalace());
    const said: string[] = [];
    server.child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const params = { name: 'mempalace_search', arguments: { query: 'crane' } };
    const calls = Array.from({ length: 20 }, (_, i) => ({
      jsonrpc: '2.0',
      id: i + 1,
      method: 'tools/call',
      params,
    }));
    server.child.stdin.end([initialize, ...calls.map((call) => JSON.stringify(call))].join('\n') + '\n');
    const answered: unknown[] = [];
    for (let i = 0; i <= calls.length; i++) answered.push((await server.next())['id']);
    expect(answered.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, ...calls.map(({ id }) => id)]);
    await once(server.child, 'exit');
    expect(said.join('')).not.toContain('Warning');
  });

  it('shares a palace with other servers, and carries on when the owning server is killed', async () => {
    const [palace, workspace] = [await plantedPalace(), temporaryFolder()];
    const owner = await spawnedServer(palace, workspace);
    expect((await callTool(owner.client, 'context_archive', { ids: ['planted-5'] })).structured).toMatchObject({
      archived: 1,
    });
    const other = await spawnedServer(palace, workspace);
    expect((await callTool(other.client, 'mempalace_status')).structured).toMatchObject({
      drawers: 19,
      archived: 1,
    });
    process.kill(owner.pid, 'SIGKILL');
    expect((await callTool(other.client, 'context_archive', { ids: ['planted-6'] })).structured).toMatchObject({
      archived: 1,
    });
    expect((await callTool(other.client, 'mempalace_status')).structured).toMatchObject({
      drawers: 18,
      archived: 2,
    });
  });

  it('uses the folder that the client offers', async () => {
    const [root, data] = [temporaryFolder(), temporaryFolder()];
    const { XDG_DATA_HOME: before } = process.env;
    process.env['XDG_DATA_HOME'] = data;
    onTestFinished(() =>
      before === undefined
        ? void delete process.env['XDG_DATA_HOME']
        : void (process.env['XDG_DATA_HOME'] = before),
    );
    const { client } = await spawnedServer(undefined, temporaryFolder(), { roots: {} }, (one) =>
      one.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: [{ uri: 'https://elsewhere.example/' }, { uri: pathToFileURL(root).href }],
      })),
    );
    expect((await callTool(client, 'mempalace_status')).text).toContain(path.basename(root));
  });
});
