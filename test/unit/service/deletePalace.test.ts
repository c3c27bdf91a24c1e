import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deletePalace } from '../../../extension/service/deletePalace.ts';
import { recordEditorProfiles, recordEditorSettings } from '../../../extension/service/palaceConfig.ts';
import { lockPalace } from '../../../extension/service/ownership/palaceLock.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { drawerRow, fileRows } from '../../fixtures/palaces/smallPalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A palace as use leaves it: database, index, a backup, the editor's settings. */
const usedPalace = async (): Promise<string> => {
  const folder = path.join(temporaryFolder(), 'palace');
  const store = await openPalaceStore({ folder, sqliteWasm });
  await fileRows(store, [], [drawerRow({ id: 'one' })]);
  await store.backup();
  await store.close();
  const palace = await openPalace({ folder });
  await palace.close();
  recordEditorSettings(folder, { embedding_pace: 'full' });
  recordEditorProfiles(folder, [{ source: 'user settings', profiles: { mine: { source_weight: 1 } } }]);
  return folder;
};

describe('deleting a palace', () => {
  it('removes everything this program made, and the folder with it', async () => {
    const folder = await usedPalace();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['backups', 'palace.sqlite', 'lexical.idx']));
    writeFileSync(path.join(folder, 'palace.sqlite-wal'), 'a log');
    writeFileSync(path.join(folder, 'backups', 'unfinished.sqlite'), 'half a backup');
    writeFileSync(path.join(folder, '.gitignore'), '*\n');
    mkdirSync(path.join(folder, 'import-copy'));
    writeFileSync(path.join(folder, 'import-copy', 'copy.sqlite'), 'x');
    // What a program leaves that is killed while it changes settings.
    mkdirSync(path.join(folder, 'settings.json.lock'));
    utimesSync(path.join(folder, 'settings.json.lock'), 0, 0);
    for (const name of ['settings.json', 'settings.editor.json', 'profiles.editor.json'])
      writeFileSync(path.join(folder, `${name}.4711.new`), '{');
    expect(await deletePalace(folder)).toEqual({ left: [] });
    expect(readdirSync(path.dirname(folder))).toEqual([]);
  });

  it('removes the backups of a palace whose own file is gone', async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    mkdirSync(path.join(folder, 'backups'), { recursive: true });
    writeFileSync(path.join(folder, 'backups', 'palace-20260301T120000000Z-r7.sqlite'), 'a backup');
    expect(await deletePalace(folder)).toEqual({ left: [] });
    expect(readdirSync(path.dirname(folder))).toEqual([]);
  });

  it('leaves what others have put there, and says what that is', async () => {
    const folder = await usedPalace();
    const outside = temporaryFolder();
    writeFileSync(path.join(outside, 'photo.jpg'), 'mine');
    const mine = {
      'profiles.json': '{}',
      'notes.txt': 'mine',
      'backups/letter.sqlite': 'mine',
      '.gitignore': 'node_modules\n',
    };
    for (const [name, text] of Object.entries(mine)) writeFileSync(path.join(folder, name), text);
    symlinkSync(outside, path.join(folder, 'import-copy'));
    const { left } = await deletePalace(folder);
    expect([...left].sort()).toEqual(['.gitignore', 'backups', 'notes.txt', 'profiles.json']);
    for (const [name, text] of Object.entries(mine))
      expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text);
    expect(readFileSync(path.join(outside, 'photo.jpg'), 'utf8')).toBe('mine');
    expect(existsSync(path.join(folder, 'palace.sqlite'))).toBe(false);
  });

  it('deletes nothing while another process has the palace', async () => {
    const folder = await usedPalace();
    const lock = await lockPalace(folder, () => undefined);
    const before = readdirSync(folder, { recursive: true });
    await expect(deletePalace(folder)).rejects.toMatchObject({ code: 'E_PALACE_IN_USE' });
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    await lock.release();
    expect(await deletePalace(folder)).toEqual({ left: [] });
  });

  it('takes no folder for a palace that holds none, not even one with a link of that name', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'lexical.idx'), 'mine');
    await expect(deletePalace(folder)).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    await expect(deletePalace(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    const real = await usedPalace();
    symlinkSync(path.join(real, 'palace.sqlite'), path.join(folder, 'palace.sqlite'));
    await expect(deletePalace(folder)).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    expect(readdirSync(folder).sort()).toEqual(['lexical.idx', 'palace.sqlite']);
    expect(existsSync(path.join(real, 'palace.sqlite'))).toBe(true);
  });
});
