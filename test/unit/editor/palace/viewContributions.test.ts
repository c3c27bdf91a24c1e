import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';

const file = path.join(import.meta.dirname, '..', '..', '..', '..', 'package.json');
const { contributes } = z
  .object({
    contributes: z.object({
      viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
      menus: z.object({
        'view/title': z.array(z.object({ command: z.string().optional(), when: z.string(), group: z.string() })),
      }),
    }),
  })
  .parse(JSON.parse(readFileSync(file, 'utf8')));

it('a view calls a workspace untrusted once the extension knows: the editor’s key says so of any until it is restored', () => {
  const untrusted = contributes.viewsWelcome.filter(({ contents }) => contents === '%welcome.untrusted%');
  expect(untrusted.map(({ view }) => view)).toEqual(
    ['memory', 'session', 'archive'].map((view) => `synapsePalace.${view}`),
  );
  for (const { when } of contributes.viewsWelcome) expect(when).not.toContain('!isWorkspaceTrusted');
  for (const { when } of untrusted) expect(when).toContain('synapsePalace.untrusted');
});

it('a view’s buttons fit beside Collapse All and “…” in the narrowest side bar', () => {
  for (const view of ['memory', 'session', 'archive']) {
    const buttons = contributes.menus['view/title'].filter(
      ({ when, group }) => when.startsWith(`view == synapsePalace.${view}`) && group.startsWith('navigation'),
    );
    // One of two that stand in for each other shows.
    const places = new Set(buttons.map(({ group }) => group));
    expect([view, places.size <= 3]).toEqual([view, true]);
  }
});
