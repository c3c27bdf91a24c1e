import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { errorTable } from '../../../extension/palace/model/palaceError.ts';
import { retrievalSteps } from '../../../extension/palace/contract/search/retrievalSteps.ts';
import {
  cosineStep,
  scorePhaseTable,
  selectionSteps,
  type ScorePhaseRow,
} from '../../../extension/palace/contract/search/scorePhaseTable.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const bundleFile = path.join(root, 'l10n', 'bundle.l10n.json');

/** The literal first arguments of every call of `t`, `….t`. */
const textsIn = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const [first] = node.arguments;
      if (ts.isIdentifier(called) && called.text === 't' && first !== undefined && ts.isStringLiteralLike(first))
        texts.push(first.text);
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
    if (
      ts.isTaggedTemplateExpression(node) &&
      ts.isIdentifier(node.tag) &&
      node.tag.text === 'errorText' &&
      ts.isTemplateExpression(node.template)
    )
      texts.push(
        node.template.templateSpans.reduce(
          (text, { literal }, index) => `${text}{${index}}${literal.text}`,
          node.template.head.text,
        ),
      );
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

it('every title and description in package.json that is a key has its text', () => {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key).sort();
  const nls: unknown = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8'));
  expect(Object.keys(nls ?? {}).sort()).toEqual([...new Set(used)]);
});
