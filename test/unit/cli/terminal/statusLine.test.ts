import { describe, expect, it } from 'vitest';
import { sayIfWaiting } from '../../../../extension/cli/terminal/sayIfWaiting.ts';
import type { MineProgress } from '../../../../extension/palace/contract/filing/mineProgress.ts';
import { apiOf, statusOf } from '../../editor/fakePalace.ts';
import { statusLine } from '../../../../extension/cli/terminal/progress.ts';

const shownOn = (isTTY: boolean, columns: number): string => {
  let output = '';
  const line = statusLine({
    isTTY,
    columns,
    write: (text: Uint8Array | string) => ((output += String(text)), true),
  });
  line.show('mining 1/200 · a-file-with-a-long-name.ts', 'mining');
  line.show('mining 2/200 · b.ts', 'mining');
  line.say('All is filed.');
  line.show('embedding 1/9', 'embedding');
  line.clear();
  return output;
};
const over = '\r\u001b[2K';

describe('a status line', () => {
  it('is overwritten, cut at the width, and leaves only what was said', () => {
    expect(shownOn(true, 20)).toBe(
      `${over}mining 1/200 · a-f…${over}mining 2/200 · b.ts${over}All is filed.\n${over}embedding 1/9${over}`,
    );
  });

  it('is plain lines, one for each stage, where the terminal has no width', () => {
    expect(shownOn(true, 0)).toBe('mining 1/200 · a-file-with-a-long-name.ts\nAll is filed.\nembedding 1/9\n');
  });

  it('is silent where there is no terminal', () => {
    expect(shownOn(false, 80)).toBe('');
  });
});

it('a command that another process keeps waiting says for what, once and without a terminal', async () => {
  const progress = { done: 1, total: 2, message: 'a.ts', per_second: null };
  const said = async (stage: MineProgress['stage'] | null, quiet = false): Promise<string> => {
    let output = '';
    const mining = stage === null ? null : { ...progress, stage };
    const api = apiOf({ status: () => Promise.resolve(statusOf(1, { mining })) });
    await sayIfWaiting({ quiet }, api, { write: (text: Uint8Array | string) => ((output += String(text)), true) });
    return output;
  };
  expect(await said('comparing')).toBe('Waiting for the mining of another process.\n');
  expect(await said('exporting')).toBe('Waiting for the export of another process.\n');
  expect(await said(null)).toBe('');
  expect(await said('mining', true)).toBe('');
});
