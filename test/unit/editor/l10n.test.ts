import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { errorTable } from '../../../extension/palace/model/errors/palaceError.ts';
import { sharedTexts } from '../../../extension/palace/contract/memory/sharedText.ts';
import { leftOutReasons } from '../../../extension/palace/model/source/leftOutReasons.ts';
import { skippedDocument } from '../../../extension/palace/model/source/skippedDocument.ts';
import { placeTexts } from '../../../extension/palace/model/source/sourcePlace.ts';
import { entryTypes, fileKinds, tiers } from '../../../extension/palace/model/drawer/vocabulary.ts';
import { plainReasons } from '../../../extension/palace/contract/search/plainReasons.ts';
import { legWords, reasonTexts, reasonValues } from '../../../extension/palace/contract/search/reasonTexts.ts';
import { retrievalSteps } from '../../../extension/palace/contract/search/retrievalSteps.ts';
import {
  cosineStep,
  scorePhaseTable,
  selectionSteps,
  type ScorePhaseRow,
} from '../../../extension/palace/contract/search/scorePhaseTable.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const bundleFile = path.join(root, 'l10n', 'bundle.l10n.json');

/** The literal arguments of every call of `t`, `….t` (the first), `translatable` and `counted` of the inspector. */
const textsIn = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const name = ts.isIdentifier(called) ? called.text : '';
      const given =
        name === 't' || name === 'translatable'
          ? node.arguments.slice(0, 1)
          : name === 'counted'
            ? node.arguments.slice(1, 3)
            : [];
      texts.push(...given.filter(ts.isStringLiteralLike).map(({ text }) => text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
};

/** Texts that are translated where they are shown, but stand in a table. */
const phases: readonly Pick<ScorePhaseRow, 'name' | 'label' | 'short' | 'leavesOut'>[] = [
  cosineStep,
  ...Object.values(selectionSteps),
  ...scorePhaseTable,
];
const textsInTables: readonly string[] = [
  ...phases.flatMap(({ name, label, short, leavesOut }) => [name, label, short, leavesOut ?? name]),
  ...retrievalSteps.map(({ name }) => name),
  ...reasonTexts.map((text) => plainReasons.get(text) ?? text),
  ...reasonValues,
  ...legWords,
  ...placeTexts,
  ...Object.values(sharedTexts),
  ...Object.values(leftOutReasons),
  ...Object.values(skippedDocument),
  ...fileKinds,
  ...tiers,
  ...entryTypes.flatMap((type) => [type, type.replace('_', ' ')]),
];

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(root, folder, name));

/** The literal texts of an expression that gives one of several. */
const literalsOf = (node: ts.Expression): string[] => {
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return ts.isStringLiteralLike(node) ? [node.text] : [];
};

/** Messages and remedies of the errors that a file throws: literals, and templates with their places numbered. */
const errorTextsIn = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'errorText')
      texts.push(
        ts.isTemplateExpression(node.template)
          ? node.template.templateSpans.reduce(
              (text, { literal }, index) => `${text}{${index}}${literal.text}`,
              node.template.head.text,
            )
          : node.template.text,
      );
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'stopIfAborted')
      texts.push(...node.arguments.slice(1, 2).flatMap(literalsOf));
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'PalaceError') {
      const [, message, options] = node.arguments ?? [];
      if (message !== undefined) texts.push(...literalsOf(message));
      if (options !== undefined && ts.isObjectLiteralExpression(options))
        for (const property of options.properties)
          if (
            ts.isPropertyAssignment(property) &&
            ts.isIdentifier(property.name) &&
            property.name.text === 'remedy'
          )
            texts.push(...literalsOf(property.initializer));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
};

const shown = (): string[] => {
  const texts = [path.join('extension', 'editor'), 'webview'].flatMap(filesIn).flatMap(textsIn);
  // What the command line and agents are told stays English.
  const errors = ['base', 'editor', 'palace', 'protocol', 'service']
    .flatMap((folder) => filesIn(path.join('extension', folder)))
    .flatMap(errorTextsIn);
  return [...new Set([...texts, ...errors, ...Object.values(errorTable), ...textsInTables])].sort();
};

