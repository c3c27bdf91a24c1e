import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  defaultPalaceSettings,
  isValueOf,
  palaceSettingNames,
  palaceSettingRows,
  type PalaceSettingName,
} from '../../../../extension/palace/contract/palaceSettings.ts';

const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const [manifestFile, textsFile, pageFile] = [
  path.join(root, 'package.json'),
  path.join(root, 'package.nls.json'),
  path.join(root, 'docs', 'settings.md'),
];
const updating = process.env['UPDATE_SETTINGS'] === '1';
const write = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const typeOf = (name: PalaceSettingName): object => {
  const row = palaceSettingRows[name];
  switch (row.kind) {
    case 'count':
      return { type: 'integer', default: row.default, minimum: row.least, maximum: row.most };
    case 'patterns':
      return { type: 'array', items: { type: 'string' }, default: row.default, uniqueItems: true };
    case 'folder':
      return { type: 'string', default: row.default };
    case 'choice':
      return { type: 'string', enum: row.values, default: row.default };
  }
};
/** A workspace must not name a folder that a program reads, nor decide what agents may do. */
const scopes = { count: 'window', patterns: 'window', folder: 'machine', choice: 'application' } as const;
const scopeOf = (name: PalaceSettingName) => scopes[palaceSettingRows[name].kind];
const group = {
  id: 'mining',
  title: '%settings.mining%',
  order: 3,
  properties: {
    'synapsePalace.mining.quietSeconds': {
      type: 'integer',
      default: 1,
      minimum: 1,
      maximum: 600,
      order: 1,
      scope: 'window',
      markdownDescription: '%setting.mining.quietSeconds%',
    },
    ...Object.fromEntries(
      palaceSettingNames.map((name, index) => [
        `synapsePalace.${palaceSettingRows[name].editor}`,
        {
          ...typeOf(name),
          order: index + 2,
          scope: scopeOf(name),
          markdownDescription: `%setting.${palaceSettingRows[name].editor}%`,
        },
      ]),
    ),
  },
};
const texts = Object.fromEntries(
  palaceSettingNames.map((name) => [`setting.${palaceSettingRows[name].editor}`, palaceSettingRows[name].what]),
);

const manifestSchema = z.looseObject({
  contributes: z.looseObject({ configuration: z.array(z.looseObject({ id: z.string() })) }),
});

it('the editor offers every setting of a palace with its default and bounds (UPDATE_SETTINGS=1 writes them anew)', () => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const { configuration } = manifest.contributes;
  if (updating) {
    const others = configuration.filter(({ id }) => id !== group.id);
    write(manifestFile, {
      ...manifest,
      contributes: { ...manifest.contributes, configuration: [...others, group] },
    });
  } else expect(configuration.find(({ id }) => id === group.id)).toEqual(group);
});

it('and describes it in the words of the table', () => {
  const all = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(textsFile, 'utf8')));
  if (updating) {
    const known = Object.entries({ ...all, ...texts });
    write(
      textsFile,
      Object.fromEntries([
        ...known.filter(([key]) => !key.startsWith('flag.')),
        ...known.filter(([key]) => key.startsWith('flag.')),
      ]),
    );
  } else expect(all).toMatchObject(texts);
});

const table = (): string =>
  [
    '| setting | in the editor: `synapsePalace.…` | default | values | what it does |',
    '| --- | --- | --- | --- | --- |',
    ...palaceSettingNames.map((name) => {
      const row = palaceSettingRows[name];
      const values =
        row.kind === 'count'
          ? `${row.least.toLocaleString('en')} to ${row.most.toLocaleString('en')}`
          : row.kind === 'patterns'
            ? 'patterns'
            : row.kind === 'choice'
              ? row.values.map((value) => `\`${value}\``).join(', ')
              : 'a folder';
      return `| \`${name}\` | \`${row.editor}\` | \`${JSON.stringify(row.default)}\` | ${values} | ${row.what} |`;
    }),
  ].join('\n');

it('the page on settings lists them (UPDATE_SETTINGS=1 writes it anew)', () => {
  const between = /<!-- settings -->[^]*?<!-- end of settings -->/;
  const marked = `<!-- settings -->\n${table()}\n<!-- end of settings -->`;
  const page = readFileSync(pageFile, 'utf8');
  if (updating)
    writeFileSync(
      pageFile,
      page.replace(between, () => marked),
    );
  else expect(between.exec(page)?.[0]).toBe(marked);
});

it('a default is a value, and so are the bounds, but nothing beyond them', () => {
  for (const name of palaceSettingNames) {
    expect(isValueOf(name, defaultPalaceSettings[name])).toBe(true);
    const row = palaceSettingRows[name];
    if (row.kind !== 'count') continue;
    const beyond = [row.least - 1, row.most + 1, row.least + 0.5, String(row.least), null];
    expect([row.least, row.most].every((value) => isValueOf(name, value))).toBe(true);
    expect(beyond.some((value) => isValueOf(name, value))).toBe(false);
  }
  expect(['relative/folder', '../up', '~user', 7].some((value) => isValueOf('model_folder', value))).toBe(false);
  expect(['', '/opt/model', '~/model', 'C:\\model'].every((value) => isValueOf('model_folder', value))).toBe(true);
});
