import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { writeSettings } from './agedWorkspace.ts';
import { temporaryWorkspace } from './workbenchTest.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/**
 * A temporary workspace in whose palace, at `.synapse-palace`, maintenance has archived a note and demoted another, and an agent
 * has archived a third and planned a summary of notes that contradict each other. Made with the built workers and the real model.
 */
export const movedWorkspace = async (): Promise<string> => {
  const folder = temporaryWorkspace({ 'notes.md': 'The harbour crane is inspected every March.\n' });
  mkdirSync(path.join(folder, '.vscode'));
  writeSettings(folder, {});
  const connect = (agent: boolean) =>
    connectPalace({
      folder: path.join(folder, '.synapse-palace'),
      workspace: 'harbour',
      distFolder: path.join(root, 'dist'),
      modelFolder: path.join(root, 'media', 'models', 'all-MiniLM-L6-v2-int8'),
      agent,
    });
  const person = await connect(false);
  const save = async (text: string, type: 'decision' | 'progress' | 'reference', days: number): Promise<string> =>
    (
      await person.api.save({
        text,
        type,
        filed_at: ago(days),
        allow_duplicate: true,
        ...(type === 'reference' ? { tier: 'working' as const } : {}),
      })
    ).drawer_id ?? '';
  await save('Half of the mast is painted.', 'progress', 30);
  await save('The crane is green.', 'reference', 40);
  await person.api.maintain({});
  const winch = await save('The winch wants grease.', 'decision', 2);
  for (const [i, hour] of [3, 4, 5].entries())
    await save(
      `A backup of the harbour's palace is copied to the second disk at ${hour} o'clock.`,
      'decision',
      6 - i,
    );
  await person.api.noteChecks({ wait: true });
  await person.close();
  const agent = await connect(true);
  await agent.api.update({ drawer_ids: [winch], archived: true, archive_reason: 'moved to the wiki' });
  const { plan } = await agent.api.makePlan({});
  await agent.close();
  if (plan.groups.length !== 1) throw new Error('The backups are in no plan.');
  return folder;
};
