import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { commitFile, git, hasGit } from './gitRepository.ts';
import { temporaryWorkspace } from './workbenchTest.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Stands in one of the notes. In parts, so that no scanner takes this file for a leak. */
export const secretOfWorkspace = ['Xw9LpB4n', 'T8rQz', 'Vk2'].join('');

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const limits =
  'The token endpoint of the gateway allows requests a minute per client, and the limit of requests is held by a bucket';
const stalls = 'The upload of tide tables stalls on Mondays because the night job holds the lock of the store';
const rotation = 'Tokens are rotated in the gateway by the night job of the harbour, every';

/**
 * A temporary workspace whose palace, at `.synapse-palace`, has something for each part of the side bar: a pin, an issue that
 * recurs, notes that replace others or say the same, commits, a note that maintenance archived and two that it would, one archived
 * by hand, a plan that was applied and one that was not. Made with the built workers and the real model, before a window opens.
 */
export const agedWorkspace = async (): Promise<string> => {
  const folder = temporaryWorkspace({ 'notes.md': 'The harbour crane is inspected every March.\n' });
  mkdirSync(path.join(folder, '.vscode'));
  writeSettings(folder, {});
  if (hasGit) {
    git(folder, 'init', '-q', '-b', 'main');
    commitFile(
      folder,
      'notes.md',
      'The harbour crane is inspected every April.\n',
      'The crane is inspected in April',
    );
  }
  const connection = await connectPalace({
    folder: path.join(folder, '.synapse-palace'),
    workspace: 'harbour',
    distFolder: path.join(root, 'dist'),
    modelFolder: path.join(root, 'media', 'models', 'all-MiniLM-L6-v2-int8'),
  });
  const { api } = connection;
  const save = async (
    text: string,
    type: 'insight' | 'issue' | 'decision' | 'progress',
    days: number,
    more: { readonly pinned?: boolean } = {},
  ): Promise<string> =>
    (await api.save({ text, type, filed_at: ago(days), allow_duplicate: true, ...more })).drawer_id ?? '';
  await save('Half of the mast is painted.', 'progress', 30);
  await api.maintain({});
  await save('Deploys happen on Tuesdays, after the ferry has left.', 'insight', 3, { pinned: true });
  for (const [index, times] of ['once', 'twice', 'again'].entries())
    await save(`${stalls}: seen ${times}.`, 'issue', 9 - index);
  await save(`${rotation} thirty days.`, 'decision', 50);
  await save(`${rotation} sixty days.`, 'decision', 2);
  const old = [];
  for (const [index, count] of [20, 30, 40].entries())
    old.push(await save(`${limits}: ${count} of them.`, 'decision', 90 - index));
  for (const pier of ['north', 'south', 'west'])
    await save(
      `The mooring lines of the ${pier} pier are changed by the crew of the tug each spring.`,
      'insight',
      6,
    );
  const now = await save(`${limits}: 60 of them.`, 'decision', 5);
  const winch = await save('The winch wants grease.', 'insight', 12);
  if (hasGit) await api.indexCommits({ repo_path: folder, days: 7 });
  await api.noteChecks({ wait: true });
  await api.update({ drawer_ids: old, superseded_by: now });
  const { plan } = await api.compact({});
  if (plan === null || plan.groups.length === 0) throw new Error('The old limits are in no plan.');
  await api.applyPlan({ plan_id: plan.id });
  await api.makePlan({});
  await api.update({ drawer_ids: [winch], archived: true });
  for (const part of ['parser', 'printer']) await save(`Half of the ${part} is done.`, 'progress', 20);
  await save(`The store of the harbour opens with DB_PASSWORD=${secretOfWorkspace} on port 5432.`, 'insight', 1);
  await api.noteChecks({ wait: true });
  await connection.close();
  return folder;
};

/** Writes the workspace's settings: where its palace is, no automatic maintenance, and more. */
export const writeSettings = (folder: string, more: Readonly<Record<string, unknown>>): void =>
  writeFileSync(
    path.join(folder, '.vscode', 'settings.json'),
    JSON.stringify({
      'synapsePalace.location': '.synapse-palace',
      'synapsePalace.maintenance.onStart': false,
      'synapsePalace.git.enabled': false,
      'search.exclude': { '.vscode': true },
      ...more,
    }),
  );
