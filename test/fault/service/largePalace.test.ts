import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { changePalace, enlarge } from '../../fixtures/palaces/largePalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('a damaged row of a large palace is left out and then repaired', async () => {
  const workshop = temporaryFolder();
  const folder = path.join(workshop, 'palace');
  const cli = (...words: string[]): ReturnType<typeof runCli> => runCli(folder, workshop, ...words);
  expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
  await enlarge(folder);
  expect(cli('save', 'The gantry is painted in April.').code).toBe(0);

  await changePalace(
    folder,
    `UPDATE drawers SET filed_at = 'garbage' WHERE rowid = (SELECT min(rowid) FROM drawers)`,
  );
  expect(cli('status').stdout).toContain('is left out');
  expect(cli('save', 'Nothing is written meanwhile.').stderr).toContain('E_PALACE_DAMAGED');
  expect(cli('repair').stdout).toContain('Repaired');
  const listed = cli('list');
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('gantry') });
  expect(listed.stdout).toContain('crane');
});
