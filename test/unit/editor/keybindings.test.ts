import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
      keybindings: z.array(z.object({ command: z.string(), key: z.string(), mac: z.string().optional() })),
    }),
  })
  .parse(JSON.parse(read('package.json')));
const titles = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));

it('every key is on the page of keys, with its command under the name that the palette has', () => {
  const rows = read('docs/keyboard.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { command, key } of contributes.keybindings) {
    const title = contributes.commands.find((known) => known.command === command)?.title ?? '';
    const name = (titles[title.slice(1, -1)] ?? '').replace('…', '');
    expect(
      rows.some(
        ([, keys = '', named = '']) =>
          keys.replaceAll('`', '').toLowerCase().split(' (')[0] === key && named.startsWith(name),
      ),
      `${key}: ${name}`,
    ).toBe(true);
  }
});

it('on macOS, Cmd takes the place of Ctrl', () => {
  for (const { key, mac } of contributes.keybindings)
    if (key === 'enter') expect(mac).toBeUndefined();
    else expect(mac).toMatch(key.includes('ctrl') ? /^cmd\+k / : /^cmd/);
});
