import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import type { PalaceConnection } from '../../../extension/service/palaceConnection.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const join = async (folder: string): Promise<PalaceConnection> => {
  const connection = await connectPalace({
    folder,
    workspace: 'harbor',
    distFolder: path.resolve('dist'),
    modelFolder: path.join(folder, 'no-model'),
  });
  onTestFinished(() => connection.close());
  return connection;
};

it('a client’s pipeline hooks see every client’s searches, also after another owner takes over', async () => {
  const folder = path.join(temporaryFolder(), 'palace');
  const owner = await join(folder);
  const [watcher, other] = [await join(folder), await join(folder)];
  await owner.api.save({ text: 'The crane is inspected in March.', type: 'insight', sensitive: true });
  const heard: string[] = [];
  const hook = watcher.registerHook('post_score_event', ({ drawer_id: id }) => heard.push(id));
  watcher.registerHook('post_score_event', () => {
    throw new Error('on purpose');
  });
  const log: string[] = [];
  watcher.onEvent((event) => void (event.kind === 'log' && log.push(event.message)));

  const own = await watcher.api.search({ query: 'crane', explain: true });
  expect(heard).toHaveLength(own.results[0]?.score_events?.length ?? 0);
  expect(heard.length).toBeGreaterThan(0);
  expect(log.join()).toContain('The hook post_score_event failed, which changed nothing: on purpose');
  const once = heard.length;
  await other.api.search({ query: 'crane' });
  await owner.api.search({ query: 'crane' });
  await expect.poll(() => heard).toHaveLength(3 * once);

  await owner.close();
  await watcher.api.search({ query: 'crane' });
  expect(heard).toHaveLength(4 * once);
  hook.dispose();
  await watcher.api.search({ query: 'crane' });
  expect(heard).toHaveLength(4 * once);
});
