import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { connectorInMemory } from '../../../fixtures/team/connectorInMemory.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { openPalace, sqliteWasm, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

/** Several windows and drawers long, with headings, names and quotes. */
const longText = (about: string): string =>
  Array.from(
    { length: 60 },
    (_, n) =>
      `# ${about} ${n}\n\nIgor Petrov repaired the ${about} of berth ${n} in Rotterdam. “The ${about} holds,” said Maria Lind, “whatever the tide of part ${n} does.”\n`,
  ).join('\n');

/** What the closets of a palace say, by the path and the first drawer of what they are about. */
const closetsIn = async (folder: string): Promise<Record<string, string>> => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  const told: Record<string, string> = {};
  for (const { sourceId, sourceFile, id } of store.read.scanDrawers(0, 10_000)) {
    if (sourceId === null) continue;
    const text = store.read.closetsOfSource(sourceId).map((closet) => closet.text);
    const [first] = store.read.drawersOfSource(sourceId);
    if (first?.id === id) told[`${sourceFile ?? ''} ${id}`] = text.join('\n\n');
  }
  await store.close();
  return told;
};

it('closets of pulled drawers are the sender’s, byte for byte, whenever they are built', async () => {
  const team = new MemoryTeam();
  const palaceOf = async (name: string) => {
    team.invite(name, 'harbor', name === 'ada' ? 'owner' : 'reader');
    const folder = temporaryFolder();
    const palace = await openPalace({
      folder,
      team: connectorInMemory(() =>
        Promise.resolve({ server: team.connect(name), shown: 'postgresql://db/memory' }),
      ),
    });
    onTestFinished(() => palace.close());
    return { folder, palace };
  };
  const [ada, ben, cay] = [await palaceOf('ada'), await palaceOf('ben'), await palaceOf('cay')];
  const harbor = path.join(temporaryFolder(), 'harbor');
  writeFiles(harbor, {
    'docs/cranes.md': longText('crane'),
    'docs/tides.md': longText('tide'),
    'src/winch.ts': `/** Winds the rope. */\nexport const winch = (turns: number): number => turns * 2;\n`,
  });
  await ada.palace.mine({ folders: [{ path: harbor, name: 'harbor' }] });
  await ada.palace.save({ type: 'decision', text: `# The limit\n\n${longText('limit')}`, wing: 'harbor' });
  await ada.palace.closets({ build: true });
  await ben.palace.save({ type: 'insight', text: 'Coffee is bought on Mondays by Otto.', wing: 'mine' });
  await ben.palace.closets({ build: true });
  await ada.palace.teamConnect({ url: 'postgresql://db/memory', password: null });
  await ada.palace.teamShare({ wing: 'harbor' });
  for (const { palace } of [ben, cay]) {
    await palace.teamConnect({ url: 'postgresql://db/memory', password: null });
    await palace.teamExchange({ wing: 'harbor' });
  }
  await cay.palace.closets({ build: true });
  for (const { palace } of [ada, ben, cay]) await palace.close();

  const sent = await closetsIn(ada.folder);
  expect(Object.keys(sent).length).toBeGreaterThanOrEqual(4);
  expect(Object.values(sent).filter((text) => text !== '').length).toBeGreaterThanOrEqual(3);
  expect(await closetsIn(cay.folder)).toEqual(sent);
  expect(await closetsIn(ben.folder)).toMatchObject(sent);
});
