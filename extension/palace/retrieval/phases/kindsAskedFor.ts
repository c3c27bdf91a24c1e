import type { FileKind } from '../../model/drawer/vocabulary.ts';

/** Wordings that ask for a kind of file. Its mere name is not enough: in a test runner, every source is about tests. */
const wordings: readonly (readonly [FileKind, RegExp])[] = [
  [
    'test',
    /\b(?:unit |e2e |integration |property )?(?:tests?|specs?) (?:for|of|that|covering)\b|\btested\b|\bfixtures? (?:for|of)\b/iu,
  ],
  [
    'docs',
    /\b(?:docs?|documentation|readme|guide|manual|tutorial) (?:for|of|on|about)\b|\bdocumented\b|\breadme\b/iu,
  ],
  ['changelog', /\b(?:change ?log|release notes?|what changed|what(?:’|'| i)s new)\b/iu],
  [
    'configuration',
    /\b(?:config(?:uration)?|settings?) file\b|\b(?:package|tsconfig)\.json\b|\b(?:docker|make)file\b/iu,
  ],
];

/** The kinds of files that a query asks for by name: "tests for the parser", "docs on hooks". */
export const kindsAskedFor = (query: string): ReadonlySet<FileKind> =>
  new Set(wordings.flatMap(([kind, wording]) => (wording.test(query) ? [kind] : [])));
