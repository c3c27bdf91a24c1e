import {
  createScanner,
  parseTree,
  printParseErrorCode,
  stripComments,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { parseJson } from '../../../base/text/parseJson.ts';

/** Part of a text, from `start` (included) to `end` (excluded). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of the text's top-level object. */
interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly value: Span;
  /** The value with its own parts. */
  readonly node: Node;
}

/** Where the parts of an object are in its text, so that a change to one part leaves the others as they are written. */
export interface JsonObjectText {
  readonly members: readonly JsonMember[];
  /** Offsets of the object's braces. */
  readonly open: number;
  readonly close: number;
  readonly comments: readonly Span[];
}

/** What is wrong with a text that should be a JSON object, and on which line (from 1). */
interface JsonFault {
  readonly line: number;
  readonly problem: string;
}

/** Maximum nesting depth of lists and objects. Real settings are not deeper, and deeper text would exhaust the parser's stack. */
const deepest = 200;

/** Finds the members and comments of a JSON object, or what is wrong with the text. Comments are the only extension allowed. */
export const jsonObjectText = (text: string): JsonObjectText | JsonFault => {
  const fault = (at: number, problem: string): JsonFault => ({
    line: text.slice(0, at).split('\n').length,
    problem,
  });
  const { comments, tooDeepAt } = scanned(text);
  if (tooDeepAt !== null) return fault(tooDeepAt, 'it is nested too deeply');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: false });
  const [error] = errors;
  if (error !== undefined) return fault(error.offset, problemOf(error, text));
  if (root?.type !== 'object') return fault(root?.offset ?? 0, 'a JSON object must begin here');
  // The parser accepts a few texts that are not valid JSON.
  if (!isJson(stripComments(text, ' '))) return fault(0, 'it is not JSON');
  return { members: membersOf(root), open: root.offset, close: root.offset + root.length - 1, comments };
};

/** The text's comments, and where it is nested too deeply. A token's first character is enough to recognise brackets and comments. */
const scanned = (text: string): { readonly comments: readonly Span[]; readonly tooDeepAt: number | null } => {
  const scanner = createScanner(text);
  const comments: Span[] = [];
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const first = text.charAt(start);
    if (first === '/') comments.push({ start, end: start + scanner.getTokenLength() });
    else if (first === '{' || first === '[') depth += 1;
    else if (first === '}' || first === ']') depth -= 1;
    if (depth > deepest) return { comments, tooDeepAt: start };
  }
  return { comments, tooDeepAt: null };
};

const problemOf = ({ error, offset }: ParseError, text: string): string =>
  offset >= text.length ? 'it ends too early' : (problems[printParseErrorCode(error)] ?? 'it is not JSON');

const wrongText = 'a text in double quotes does not end, or holds a character that must be escaped';
const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value, or a name in double quotes, is missing',
  InvalidNumberFormat: 'a number is not complete',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: '“:” is missing',
  CommaExpected: '“,” is missing',
  EndOfFileExpected: 'nothing may follow the JSON object',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: wrongText,
  UnexpectedEndOfNumber: 'a number is not complete',
  InvalidUnicode: wrongText,
  InvalidEscapeCharacter: wrongText,
  InvalidCharacter: wrongText,
};

const isJson = (text: string): boolean => parseJson(text) !== undefined;

const membersOf = ({ children: properties = [] }: Node): JsonMember[] =>
  properties.flatMap(({ children = [] }) => {
    const [key, value] = children;
    if (key === undefined || value === undefined) return [];
    return [
      {
        key: String(key.value),
        keyStart: key.offset,
        value: { start: value.offset, end: value.offset + value.length },
        node: value,
      },
    ];
  });
