import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import type { ProfileLayer } from '../../../extension/palace/contract/caller.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** Opens the palace as a window with these settings does, and closes it. */
const openedInEditor = async (folder: string, profileLayers: readonly ProfileLayer[], trusted = true) => {
  const connection = await connectPalace({
    folder,
    workspace: 'harbor',
    distFolder: path.resolve('dist'),
    modelFolder: path.resolve('media/models/all-MiniLM-L6-v2-int8'),
    profileLayers,
    ...(trusted ? { settings: {} } : {}),
  });
  await connection.close();
};

describe('profiles of the editor’s settings', () => {
  it('apply to the command line and agents, too, until they change; the palace’s profiles.json takes precedence', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const flagsOf = (): Record<string, { value: unknown; source: string }> =>
      z
        .object({ flags: z.record(z.string(), z.object({ value: z.unknown(), source: z.string() })) })
        .parse(JSON.parse(runCli(palace, workspace, 'show-profile', '--json').stdout)).flags;
    runCli(palace, workspace, 'save', 'Berths are booked by phone.');
    await openedInEditor(palace, [
      { source: 'user settings', profiles: { default: { final_k: 4 } } },
      { source: 'workspace settings', profiles: { default: { pinned_max_tokens: 500 }, notes: { final_k: 2 } } },
    ]);
    expect(flagsOf()).toMatchObject({
      final_k: { value: 4, source: 'user settings (default)' },
      pinned_max_tokens: { value: 500, source: 'workspace settings (default)' },
    });
    expect(runCli(palace, workspace, 'session-context').stdout).toContain('of 500 tokens');
    expect(runCli(palace, workspace, 'search', 'berths', '--profile', 'notes').stdout).toContain('profile notes');
    const { client } = await spawnedServer(palace, workspace);
    expect(
      (await callTool(client, 'mempalace_search', { query: 'berths', profile: 'notes' })).structured,
    ).toMatchObject({ profile: 'notes' });
    await client.close();

    // A workspace that nobody trusts shares nothing; a window without such settings takes them back.
    await openedInEditor(palace, [{ source: 'user settings', profiles: { default: { final_k: 9 } } }], false);
    expect(flagsOf()['final_k']).toMatchObject({ value: 4 });
    await openedInEditor(palace, []);
    expect(flagsOf()['final_k']).toMatchObject({ value: 10, source: 'built in (default)' });
  });
});
