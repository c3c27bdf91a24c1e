import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { changePalace, enlarge } from '../../fixtures/palaces/largePalace.ts';
import { openPalace, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('a command finds a row that another program damaged after the last command had marked the palace as checked', async () => {
  const folder = path.join(temporaryFolder(), 'palace');
  const palace = await openPalace({ folder });
  await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
  await palace.close();
  await enlarge(folder);
  const cli = (...words: string[]) => runCli(folder, temporaryFolder(), ...words);
  expect(cli('list')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(path.join(folder, 'checked.json'))).toBe(true);
  await changePalace(folder, `UPDATE drawers SET tier = 'attic'`);
  const damage = /! .*drawer_test_notes_\w+ can't be read .*tier.*`repair`/su;
  expect(cli('list').stdout).toMatch(damage);
  expect(cli('search', 'crane').stdout).toMatch(damage);
});
