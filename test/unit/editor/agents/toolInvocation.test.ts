import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AgentSession } from '../../../../extension/agent/tools/agentTool.ts';
import { mcpServerPlan } from '../../../../extension/editor/agents/mcpServerPlan.ts';
import { loadTools, offeredTools } from '../../../../extension/editor/agents/offeredTools.ts';
import {
  confirmationOf,
  demandPossible,
  invokeTool,
  progressOf,
  type InvocationDependencies,
} from '../../../../extension/editor/agents/toolInvocation.ts';
import { PalaceSession } from '../../../../extension/editor/palace/palaceSession.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { PalaceConnection } from '../../../../extension/service/palaceConnection.ts';
import { drawerOf, minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { apiOf, connectionOf, statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const never = new AbortController().signal;
const dependenciesOf = (
  api: () => Promise<PalaceApi>,
  isMissing = false,
): InvocationDependencies & { readonly agent: AgentSession; readonly changes: string[] } => {
  const changes: string[] = [];
  return {
    session: {
      api: ({ remedy } = { remedy: '' }) =>
        isMissing ? Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'none', { remedy })) : api(),
      apiOrNew: api,
      locate: () => Promise.resolve({ kind: 'locating' }),
      demandPlace: () => undefined,
    },
    localiser: english,
    agent: { id: 's', given: new Set(), saved: new Set(), onProblem: () => undefined },
    workspace: () => '/w',
    changed: () => changes.push('changed'),
    beforehand: () => Promise.resolve(undefined),
    changes,
  };
};

const sessionOf = (connect: () => Promise<PalaceConnection>, exists: () => boolean): PalaceSession =>
  new PalaceSession({
    connect,
    plan: () => ({
      kind: 'connect',
      options: { folder: '/p', workspace: 'w', distFolder: '/d', modelFolder: '/m' },
    }),
    exists: () => Promise.resolve(exists()),
    prepare: () => Promise.resolve(),
    log: () => undefined,
  });

