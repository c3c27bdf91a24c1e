import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { changeConfig } from '../../../extension/service/palaceConfig.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('a palace whose settings can’t be written is named', () => {
  const file = path.join(temporaryFolder(), 'notes.md');
  writeFileSync(file, 'notes');
  const folders = [path.join(file, 'palace'), ...(process.platform === 'linux' ? ['/proc/none/palace'] : [])];
  for (const folder of folders)
    expect(() => changeConfig(folder, { chunk_target: 900 }, [])).toThrow(
      expect.objectContaining({
        code: 'E_PALACE_READ_ONLY',
        message: expect.stringContaining(`The palace folder ${folder} can't be written`) as string,
      }),
    );
});
