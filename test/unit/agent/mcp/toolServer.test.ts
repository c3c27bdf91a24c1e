import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LineTransport } from '../../../../extension/agent/mcp/lineTransport.ts';
import { PalaceAccess } from '../../../../extension/agent/mcp/palaceAccess.ts';
import { progressReporter } from '../../../../extension/agent/mcp/progressReporter.ts';
import { serveUntilClosed, toolServer, type ToolServerParts } from '../../../../extension/agent/mcp/toolServer.ts';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import type { MineProgress } from '../../../../extension/palace/contract/filing/mineProgress.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { SaveReport } from '../../../../extension/palace/contract/noteSchemas.ts';
import type { PalaceConnection } from '../../../../extension/service/palaceConnection.ts';
import { callTool, linkedClient, patiently } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const step = (stage: MineProgress['stage'], done: number, total: number | null): MineProgress => ({
  stage,
  done,
  total,
  message: 'secret.md',
  per_second: null,
});

describe('the tool server', () => {
  it('cancels the palace’s own call when its caller cancels, and reports the palace’s progress while it runs', async () => {
    const { palace } = await minedPalace();
    const seen: { cancelled: boolean; begun: () => void } = { cancelled: false, begun: () => undefined };
    const begun = new Promise<void>((resolve) => (seen.begun = resolve));
    const indexCommits: PalaceApi['indexCommits'] = (request, { signal, onProgress }: CallOptions = {}) =>
      new Promise((resolve, reject) => {
        if (request.branch !== 'slow') {
          for (const progress of [
            step('scanning', 0, null),
            step('scanning', 5, 10),
            step('scanning', 3, 10),
            step('embedding', 0, 4),
            step('embedding', 4, 4),
          ])
            onProgress?.(progress);
          resolve({
            indexed: 3,
            duplicates: 0,
            skipped: 0,
            without_files: 0,
            incomplete: [],
            outcome: 'indexed',
            reason: null,
            elapsed_ms: 1,
          });
          return;
        }
        signal?.addEventListener('abort', () => {
          seen.cancelled = true;
          reject(new PalaceError('E_CANCELLED', 'cancelled'));
        });
        seen.begun();
      });
    const { client } = await linkedClient({ ...palace, indexCommits });
    const abort = new AbortController();
    const slow = client.callTool({ name: 'context_git_index', arguments: { branch: 'slow' } }, undefined, {
      ...patiently,
      signal: abort.signal,
    });
    await begun;
    abort.abort('enough');
    await expect(slow).rejects.toThrow('enough');
    await expect.poll(() => seen.cancelled).toBe(true);
    const told: unknown[] = [];
    await client.callTool({ name: 'context_git_index', arguments: {} }, undefined, {
      ...patiently,
      onprogress: (progress) => told.push(progress),
    });
    await expect
      .poll(() => told)
      .toEqual([
        { progress: 0, message: 'scanning' },
        { progress: 5, total: 10, message: 'scanning' },
        { progress: 9, total: 9, message: 'embedding' },
      ]);
  });
});

describe('a call that was cancelled', () => {
  it('gives nothing: no drawer counts as read, and what was found about an earlier note is told by the next answer', async () => {
    const { palace } = await minedPalace();
    const note = { content: 'Rotate a token every ninety days, and both stay valid.', type: 'decision' };
    const asked = { cancel: (): void => undefined };
    /** Its end is not seen by the client. */
    const ends: Promise<unknown>[] = [];
    const tools = agentTools.map((tool) => ({
      ...tool,
      call: (...call: Parameters<typeof tool.call>) => {
        const outcome = tool.call(...call);
        ends.push(outcome.catch(() => undefined));
        return outcome;
      },
    }));
    const api: PalaceApi = {
      ...palace,
      search: async (request, call) => {
        const found = await palace.search(request, { ...call, signal: new AbortController().signal });
        asked.cancel();
        // Until the server has been told.
        await new Promise<void>((resolve) => {
          if (call?.signal?.aborted === false) call.signal.addEventListener('abort', () => resolve());
          else resolve();
        });
        return found;
      },
    };
    const { client, session } = await linkedClient(api, '.', tools);
    await callTool(client, 'context_save', { ...note, content: `${note.content} Always.` });
    await callTool(client, 'context_save', note);
    await palace.noteChecks({ wait: true });
    const abort = new AbortController();
    asked.cancel = () => abort.abort('enough');
    const call = client.callTool({ name: 'mempalace_search', arguments: { query: 'token' } }, undefined, {
      ...patiently,
      signal: abort.signal,
    });
    await expect(call).rejects.toThrow('enough');
    await Promise.all(ends);
    const { structured } = await callTool(client, 'mempalace_status');
    expect(structured['earlier_saves']).toMatchObject([{ duplicates: [{ kind: 'near' }] }]);
    expect([...session.given]).toEqual([]);
  });

  it('to save with a check leaves the note saved, and the check for the next answer', async () => {
    const { palace } = await minedPalace();
    const abort = new AbortController();
    const { client } = await linkedClient({
      ...palace,
      noteChecks: (request, call) => {
        if (request?.wait !== true) return palace.noteChecks(request, call);
        return new Promise((_, reject) => {
          call?.signal?.addEventListener('abort', () => reject(new PalaceError('E_CANCELLED', 'cancelled')));
          abort.abort('enough');
        });
      },
    });
    await callTool(client, 'context_save', { content: 'Cranes rest at night.', type: 'decision' });
    const note = { content: 'At night, cranes rest.', type: 'decision', wait: true };
    const call = client.callTool({ name: 'context_save', arguments: note }, undefined, {
      ...patiently,
      signal: abort.signal,
    });
    await expect(call).rejects.toThrow('enough');
    await palace.noteChecks({ wait: true });
    const { structured } = await callTool(client, 'mempalace_status');
    expect(structured['earlier_saves']).toMatchObject([{ duplicates: [{ kind: 'near' }] }]);
  });
});

