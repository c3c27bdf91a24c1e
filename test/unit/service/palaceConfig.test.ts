import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeConfig, readConfig } from '../../../extension/service/palaceConfig.ts';
import { guarded } from '../../../extension/service/ownership/guard.ts';
import { bundledWorker } from '../../fixtures/bundledWorker.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('a palace whose settings can’t be written is named', async () => {
  const file = path.join(temporaryFolder(), 'notes.md');
  writeFileSync(file, 'notes');
  const folders = [path.join(file, 'palace'), ...(process.platform === 'linux' ? ['/proc/none/palace'] : [])];
  for (const folder of folders)
    await expect(changeConfig(folder, { chunk_target: 900 }, [])).rejects.toThrow(
      expect.objectContaining({
        code: 'E_PALACE_READ_ONLY',
        message: expect.stringContaining(`The palace folder ${folder} can't be written`) as string,
      }),
    );
});

describe('settings that two programs change at once', () => {
  const own = (folder: string): unknown => JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8'));

  it('keep both changes, also if one program has read the file before the other writes it', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'settings.json');
    await changeConfig(folder, { closet_quotes: 1 }, []);
    let changing: Promise<void> = Promise.resolve();
    // Another program has read the file, and writes it once this one has begun.
    await guarded(
      file,
      () => undefined,
      () => {
        changing = changeConfig(folder, { chunk_target: 900 }, ['closet_quotes']);
        writeFileSync(file, JSON.stringify({ closet_quotes: 1, max_file_kib: 64 }));
      },
    );
    await changing;
    expect(own(folder)).toEqual({ chunk_target: 900, max_file_kib: 64 });
  });

  it('keep each of many changes of two processes', async () => {
    const [folder, cwd] = [temporaryFolder(), temporaryFolder()];
    const program = await bundledWorker('extension/service/palaceConfig.ts', 'config');
    const lost = `(async () => {
      const { changeConfig, readConfig } = require(${JSON.stringify(program)});
      const [folder, name] = process.argv.slice(1);
      let lost = 0;
      for (let value = 600; value < 640; value += 1) {
        await changeConfig(folder, { [name]: value }, []);
        if (readConfig(folder).values[name] !== value) lost += 1;
      }
      console.log(lost);
    })();`;
    const names = ['chunk_target', 'closet_window'] as const;
    const done = await Promise.all(
      names.map((name) => runProgram(['-e', lost, folder, name], { cwd, env: {}, input: '' })),
    );
    expect(done).toEqual(names.map(() => ({ code: 0, stdout: '0\n', stderr: '' })));
    expect(own(folder)).toEqual({ chunk_target: 639, closet_window: 639 });
  });

  it('are left alone if the other program does not finish, with what to do', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'settings.json');
    await guarded(
      file,
      () => undefined,
      () =>
        expect(changeConfig(folder, { chunk_target: 900 }, [])).rejects.toMatchObject({
          code: 'E_SETTINGS',
          message: `Another program is changing ${file}.`,
          remedy: 'Try again in a few seconds; nothing was changed.',
        }),
    );
    expect(readConfig(folder)).toMatchObject({ values: { chunk_target: 800 }, problems: [] });
  });
});
