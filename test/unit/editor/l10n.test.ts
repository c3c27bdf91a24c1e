import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

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

const shown = (): string[] => {
  const folder = path.join(root, 'extension', 'editor');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
  return [...new Set(files.flatMap(textsIn))].sort();
};

it("the bundle for translators holds every text of the editor's side (UPDATE_L10N=1 writes it anew)", () => {
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