it('an unknown tool is refused with its code once', async () => {
  const { client } = await linkedClient({} as PalaceApi);
  await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: 'MCP error -32602: There is no tool "rm".',
    data: { code: 'E_USAGE' },
  });
});

const asMessage = (line: unknown): unknown =>
  Array.isArray(line) ? line.map(asMessage) : typeof line === 'object' ? { jsonrpc: '2.0', ...line } : line;
/** What a server says to these lines. */
const answersTo = async (access: ToolServerParts['access'], ...lines: readonly object[]): Promise<unknown[]> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const session = {
    id: 'mcp-test',
    given: new Set<string>(),
    saved: new Set<string>(),
    onProblem: () => undefined,
  };
  const served = serveUntilClosed(
    toolServer({ tools: agentTools, toolSet: 'all', session, access, version: '0.0.0' }),
    new LineTransport(input, output),
  );
  for (const line of lines) input.write(`${JSON.stringify(asMessage(line))}\n`);
  input.end();
  await served;
  const written = String(output.read() ?? '').trim();
  return written === '' ? [] : written.split('\n').map((line): unknown => JSON.parse(line));
};
const accessTo = (palace: Partial<PalaceApi>): ToolServerParts['access'] => ({
  open: () => Promise.resolve(palace as PalaceApi),
  leave: () => Promise.resolve(),
  workspace: () => Promise.resolve('.'),
  beforehand: () => Promise.resolve(undefined),
});
const noPalace = accessTo({});

describe('a client that writes lines', () => {
  it('can cancel a call whatever its ID, which gets no answer', async () => {
    const ids = [0, '', '0', 1, 'x', -1];
    const cancelled: unknown[] = [];
    /** Ends only when it is cancelled. */
    const indexCommits: PalaceApi['indexCommits'] = ({ branch }, { signal } = {}) =>
      new Promise((_, reject) => {
        const end = (): void => {
          cancelled.push(branch);
          reject(new PalaceError('E_CANCELLED', 'cancelled'));
        };
        if (signal?.aborted === true) end();
        else signal?.addEventListener('abort', end);
      });
    const call = (id: number | string) => ({
      id,
      method: 'tools/call',
      params: { name: 'context_git_index', arguments: { branch: JSON.stringify(id) } },
    });
    const cancel = (requestId: number | string) => ({ method: 'notifications/cancelled', params: { requestId } });
    const lines = [...ids.map(call), ...ids.map(cancel), { id: 2, method: 'ping' }];
    expect(await answersTo(accessTo({ indexCommits }), ...lines)).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
    expect(cancelled).toEqual(ids.map((id) => JSON.stringify(id)));
    expect(await answersTo(noPalace, { id: 0, method: 'ping' }, { id: '', method: 'no' })).toMatchObject([
      { id: '', error: { code: -32601 } },
      { id: 0, result: {} },
    ]);
  });

  it('may write several messages as one batch, each of which is answered', async () => {
    const batch = [
      { id: 1, method: 'ping' },
      { method: 'notifications/initialized' },
      { id: 'b', method: 'ping' },
      7,
    ];
    expect(await answersTo(noPalace, batch, [])).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
      { id: 1, result: {} },
      { id: 'b', result: {} },
    ]);
  });

  it('is answered as usual where it asks for a task, which this server does not offer', async () => {
    const answers = await answersTo(noPalace, {
      id: 1,
      method: 'tools/call',
      params: { name: 'context_git_index', arguments: { nothing: 1 }, task: { ttl: 60_000 } },
    });
    expect(answers).toMatchObject([{ id: 1, result: { isError: true, content: [{ type: 'text' }] } }]);
  });

  it('is told only what is true of the list of tools: it does not change', async () => {
    const answers = await answersTo(noPalace, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    });
    expect(answers).toMatchObject([{ id: 1, result: { protocolVersion: '2025-06-18' } }]);
    expect(answers).toHaveProperty('0.result.capabilities', { tools: {} });
  });
});

