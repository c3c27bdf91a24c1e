import { expect, it } from 'vitest';
import { openPalace } from '../../../extension/api/openPalace.ts';

it.each([{ palace: 5 }, { palace: null }, { workspace: ['.'] }, { onLog: 'log.txt' }, null, 'palace'])(
  'a palace that is asked for in a wrong form (%j) is refused with the remedy',
  async (options) => {
    await expect(openPalace(options as never)).rejects.toMatchObject({
      code: 'E_USAGE',
      remedy: expect.stringContaining('docs/api.md'),
    });
  },
);