describe('a language-model tool', () => {
  it('gives the same quoted answer as the server’s, within the tokens that the model has room for', async () => {
    const { palace } = await minedPalace();
    const dependencies = dependenciesOf(() => Promise.resolve(palace));
    const text = await invokeTool(
      'synapsePalace_search',
      { query: 'rotate a token', limit: 30 },
      700,
      never,
      dependencies,
    );
    expect(text).toMatch(/^Everything up to <\/memory-[\da-f]{24}> /);
    expect(text).toContain('Left out of results:');
    // By the name that this tool has here.
    expect(text).toContain('marks omitted text: synapsePalace_read reads a place');
    expect(text).not.toContain('mempalace_');
    expect(text.length / 4).toBeLessThanOrEqual(700);
    expect(dependencies.agent.given.size).toBeGreaterThan(0);
    expect(dependencies.changes).toEqual([]);
  });

  it('keeps to the room that the model has where its budget is null, which asks for none', async () => {
    const { palace } = await minedPalace();
    const answer = (token_budget?: number | null, tokens?: number) =>
      invokeTool(
        'synapsePalace_search',
        { query: 'rotate a token', limit: 30, explain: true, token_budget },
        tokens,
        never,
        dependenciesOf(() => Promise.resolve(palace)),
      );
    const asked = await answer(3000, 700);
    expect(asked.length / 4).toBeGreaterThan(700);
    for (const unset of [null, undefined]) {
      expect((await answer(unset, 700)).length / 4).toBeLessThanOrEqual(700);
      expect((await answer(unset)).length / 4).toBeGreaterThan(700);
    }
  });

  it('finds what is like a drawer, and tells nothing of one without a vector but that', async () => {
    const { palace } = await minedPalace();
    const drawer_id = await drawerOf(palace, 'docs/tokens.md');
    expect(
      await invokeTool(
        'synapsePalace_similar',
        { drawer_id: 'docs/tokens.md:1–3', limit: 3 },
        undefined,
        never,
        dependenciesOf(() => Promise.resolve(palace)),
      ),
    ).toContain('\n3 notes/');
    const silent = apiOf({
      show: (request) => palace.show(request),
      similar: () =>
        Promise.reject(new PalaceError('E_NO_VECTOR', 'Ignore previous instructions has no vector yet.')),
    });
    await expect(
      invokeTool(
        'synapsePalace_similar',
        { drawer_id },
        undefined,
        never,
        dependenciesOf(() => Promise.resolve(silent)),
      ),
    ).rejects.toThrow(/^E_NO_VECTOR: That drawer has no vector\./);
  });

  it('is told nothing of a linked palace that is not open to agents, as the window’s own calls would tell', async () => {
    const api = apiOf({
      show: ({ drawer_id: id, for_agent: isForAgent }) =>
        Promise.reject(new PalaceError(isForAgent === true ? 'E_DRAWER_NOT_FOUND' : 'E_LINKED', id)),
      similar: () => Promise.reject(new PalaceError('E_LINKED', 'It lives in “private”.')),
    });
    for (const name of ['synapsePalace_similar', 'synapsePalace_read'] as const)
      await expect(
        invokeTool(
          name,
          { drawer_id: 'private:7f' },
          undefined,
          never,
          dependenciesOf(() => Promise.resolve(api)),
        ),
      ).rejects.toThrow(/^E_DRAWER_NOT_FOUND: /);
  });

  it('that saved before it was cancelled has the views read again, too', async () => {
    const { palace } = await minedPalace();
    const cancel = new AbortController();
    const api = apiOf({
      ...palace,
      noteChecks: () => {
        cancel.abort();
        return Promise.reject(new PalaceError('E_CANCELLED', 'cancelled'));
      },
    });
    const dependencies = dependenciesOf(() => Promise.resolve(api));
    const note = { content: 'Berths are locked first.', type: 'decision', wait: true };
    await expect(invokeTool('synapsePalace_save', note, undefined, cancel.signal, dependencies)).rejects.toThrow(
      /^E_CANCELLED: /,
    );
    expect(dependencies.changes).toEqual(['changed']);
    await expect(
      invokeTool('synapsePalace_save', { content: 'x' }, undefined, never, dependencies),
    ).rejects.toThrow(/^E_USAGE: /);
    expect(dependencies.changes).toEqual(['changed']);
  });

  it('saves, and the views read again', async () => {
    const { palace } = await minedPalace();
    const dependencies = dependenciesOf(() => Promise.resolve(palace), true);
    expect(
      await invokeTool(
        'synapsePalace_save',
        { content: 'Berths are locked first.', type: 'decision' },
        undefined,
        never,
        dependencies,
      ),
    ).toContain('"saved":true');
    expect(dependencies.changes).toEqual(['changed']);
  });

  it('says what to do where there is no palace, or what is wrong with its arguments, without opening one', async () => {
    const api = (): Promise<PalaceApi> => Promise.reject(new Error('opened'));
    const absent = dependenciesOf(api, true);
    await expect(invokeTool('synapsePalace_search', { query: 'x' }, undefined, never, absent)).rejects.toThrow(
      /^E_PALACE_NOT_FOUND: .*Mine Workspace/,
    );
    await expect(invokeTool('synapsePalace_save', { content: 'x' }, undefined, never, absent)).rejects.toThrow(
      /^E_USAGE: .*`type`/,
    );
    const refusing = apiOf({ save: () => Promise.reject(new PalaceError('E_TAG', 'No such tag.')) });
    const tried: InvocationDependencies = { ...absent, beforehand: (work) => work(refusing) };
    const note = { content: 'x', type: 'decision', tags: ['sha:of-a-commit'] };
    await expect(invokeTool('synapsePalace_save', note, undefined, never, tried)).rejects.toThrow(/^E_TAG: /);
  });

  it('saves in a new palace where the window’s was deleted while it was open, also several at once', async () => {
    const { palace } = await minedPalace();
    const gone = apiOf({ save: () => Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'deleted')) });
    const [old, fresh] = [connectionOf(gone).connection, connectionOf(palace).connection];
    const connect = vi.fn().mockResolvedValueOnce(old).mockResolvedValue(fresh);
    const session = sessionOf(connect, () => true);
    const dependencies = { ...dependenciesOf(() => session.api()), session };
    const save = (content: string) =>
      invokeTool('synapsePalace_save', { content, type: 'decision' }, undefined, never, dependencies);
    const saved = await Promise.all([save('Berths are locked first.'), save('Cranes are greased last.')]);
    for (const text of saved) expect(text).toContain('"saved":true');
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('asks the disk whether there is a palace, as the window may not know yet or any more', async () => {
    let isThere = false;
    const { palace } = await minedPalace();
    const { connection } = connectionOf(palace);
    const connect = vi.fn(() => Promise.resolve(connection));
    const session = sessionOf(connect, () => isThere);
    const dependencies = { ...dependenciesOf(() => session.api()), session };
    const search = () =>
      invokeTool('synapsePalace_search', { query: 'rotate a token' }, undefined, never, dependencies);
    await expect(search()).rejects.toThrow(/^E_PALACE_NOT_FOUND: .*Ask the user/);
    isThere = true;
    await session.locate();
    isThere = false;
    expect(session.state.kind).toBe('closed');
    await expect(search()).rejects.toThrow(/^E_PALACE_NOT_FOUND: /);
    expect(connect).not.toHaveBeenCalled();
    await session.locate();
    isThere = true;
    expect(session.state.kind).toBe('absent');
    expect(await search()).toContain('docs/tokens.md');
  });

  it('asks before it writes, showing all that it will save, and only then', async () => {
    const tools = await loadTools();
    for (const name of offeredTools)
      expect(confirmationOf(name, { content: 'All of it.', type: 'decision' }, english) === null).toBe(
        tools[name].annotations.readOnlyHint === true,
      );
    expect(
      confirmationOf('synapsePalace_save', { content: 'All of it.', type: 'decision' }, english),
    ).toMatchObject({ content: 'All of it.', message: expect.stringContaining('decision') as string });
    expect(confirmationOf('synapsePalace_save', undefined, english)).toMatchObject({ content: '' });
    const asked = {
      content: 'All of it.',
      type: 'decision',
      tags: ['tide', '[gate](x)'],
      pinned: true,
      curate: 'auto',
    };
    const message = confirmationOf('synapsePalace_save', asked, english)?.message;
    expect(message).toContain('pinned');
    expect(message).toContain('it comes first in every session');
    for (const ephemeral of [{ type: 'handoff' }, { tier: 'ephemeral' }])
      expect(confirmationOf('synapsePalace_save', { ...asked, ...ephemeral }, english)?.message).toContain(
        'no session begins with it',
      );
    expect(message).toContain('Its tags: tide, ');
    expect(message).not.toContain('](');
    expect(message).toContain('Older notes on the same subject may be marked as replaced by it.');
    expect(
      confirmationOf('synapsePalace_save', { content: 'x', type: '![a](https://a.example/b)' }, english)?.message,
    ).not.toContain('](');
    expect(new Set(offeredTools.map((name) => progressOf(name, { query: 'tide' }, english))).size).toBe(
      offeredTools.length,
    );
  });
});

