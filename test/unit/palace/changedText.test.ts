import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { palaceFile } from '../../../extension/palace/store/palaceFiles.ts';
import { callTool, linkedClient } from '../../fixtures/agent/agentClient.ts';
import { linkedTo } from '../../fixtures/palaces/linkedPalaces.ts';
import { openPalace, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A palace with two notes, one of whose texts was changed in its file since; and the ID of that one. */
const changed = async () => {
  const folder = path.join(temporaryFolder(), 'changed');
  const palace = await openPalace({ folder });
  const { drawer_id: id } = await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
  const { drawer_id: sound } = await palace.save({ text: 'The berth is dredged in June.', type: 'insight' });
  await palace.close();
  const file = path.join(folder, palaceFile);
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf('in March.'); at !== -1; at = bytes.indexOf('in March.', at + 1))
    bytes.write('in April.', at);
  writeFileSync(file, bytes);
  return { palace: await openPalace({ folder }), id: id ?? '', sound: sound ?? '' };
};
const named = expect.stringMatching(/A text has changed on disk\..*`verify`/u) as string;

it('a changed text is shown with a warning, and the first search that finds it has one', async () => {
  const { palace, id, sound } = await changed();
  expect((await palace.search({ query: 'crane' })).warnings).toEqual([named]);
  expect(await palace.show({ drawer_id: id })).toMatchObject({
    text: 'The crane is inspected in April.',
    warnings: [named],
  });
  expect(await palace.show({ drawer_id: sound })).not.toHaveProperty('warnings');
  const { client } = await linkedClient(palace);
  expect((await callTool(client, 'mempalace_get_drawer', { drawer_id: id })).text).toContain('A text has changed');
  await palace.close();
});

it('a changed text of a linked palace is found and shown with a warning that names the palace', async () => {
  const { palace: gateway, id } = await changed();
  const own = await openPalace({ folder: path.join(temporaryFolder(), 'own'), links: linkedTo({ gateway }) });
  const { results, warnings } = await own.search({ query: 'crane palace:gateway' });
  expect(results[0]?.text).toBe('The crane is inspected in April.');
  expect(warnings).toEqual([expect.stringMatching(/^The linked palace “gateway” .*A text has changed on disk/u)]);
  expect(await own.show({ drawer_id: `gateway:${id}` })).toMatchObject({ warnings: [named] });
  await own.close();
  await gateway.close();
});