it("the bundle for translators holds every text of the editor's side, the inspector and the errors (UPDATE_L10N=1 writes it anew)", () => {
  const texts = shown();
  if (process.env['UPDATE_L10N'] === '1')
    writeFileSync(
      bundleFile,
      `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`,
    );
  const bundle: unknown = JSON.parse(readFileSync(bundleFile, 'utf8'));
  expect(bundle).toMatchObject(Object.fromEntries(texts.map((text) => [text, text])));
});

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const texts = z.record(z.string(), z.string());
/** What package.json shows a person, by the names of its properties; `userDescription` is a chat tool's. */
const shownProperties =
  /^(?:title|label|markdownDescription|userDescription|contents|altText|markdownEnumDescriptions)$/;
const plainTexts = (value: unknown, shown: boolean): readonly string[] =>
  typeof value === 'string'
    ? shown && !/^%[^%]+%$/.test(value)
      ? [value]
      : []
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) =>
          plainTexts(part, Array.isArray(value) ? shown : shownProperties.test(name)),
        )
      : [];

it('what package.json shows a person is a key of package.nls.json', () => {
  const { contributes } = z.object({ contributes: z.unknown() }).parse(read('package.json'));
  expect(plainTexts(contributes, false).filter((text) => text !== 'Synapse Palace')).toEqual([]);
});

/** The languages that there are, with the texts that fall back to English, as `untranslated.json` lists them. */
const untranslatedFile = path.join(import.meta.dirname, 'untranslated.json');
const untranslated = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(untranslatedFile, 'utf8')));
const slotsOf = (text: string): string =>
  [...(text.match(/\{\d+\}|\]\(command:[^)]*\)|%\d/g) ?? [])].sort().join(' ');

/** A language's texts and the English ones: those of the program, and those of package.json. */
const bundlesOf = (language: string) =>
  (['l10n/bundle.l10n.json', 'package.nls.json'] as const).map((file) => {
    const own = file.replace('.json', `.${language}.json`);
    return { own, english: texts.parse(read(file)), translated: texts.parse(read(own)) };
  });
const missingIn = (language: string): readonly string[] =>
  bundlesOf(language).flatMap(({ english, translated }) =>
    Object.keys(english).filter((key) => !Object.hasOwn(translated, key)),
  );

it.each(Object.keys(untranslated))(
  'the translation into “%s” lacks nothing but what is listed, and has nothing else (UPDATE_L10N=1 lists and removes)',
  (language) => {
    if (process.env['UPDATE_L10N'] === '1') {
      for (const { own, english, translated } of bundlesOf(language))
        writeFileSync(
          path.join(root, own),
          `${JSON.stringify(Object.fromEntries(Object.keys(english).flatMap((key) => (translated[key] === undefined ? [] : [[key, translated[key]]]))), null, 2)}\n`,
        );
      untranslated[language] = [...missingIn(language)];
      writeFileSync(untranslatedFile, `${JSON.stringify(untranslated, null, 2)}\n`);
    }
    expect(
      missingIn(language),
      `Translate it in l10n/ or package.nls.${language}.json, or let UPDATE_L10N=1 list it`,
    ).toEqual(untranslated[language]);
    for (const { own, english, translated } of bundlesOf(language))
      for (const [key, text] of Object.entries(translated)) {
        expect(Object.keys(english), `${own} translates what is no text any more`).toContain(key);
        expect(slotsOf(text), `${own}: the places and commands of “${key}”`).toBe(slotsOf(english[key] ?? ''));
      }
  },
);

it('every title and description in package.json that is a key has its text', () => {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key).sort();
  const nls: unknown = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8'));
  expect(Object.keys(nls ?? {}).sort()).toEqual([...new Set(used)]);
});
