import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceError, withRemedy } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { palaceOf } from '../../../../fixtures/palaces/berthPalace.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

describe('a palace’s profiles.json', () => {
  it('adds profiles, takes precedence over the settings, and is read again when it changes', async () => {
    const { palace, folder } = await palaceOf();
    writeFileSync(
      path.join(folder, 'profiles.json'),
      JSON.stringify({ default: { final_k: 2 }, calm: { mmr_lambda: 0.9 } }),
    );
    expect((await palace.search({ query: 'berth' })).results).toHaveLength(2);
    expect((await palace.profiles({})).names).toContain('calm');
    expect((await palace.showProfile({ name: 'calm' })).flags['mmr_lambda']).toEqual({
      value: 0.9,
      source: 'the palace’s profiles.json (calm)',
    });
    await palace.close();
  });
  it('may call a profile __proto__, and is told that this is no flag', async () => {
    const { palace, folder } = await palaceOf();
    const file = path.join(folder, 'profiles.json');
    writeFileSync(file, '{ "__proto__": { "mmr_lambda": 0.9 } }');
    expect((await palace.profiles({})).names).toContain('__proto__');
    expect((await palace.showProfile({ name: '__proto__' })).flags['mmr_lambda']?.value).toBe(0.9);
    writeFileSync(file, '{ "calm": { "__proto__": 3 } }');
    await expect(palace.showProfile({ name: 'calm' })).rejects.toMatchObject({
      code: 'E_PROFILE_VALUE',
      message: expect.stringContaining('there is no flag “__proto__”') as string,
    });
    await palace.close();
  });
  it.each(['{ not json', '[]', '{ "default": 3 }', '{ "default": { "final_k": 0 } }'])(
    'with the content %s is refused, naming the file',
    async (text) => {
      const { palace, folder } = await palaceOf();
      writeFileSync(path.join(folder, 'profiles.json'), text);
      const error = await palace.search({ query: 'berth' }).then(
        () => expect.unreachable('it should have failed'),
        (thrown: unknown) => PalaceError.from(thrown),
      );
      expect(error.code).toBe('E_PROFILE_VALUE');
      expect(error.message).toContain('profiles.json');
      expect((await palace.status({})).warnings).toEqual([withRemedy(error)]);
      await palace.close();
    },
  );
  it('and its settings.json are named by the status once they are not read as they should be', async () => {
    const { palace, folder } = await palaceOf();
    writeFileSync(path.join(folder, 'profiles.json'), '{ "calm": { "final_k": 0 } }');
    writeFileSync(path.join(folder, 'settings.json'), '{ not json');
    writeFileSync(path.join(folder, 'settings.editor.json'), '{ "chunk_target": 1 }');
    expect((await palace.status({})).warnings).toEqual([
      expect.stringContaining('settings.json is not JSON') as unknown,
      expect.stringContaining('settings.editor.json: chunk_target must be') as unknown,
      expect.stringContaining('profiles.json (calm)') as unknown,
    ]);
    await palace.close();
  });

  it('is not all that the status names: the lists of linked palaces and of the team are looked at, too', async () => {
    const unread = (what: string) => (): never => {
      throw new PalaceError('E_SETTINGS', `${what} can't be read.`, { remedy: 'Delete it.' });
    };
    const palace = await openPalace({
      folder: temporaryFolder(),
      links: { list: unread('The list'), close: () => Promise.resolve() },
      team: { saved: unread('The team'), save: unread(''), forget: unread(''), open: unread('') },
    });
    expect((await palace.status({})).warnings).toEqual([
      "The list can't be read. Delete it.",
      "The team can't be read. Delete it.",
    ]);
    await palace.close();
  });
});