describe('progress', () => {
  it('rises with every notification, although stages begin anew', () => {
    const sent: number[] = [];
    const report = progressReporter(({ progress }) => sent.push(progress));
    for (const [stage, done] of [
      ['scanning', 1],
      ['scanning', 1],
      ['scanning', 7],
      ['mining', 0],
      ['mining', 2],
      ['embedding', 9],
    ] as const)
      report(step(stage, done, null));
    expect(sent).toEqual([1, 7, 9, 18]);
  });
});

describe('a server’s palace', () => {
  const siteOf = (folder: string) => ({ workspace: folder, folder });
  const withPalace = (): string => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'palace.sqlite'), '');
    return folder;
  };
  const connection = (closed: string[], folder: string): PalaceConnection => ({
    folder,
    api: {} as PalaceApi,
    onEvent: () => ({ dispose: () => undefined }),
    registerHook: () => ({ dispose: () => undefined }),
    close: () => Promise.resolve(void closed.push(folder)),
  });

  it('is opened once, by the first call that needs it, and closed with the server', async () => {
    const [opened, closed]: [string[], string[]] = [[], []];
    const folder = withPalace();
    const access = new PalaceAccess({
      roots: () => Promise.resolve([]),
      site: () => siteOf(folder),
      connect: async () => (opened.push(folder), connection(closed, folder)),
      onProblem: () => undefined,
    });
    expect(await access.workspace()).toBe(folder);
    expect(opened).toEqual([]);
    await Promise.all([access.open(false), access.open(false)]);
    expect(opened).toEqual([folder]);
    await access.close();
    expect(closed).toEqual([folder]);
    await expect(access.open(true)).rejects.toMatchObject({ code: 'E_CANCELLED' });
  });

  it('is made anew by a call that may, if it was deleted while it was open', async () => {
    const [folder, closed]: [string, string[]] = [withPalace(), []];
    let saves = 0;
    const save = (): Promise<SaveReport> =>
      Promise.reject(new PalaceError(++saves === 1 ? 'E_PALACE_NOT_FOUND' : 'E_NOTE', `save ${saves}`));
    const access = new PalaceAccess({
      roots: () => Promise.resolve([]),
      site: () => siteOf(folder),
      onProblem: () => undefined,
      connect: () =>
        Promise.resolve({
          ...connection(closed, `${folder}${saves}`),
          api: { save } as Partial<PalaceApi> as PalaceApi,
        }),
    });
    const params = { name: 'context_save', arguments: { content: 'A note.', type: 'progress' } };
    expect(await answersTo(access, { id: 1, method: 'tools/call', params })).toMatchObject([
      { result: { content: [{ text: expect.stringMatching(/^E_NOTE: save 2\./) }] } },
    ]);
    expect(closed).toEqual([`${folder}0`]);
  });

  it('is not made by commits that can’t be read', async () => {
    const [folder, closed, opened]: [string, string[], string[]] = [temporaryFolder(), [], []];
    const access = new PalaceAccess({
      roots: () => Promise.resolve([]),
      site: () => siteOf(folder),
      onProblem: () => undefined,
      connect: (site) => {
        opened.push(site.folder);
        const isReadable = opened.length > 1;
        const indexCommits: PalaceApi['indexCommits'] = ({ days }) =>
          Promise.resolve({
            ...{ indexed: days ?? 0, duplicates: 0, skipped: 0, without_files: 0, incomplete: [], elapsed_ms: 1 },
            ...(isReadable
              ? { outcome: 'indexed', reason: null }
              : { outcome: 'not_a_repository', reason: 'no repository' }),
          });
        const api = { indexCommits } as Partial<PalaceApi> as PalaceApi;
        return Promise.resolve({ ...connection(closed, site.folder), api });
      },
    });
    const params = { name: 'context_git_index', arguments: { days: 30 } };
    const answer = async () => JSON.stringify(await answersTo(access, { id: 1, method: 'tools/call', params }));
    expect(await answer()).toContain('not_a_repository');
    expect([opened.length, closed, opened.includes(folder)]).toEqual([1, opened, false]);
    expect(existsSync(opened[0] ?? '')).toBe(false);
    expect(await answer()).toContain('\\"indexed\\":30');
    expect(opened.slice(2)).toEqual([folder]);
  });

  it('is tried again after it could not be opened, and looked for anew when the client’s folders change', async () => {
    const [one, other] = [withPalace(), withPalace()];
    const [opened, closed]: [string[], string[]] = [[], []];
    let roots = [one];
    let failures = 1;
    const access = new PalaceAccess({
      roots: () => Promise.resolve(roots),
      site: ([root = '']) => siteOf(root),
      onProblem: () => undefined,
      connect: async ({ folder }) => {
        if (failures-- > 0) throw new PalaceError('E_PALACE_IN_USE', 'in use');
        opened.push(folder);
        return connection(closed, folder);
      },
    });
    await expect(access.open(false)).rejects.toMatchObject({ code: 'E_PALACE_IN_USE' });
    await access.open(false);
    roots = [other];
    await access.forget();
    await access.open(false);
    expect({ opened, closed }).toEqual({ opened: [one, other], closed: [one] });
  });
});
