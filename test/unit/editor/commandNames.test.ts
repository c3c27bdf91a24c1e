import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const root = path.join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const menuSchema = z.array(
  z.object({
    command: z.string().optional(),
    submenu: z.string().optional(),
    when: z.string().optional(),
    group: z.string().optional(),
  }),
);
const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
      menus: z.record(z.string(), menuSchema),
      submenus: z.array(z.object({ id: z.string() })),
    }),
  })
  .parse(JSON.parse(read('package.json')));
const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));
const titleOf = (title: string): string => texts[title.replaceAll('%', '')] ?? title;
const plain = (name: string): string => name.replace(/…$/, '').trim();
const titles = new Map(contributes.commands.map(({ command, title }) => [command, titleOf(title)]));
const names = new Set([...titles.values()].map(plain));
const hidden = new Set(
  (contributes.menus['commandPalette'] ?? []).flatMap(({ command, when }) =>
    command !== undefined && when === 'false' ? [command] : [],
  ),
);

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
/** What is said of commands outside package.json. Decisions keep the names of their time. */
const docs = ['README.md', ...filesIn('docs', '.md').filter((file) => !/\b(?:adr|seeds)\b/.test(file))];

describe('the commands of the editor', () => {
  it('are under 25 in the palette, whatever is open', () => {
    const shown = [...titles.keys()].filter((command) => !hidden.has(command));
    const hide = 'hide one (commandPalette, when false) and put it into a menu';
    expect(shown.length, `${hide}: ${shown.join(', ')}`).toBeLessThan(25);
  });

  it('are named alike: one category, a verb first, each important word with a capital, no article', () => {
    for (const { command, category } of contributes.commands) expect(category, command).toBe('Synapse Palace');
    for (const whole of titles.values()) {
      // VS Code’s own words for where something is opened.
      const title = whole.replace(/ to the Side$/, '');
      expect(title).toMatch(/^[A-Z][a-z]+(?: (?:[A-Z][\p{L}’]*|to|for|from|with|as|of|in|Not))*…?$/u);
      expect(title).not.toMatch(/\b(?:a|an|the|A|An|The)\b/);
    }
  });

  it('leave a view’s title its room in a narrow side bar: four buttons at most', () => {
    for (const view of ['memory', 'session', 'archive']) {
      const buttons = (contributes.menus['view/title'] ?? []).filter(
        ({ when, group }) =>
          when?.startsWith(`view == synapsePalace.${view}`) === true && group?.startsWith('navigation') === true,
      );
      // Filter Memory and Clear Memory Filter take turns.
      const places = new Set(buttons.map(({ group }) => group));
      expect(places.size, view).toBeLessThanOrEqual(4);
    }
  });

  it('that make plans are offered where plans are listed, also while there is none', () => {
    const inTitle = (contributes.menus['view/title'] ?? []).filter(
      ({ when }) => when === 'view == synapsePalace.archive',
    );
    for (const command of ['synapsePalace.reviewCompaction', 'synapsePalace.restoreArchived'])
      expect(inTitle.map((entry) => entry.command)).toContain(command);
    expect(texts['welcome.archive']).toContain('(command:synapsePalace.reviewCompaction)');
  });

  it('that are not in the palette stand in a menu or are a row’s own', () => {
    const inMenus = new Set(
      Object.entries(contributes.menus).flatMap(([menu, entries]) =>
        menu === 'commandPalette' ? [] : entries.flatMap(({ command }) => command ?? []),
      ),
    );
    const ofRows = filesIn('extension', '.ts')
      .map(read)
      .join('\n')
      .match(/command: (?:'|`synapsePalace\.)[\w.${}]+|command: 'loadMore\w+'/g)
      ?.join(' ');
    for (const command of hidden)
      if (!inMenus.has(command)) expect(ofRows, command).toContain(command.replace('synapsePalace.', ''));
  });

  it('for trouble are one submenu of every view, in which deleting comes last, by itself', () => {
    const id = 'synapsePalace.troubleshooting';
    expect(contributes.submenus.map((submenu) => submenu.id)).toContain(id);
    const views = (contributes.menus['view/title'] ?? []).filter(({ submenu }) => submenu === id);
    // VS Code takes one entry of a submenu per menu, and warns of others.
    expect(views.map(({ when }) => when)).toEqual(['view =~ /^synapsePalace\\.(?:memory|session|archive)$/']);
    const groups = (contributes.menus[id] ?? []).map(({ group = '', command }) => ({ group, command }));
    const last = groups.toSorted((a, b) => (a.group < b.group ? -1 : 1)).at(-1);
    expect(last?.command).toBe('synapsePalace.deletePalace');
    expect(groups.filter(({ group }) => group.split('@')[0] === last?.group.split('@')[0])).toHaveLength(1);
    expect(hidden).toContain('synapsePalace.deletePalace');
  });
});

describe('what the documents and messages name', () => {
  it('after “Synapse Palace:” is a command', () => {
    const named = [...docs, ...filesIn('extension', '.ts'), 'package.nls.json'].flatMap((file) =>
      [...read(file).matchAll(/Synapse Palace: ([A-Z][\p{L}’]+(?: [\p{L}’]+)*)/gu)].map(([, name = '']) => ({
        file,
        name,
      })),
    );
    expect(named.length).toBeGreaterThan(8);
    for (const { file, name } of named) expect(names, `${file}: ${name}`).toContain(name);
  });

  it('in bold or italics and with the verb of a command is that command, or stands on a button', () => {
    const verbs = new Set([...names].map((name) => name.split(' ')[0] ?? ''));
    const buttons = new Set(
      Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(read('l10n/bundle.l10n.json')))).map(plain),
    );
    let found = 0;
    for (const file of docs)
      for (const [, name = ''] of read(file).matchAll(
        /(?<!\*)\*{1,2}([A-Z][\p{L}’]*(?: (?:[A-Z][\p{L}’]*|to|for|from|with|as|of|in))+)…?\*{1,2}/gu,
      )) {
        if (!verbs.has(name.split(' ')[0] ?? '')) continue;
        found += 1;
        expect(names.has(name) || buttons.has(name), `${file}: ${name}`).toBe(true);
      }
    expect(found).toBeGreaterThan(8);
  });
});
