import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** Words of English that an expression may give: literals, but not what a call makes of its arguments. */
const wordsOf = (node: ts.Node): string[] => {
  if (ts.isCallExpression(node) || ts.isElementAccessExpression(node)) return [];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(wordsOf);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ? wordsOf(node.right) : [];
  if (ts.isStringLiteralLike(node)) return /\p{L}{2}/u.test(node.text) ? [node.text] : [];
  if (ts.isTemplateExpression(node)) {
    const fixed = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join('…');
    return [
      ...(/\p{L}{2}/u.test(fixed) ? [fixed] : []),
      ...node.templateSpans.flatMap((span) => wordsOf(span.expression)),
    ];
  }
  return ts.isParenthesizedExpression(node) ? wordsOf(node.expression) : [];
};

/** The name of what is called: of `t` and of `localiser.t`. */
const nameOf = (node: ts.Expression): string => {
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  return ts.isIdentifier(name) ? name.text : '';
};

const filledIn = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const filling =
      ts.isTaggedTemplateExpression(node) &&
      ts.isIdentifier(node.tag) &&
      node.tag.text === 'errorText' &&
      ts.isTemplateExpression(node.template)
        ? node.template.templateSpans.map(({ expression }) => expression)
        : ts.isCallExpression(node) && nameOf(node.expression) === 't'
          ? node.arguments.slice(1)
          : [];
    found.push(...filling.flatMap(wordsOf).map((words) => `${path.relative(root, file)}: ${words}`));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

it('a text that is translated is a whole sentence: none of its places is filled with English words', () => {
  const files = ['extension', 'webview'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(root, folder, name)),
  );
  expect(files.flatMap(filledIn)).toEqual([]);
});