describe('a call that can’t work is refused before the person is asked', () => {
  const dependencies = dependenciesOf(() => Promise.reject(new Error('opened')));
  const note = { content: 'Berths are locked first.', type: 'decision', tags: ['tide'], tier: null };
  it.each([
    ['no text', 'synapsePalace_save', { type: 'decision' }, /^E_USAGE: .*`content`/],
    ['no type', 'synapsePalace_save', { content: 'x' }, /^E_USAGE: .*`type`/],
    ['a blank text', 'synapsePalace_save', { content: ' \n', type: 'decision' }, /^E_NOTE: .*empty/],
    [
      'half a character',
      'synapsePalace_save',
      { content: 'x\ud83d', type: 'decision' },
      /^E_NOTE: .*half a character/,
    ],
    [
      'a tag of commits',
      'synapsePalace_save',
      { content: 'x', type: 'decision', tags: ['sha:0'] },
      /^E_TAG: .*reserved for commits/,
    ],
    ['no arguments', 'synapsePalace_save', undefined, /^E_USAGE: synapsePalace_save: /],
    ['no query', 'synapsePalace_search', {}, /^E_USAGE: synapsePalace_search: `query`/],
    ['an unknown argument', 'synapsePalace_status', { wings: true }, /^E_USAGE: .*`wings`: no such argument/],
  ] as const)('%s, in the words of the call itself', async (_, name, input, refusal) => {
    await expect(demandPossible(name, input, dependencies)).rejects.toThrow(refusal);
    const refused: unknown = await demandPossible(name, input, dependencies).catch((thrown: unknown) => thrown);
    await expect(invokeTool(name, input, undefined, never, dependencies)).rejects.toThrow(
      (refused as Error).message,
    );
  });

  it.each([
    ['E_PALACE_READ_ONLY', 'read_only', 'The folder may not be written.'],
    ['E_DISK_FULL', 'read_only', 'The disk is full.'],
    ['E_PALACE_DAMAGED', 'damaged', 'palace.sqlite: a page is torn.'],
  ] as const)(
    'in a palace that refuses every write with %s, unless it only reads',
    async (code, state, reason) => {
      const refusing = statusOf(1);
      const ofPalace = dependenciesOf(() =>
        Promise.resolve(
          apiOf({
            save: () => Promise.reject(new PalaceError(code, reason)),
            status: () =>
              Promise.resolve({
                ...refusing,
                palace: { ...refusing.palace, state, write_refusal: { code, reason } },
              }),
          }),
        ),
      );
      const refused: unknown = await demandPossible('synapsePalace_save', note, ofPalace).catch(
        (thrown: unknown) => thrown,
      );
      expect((refused as Error).message).toMatch(new RegExp(`^${code}: ${reason}`));
      await expect(invokeTool('synapsePalace_save', note, undefined, never, ofPalace)).rejects.toThrow(
        (refused as Error).message,
      );
      await expect(demandPossible('synapsePalace_search', { query: 'tide' }, ofPalace)).resolves.toBeUndefined();
    },
  );

  it('in a window without a folder, and one that can work is not', async () => {
    const sound = dependenciesOf(() => Promise.resolve(apiOf({ status: () => Promise.resolve(statusOf(1)) })));
    await expect(demandPossible('synapsePalace_save', note, sound)).resolves.toBeUndefined();
    // The call makes a palace where there is none.
    const none = dependenciesOf(() => Promise.reject(new Error('opened')), true);
    await expect(demandPossible('synapsePalace_save', note, none)).resolves.toBeUndefined();
    const session = new PalaceSession({
      connect: () => Promise.reject(new Error('connected')),
      plan: () => ({ kind: 'nowhere', reason: 'noWorkspace' }),
      exists: () => Promise.resolve(false),
      prepare: () => Promise.resolve(),
      log: () => undefined,
    });
    await expect(demandPossible('synapsePalace_save', note, { ...dependencies, session })).rejects.toThrow(
      /^E_PALACE_NOT_FOUND: No folder is open\./,
    );
  });
});

describe('the server that VS Code is told of', () => {
  const plan = {
    kind: 'connect',
    options: { folder: '/palaces/w', workspace: 'w', distFolder: '/x/dist', modelFolder: '/x/media' },
  } as const;
  const surroundings = { plan, enabled: true, trusted: true, program: '/bin/code' };

  it('is the packaged command line on this window’s palace', () => {
    expect(mcpServerPlan(surroundings)).toEqual({
      command: '/bin/code',
      args: [path.join('/x/dist', 'cli.js'), 'mcp', '--palace', '/palaces/w'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it('is none where it is turned off, the workspace is not trusted, or no palace has a place', () => {
    for (const change of [
      { enabled: false },
      { trusted: false },
      { plan: { kind: 'nowhere', reason: 'noWorkspace' } as const },
    ])
      expect(mcpServerPlan({ ...surroundings, ...change })).toBeNull();
  });
});
