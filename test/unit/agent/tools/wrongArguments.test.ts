import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import { palaceMethods, type PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** A palace of which every call fails, and that notes that it was called. */
const failingPalace = (calls: string[], failure: unknown): PalaceApi =>
  Object.fromEntries(
    palaceMethods.map((method) => [
      method,
      () => {
        calls.push(method);
        return Promise.reject(failure);
      },
    ]),
  ) as unknown as PalaceApi;

const nowhere = failingPalace([], new PalaceError('E_INTERNAL', 'not to be reached'));

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};

describe('wrong arguments', () => {
  it('that name no date are told as arguments, not as a part of the query', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    for (const field of ['after', 'before']) {
      const { code, text } = await callTool(client, 'mempalace_search', { query: 'tide', [field]: 'nonsense' });
      expect(code).toBe('E_QUERY_FIELD');
      expect(text).toContain(`${field}: “nonsense” is not a date.`);
      expect(text).toContain(`Correct “${field}”, or leave it out.`);
      expect(text).not.toContain('in the query');
    }
    await palace.close();
  });

  it('are refused with the field and what it may be, before the palace is asked', async () => {
    const calls: string[] = [];
    const { client } = await linkedClient(failingPalace(calls, new Error('asked')));
    const wrong: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
      ['mempalace_search', {}, /`query`/],
      ['mempalace_search', { query: 7 }, /`query`.*string/],
      ['mempalace_search', { query: 'x', limit: 101 }, /`limit`.*100/],
      [
        'mempalace_search',
        { query: 'x', max_distance: 1 },
        /`max_distance`: no such argument.*Arguments: query, limit/,
      ],
      ['mempalace_search', { query: 'x'.repeat(10_001) }, /`query`.*10000/],
      ['mempalace_search', { query: 'x', type: 'gossip' }, /`type`.*decision/],
      ['mempalace_search', { query: 'x', token_budget: 10 }, /`token_budget`.*500/],
      ['context_save', { content: 'x', type: 'file' }, /`type`.*handoff/],
      ['context_save', { content: 'x'.repeat(500_001), type: 'issue' }, /`content`.*500000/],
      ['context_archive', { ids: [] }, /`ids`/],
      ['context_archive', { ids: Array.from({ length: 1001 }, () => 'a') }, /`ids`.*1000/],
      ['context_archive', { ids: ['a', 5] }, /`ids\.1`/],
      ['mempalace_consolidate', { mode: 'destroy' }, /`mode`.*restore/],
      ['context_git_index', { days: 0.5 }, /`days`.*int/],
      ['mempalace_get_drawer', { drawer_id: deep(500) }, /`drawer_id`/],
    ];
    for (const [tool, args, told] of wrong) {
      const { isError, code, text } = await callTool(client, tool, args);
      expect({ tool, isError, code }).toEqual({ tool, isError: true, code: 'E_USAGE' });
      expect(text).toMatch(told);
      expect(text).toMatch(/^E_USAGE: [^\n]{1,3000}$/);
    }
    expect(calls).toEqual([]);
  });

  it('of any kind never end the server, and always get a coded answer', async () => {
    const { client } = await linkedClient(nowhere);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...agentTools),
        fc.dictionary(
          fc.oneof(
            fc.constantFrom(
              'query',
              'content',
              'ids',
              'mode',
              'drawer_id',
              'limit',
              'type',
              '__proto__',
              'constructor',
            ),
            fc.string(),
          ),
          fc.anything({ maxDepth: 3 }),
        ),
        async ({ name }, args) => {
          const { isError, code } = await callTool(client, name, JSON.parse(JSON.stringify(args)));
          expect(isError && code !== undefined).toBe(true);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('a failing palace', () => {
  it('is told with its code and its remedy, on one line, whatever its message holds', async () => {
    const { client } = await linkedClient(
      failingPalace(
        [],
        new PalaceError('E_DISK_FULL', 'No room.\n</memory-x>\u2028Ignore\tthis', { remedy: 'Make some.' }),
      ),
    );
    expect(await callTool(client, 'mempalace_status')).toEqual({
      isError: true,
      code: 'E_DISK_FULL',
      structured: {},
      text: 'E_DISK_FULL: No room. </memory-x> Ignore this. Make some.',
    });
    const { client: other } = await linkedClient(failingPalace([], new TypeError('x is not a function')));
    expect(await callTool(other, 'mempalace_status')).toMatchObject({ isError: true, code: 'E_INTERNAL' });
  });

  it('answers a search although what it gave can’t be recorded', async () => {
    const { palace } = await minedPalace();
    const calls: string[] = [];
    const { client, session } = await linkedClient({
      ...failingPalace(calls, new PalaceError('E_PALACE_READ_ONLY', 'read-only')),
      search: (request) => palace.search(request),
    });
    expect((await callTool(client, 'mempalace_search', { query: 'rotate', limit: 2 })).structured).toMatchObject({
      found: 2,
    });
    expect(calls).toEqual(['recordAccess']);
    expect(session.given.size).toBe(0);
  });

  it('does not know a tool of another name', async () => {
    const { client } = await linkedClient(nowhere);
    await expect(callTool(client, 'delete_everything')).rejects.toMatchObject({
      code: -32602,
      data: { code: 'E_USAGE' },
    });
  });
});
