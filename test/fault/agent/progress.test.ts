import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { initialize, rawServer, type RawServer } from '../../fixtures/agent/rawServer.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { planPalace, races3 } from '../../fixtures/palaces/planPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const progressSchema = z.object({
  params: z.object({
    progressToken: z.literal('mine'),
    progress: z.number(),
    total: z.number(),
    message: z.string(),
  }),
});

/**
 * What a call tells its client before it is answered: the first and the last of it; what is between depends on the machine. Read
 * line by line, because the SDK's client drops what comes right before the answer.
 */
const toldBy = async (server: RawServer, name: string, args: Record<string, unknown>) => {
  const params = { name, arguments: args, _meta: { progressToken: 'mine' } };
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const told: Omit<z.infer<typeof progressSchema>['params'], 'progressToken'>[] = [];
  for (;;) {
    const line = await server.next();
    if (line['id'] === 1) {
      expect(line['result']).not.toHaveProperty('isError');
      break;
    }
    const { progressToken: _, ...progress } = progressSchema.parse(line).params;
    told.push(progress);
  }
  const amounts = told.map(({ progress }) => progress);
  expect(amounts).toEqual([...new Set(amounts)].toSorted((a, b) => a - b));
  return [told.at(0), told.at(-1)];
};

const begunServer = async (palace: string): Promise<RawServer> => {
  const server = rawServer(palace);
  server.send(initialize);
  await server.next();
  return server;
};

it('every tool that compares many notes tells a client that asks for it how far it is', async () => {
  const { palace, folder } = await planPalace();
  await palace.close();
  const server = await begunServer(folder);
  const message = 'matching';
  for (const [name, args, all] of [
    ['mempalace_supersede_check', {}, 9],
    ['mempalace_consolidate', { mode: 'plan', of: 'compaction' }, 9],
    // What was marked as replaced is in no plan of similar notes.
    ['mempalace_consolidate', { mode: 'plan' }, 5],
    ['mempalace_consolidate', { mode: 'plan', drawer_ids: ['race-a', 'race-b', 'race-c'] }, 3],
    ['mempalace_session_context', {}, 5],
  ] as const)
    expect({ name, told: await toldBy(server, name, args) }).toEqual({
      name,
      told: [
        { progress: 1, total: all, message },
        { progress: all, total: all, message },
      ],
    });
  // First the similar notes, then the replaced ones.
  expect(await toldBy(server, 'mempalace_consolidate', { mode: 'evaluate' })).toEqual([
    { progress: 1, total: 5, message },
    { progress: 14, total: 14, message },
  ]);
});

it('a plan that is applied tells how far its backup is, then how many groups are through', async () => {
  const { palace, folder } = await planPalace();
  const { plan } = await palace.makePlan({ drawer_ids: races3 });
  await palace.close();
  expect(runCli(folder, temporaryFolder(), 'config', '--set', 'agents_may_apply=always').code).toBe(0);
  const told = await toldBy(await begunServer(folder), 'mempalace_consolidate', {
    mode: 'apply',
    plan_id: plan.id,
  });
  const [first, last] = told;
  expect(first).toMatchObject({ message: 'copying', progress: first?.total });
  expect(last).toEqual({ message: 'applying', progress: (first?.total ?? 0) + 1, total: (first?.total ?? 0) + 1 });
});

it('a save that waits for its check tells when it waits, and when it is through', async () => {
  const server = await begunServer(path.join(temporaryFolder(), 'palace'));
  const note = { content: 'Cranes rest at night.', type: 'decision', wait: true };
  const message = 'matching';
  expect(await toldBy(server, 'context_save', note)).toEqual([
    { progress: 0, total: 1, message },
    { progress: 1, total: 1, message },
  ]);
});
