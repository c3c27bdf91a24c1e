import type { Node } from 'jsonc-parser';
import type { Span } from './jsonObjectText.ts';

/** Replaces a part of a text. */
export interface Edit extends Span {
  readonly by: string;
}

/** How a text breaks and indents its lines. */
export interface Layout {
  readonly newline: string;
  /** The white space of one level. */
  readonly indent: string;
}

/** A value as JSON whose first line stands `depth` levels deep. */
export const jsonAt = (value: unknown, depth: number, { newline, indent }: Layout): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', `${newline}${indent.repeat(depth)}`);

/**
 * Takes children out of a list or an object, each with its comma, and adds texts behind those that stay, `depth` levels deep. All
 * other children stay as they are written. Comments between the children would be lost.
 */
export const childrenEdits = (
  text: string,
  { children = [], offset, length }: Node,
  { out, added }: { readonly out: ReadonlySet<number>; readonly added: readonly string[] },
  depth: number,
  { newline, indent }: Layout,
): Edit[] => {
  const close = offset + length - 1;
  const lines = added.map((each) => `${newline}${indent.repeat(depth)}${each}`).join(',');
  const ending = `${newline}${indent.repeat(depth - 1)}`;
  if (children.length === out.size)
    return [{ start: offset + 1, end: close, by: lines === '' ? '' : `${lines}${ending}` }];
  const first = [...children.keys()].find((at) => !out.has(at)) ?? 0;
  const cuts = [...out].map((at): Edit => {
    const [before, child, after] = [children[at - 1], children[at], children[at + 1]];
    return at < first
      ? { start: child?.offset ?? offset, end: after?.offset ?? close, by: '' }
      : { start: endOf(before, offset), end: endOf(child, close), by: '' };
  });
  if (lines === '') return cuts;
  const end = endOf(children.at(-1), close);
  const isOpen = !/[\r\n]/.test(text.slice(end, close));
  return [...cuts, { start: end, end, by: `,${lines}${isOpen ? ending : ''}` }];
};

const endOf = (node: Node | undefined, otherwise: number): number =>
  node === undefined ? otherwise : node.offset + node.length;

/** Applies edits to a text. Edits at the same place keep their order. */
export const edited = (text: string, edits: readonly Edit[]): string => {
  let result = '';
  let at = 0;
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
};
