import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { builtInProfiles } from '../../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import {
  flagGroups,
  flagNames,
  flagTables,
  profileSetting,
  profileSettingTexts,
  profileTable,
} from './profileFlagDocs.ts';

const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const [manifestFile, textsFile, pageFile] = [
  path.join(root, 'package.json'),
  path.join(root, 'package.nls.json'),
  path.join(root, 'docs', 'profiles.md'),
];
const updating = process.env['UPDATE_SETTINGS'] === '1';

const setting = 'synapsePalace.profiles';
const object = z.record(z.string(), z.unknown());
/** The manifest with this setting's `additionalProperties` replaced; all else keeps its place. */
const manifestWith = (additionalProperties: unknown): unknown =>
  JSON.parse(readFileSync(manifestFile, 'utf8'), (key, value: unknown) =>
    key === setting ? { ...object.parse(value), additionalProperties } : value,
  );
const settingInManifest = (): unknown => {
  const found: unknown[] = [];
  JSON.parse(readFileSync(manifestFile, 'utf8'), (key, value: unknown) => {
    if (key === setting) found.push(object.parse(value)['additionalProperties']);
    return value;
  });
  return found[0];
};
const textsOf = (file: string) => z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
const readTexts = () => textsOf(textsFile);
const flagTextsIn = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('flag.')));
const write = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('the setting for profiles knows every flag with its bounds (UPDATE_SETTINGS=1 writes it anew)', () => {
  if (updating) write(manifestFile, manifestWith(profileSetting()));
  expect(settingInManifest()).toEqual(asJson(profileSetting()));
});

it('every flag has its description and default in words (UPDATE_SETTINGS=1 writes them anew)', () => {
  if (updating) {
    const others = Object.entries(readTexts()).filter(([key]) => !key.startsWith('flag.'));
    write(textsFile, Object.fromEntries([...others, ...Object.entries(profileSettingTexts())]));
  }
  expect(flagTextsIn(readTexts())).toEqual(profileSettingTexts());
});

it('a value that a description begins with stays as it is typed, in every language', () => {
  for (const texts of [readTexts(), textsOf(path.join(root, 'package.nls.de.json'))]) {
    expect(texts['flag.closets']).toMatch(/^leg: /);
    expect(texts['flag.pair_scope']).toMatch(/^prose: /);
    expect(texts['flag.sentence_scope']).toMatch(/^prose: /);
  }
});

it("the setting lets every built-in profile pass and refuses what is outside a flag's bounds", () => {
  const schema = z.fromJSONSchema(z.record(z.string(), z.json()).parse(asJson(profileSetting())));
  for (const profile of Object.values(builtInProfiles)) expect(schema.safeParse(profile).success).toBe(true);
  for (const wrong of [
    { mmr_lambda: 1.1 },
    { final_k: 2.5 },
    { fusion: 'sum' },
    { half_life_days: 0 },
    { dense_weight: 'most' },
    { mmr_lamda: 1 },
  ])
    expect(schema.safeParse(wrong).success).toBe(false);
});

const between = (name: string): RegExp => new RegExp(`<!-- ${name} -->[^]*?<!-- end of ${name} -->`);

const marked = (name: string, table: string): string => `<!-- ${name} -->\n${table}\n<!-- end of ${name} -->`;

it('the page on profiles has the built-in profiles and every flag as they are (UPDATE_SETTINGS=1 writes them anew)', () => {
  const generated = { profiles: profileTable(), flags: flagTables() };
  if (updating) {
    const page = Object.entries(generated).reduce(
      (text, [name, table]) => text.replace(between(name), () => marked(name, table)),
      readFileSync(pageFile, 'utf8'),
    );
    writeFileSync(pageFile, page);
  }
  const page = readFileSync(pageFile, 'utf8');
  for (const [name, table] of Object.entries(generated))
    expect(between(name).exec(page)?.[0]).toBe(marked(name, table));
});

it('every flag stands in one group of the page', () => {
  expect(flagGroups.flatMap(({ flags }) => flags).sort()).toEqual([...flagNames].sort());
});
