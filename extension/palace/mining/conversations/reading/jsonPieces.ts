import { parseJson } from '../../../../base/text/parseJson.ts';
import { isRecord } from '../../../../base/isRecord.ts';
import { encodingOf } from '../../../filing/asUtf8.ts';

/** A part of a JSON document that is complete in itself. */
type JsonPiece =
  /** An element of the document's top-level list. */
  | { readonly kind: 'element'; readonly value: unknown }
  /** A member of the document's top-level object. */
  | { readonly kind: 'member'; readonly key: string; readonly value: unknown }
  /** An element of the list that is the member named by `split`. */
  | { readonly kind: 'item'; readonly value: unknown }
  /** Invalid JSON, or the end of a truncated document. */
  | { readonly kind: 'broken'; readonly reason: 'invalid_json' | 'undecodable' };

/**
 * Splits a JSON document of any size while reading it, so that no step parses more than one piece. The pieces are the
 * elements of a list, or the members of an object; the member named `split` is given element by element. UTF-8, or
 * UTF-16 with a byte order mark.
 */
export async function* jsonPieces(chunks: AsyncIterable<Uint8Array>, split: string): AsyncGenerator<JsonPiece> {
  const scanner = new PieceScanner(split);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      yield { kind: 'broken', reason: 'undecodable' };
      return;
    }
    yield* scanner.take(text);
    if (scanner.isLost) {
      yield { kind: 'broken', reason: 'invalid_json' };
      return;
    }
  }
  if (!scanner.isClosed) yield { kind: 'broken', reason: 'invalid_json' };
}

class PieceScanner {
  /** The document begins with neither a list nor an object. */
  isLost = false;
  isClosed = false;
  readonly #split: string;
  #root: 'list' | 'object' | null = null;
  #depth = 0;
  /** The depth at which commas separate the pieces. */
  #partDepth = 1;
  #inString = false;
  #escaped = false;
  #pending: string[] = [];

  constructor(split: string) {
    this.#split = split;
  }

  *take(text: string): Generator<JsonPiece> {
    let from = 0;
    for (let index = 0; index < text.length && !this.isClosed && !this.isLost; index++) {
      const code = text.charCodeAt(index);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 92) this.#escaped = true;
        else if (code === 34) this.#inString = false;
        continue;
      }
      if (this.#depth === 0 && code !== 123 && code !== 91) {
        this.isLost = !isSpace(code);
        continue;
      }
      switch (code) {
        case 34:
          this.#inString = true;
          break;
        case 123:
        case 91:
          from = this.#open(text, from, index, code === 123);
          break;
        case 125:
        case 93:
          if (this.#depth === this.#partDepth) {
            yield* this.#part(text.slice(from, index));
            from = index + 1;
            this.#partDepth = 1;
          }
          this.isClosed = --this.#depth === 0;
          break;
        case 44:
          if (this.#depth !== this.#partDepth) break;
          yield* this.#part(text.slice(from, index));
          from = index + 1;
      }
    }
    if (this.#root !== null && !this.isClosed) this.#pending.push(text.slice(from));
  }

  /** Enters a list or an object. Returns where the current piece now begins. */
  #open(text: string, from: number, index: number, isObject: boolean): number {
    this.#depth++;
    if (this.#depth === 1) {
      this.#root = isObject ? 'object' : 'list';
      return index + 1;
    }
    const isSplit =
      this.#depth === 2 &&
      this.#root === 'object' &&
      !isObject &&
      this.#partDepth === 1 &&
      (this.#pending.join('') + text.slice(from, index)).trim().replace(/(?<!\s)\s*:$/, '') ===
        JSON.stringify(this.#split);
    if (!isSplit) return from;
    this.#partDepth = 2;
    this.#pending = [];
    return index + 1;
  }

  *#part(rest: string): Generator<JsonPiece> {
    const text = this.#pending.join('') + rest;
    this.#pending = [];
    if (text.trim() === '') return;
    const isMember = this.#root === 'object' && this.#partDepth === 1;
    const value = parseJson(isMember ? `{${text}}` : text);
    if (value === undefined) yield { kind: 'broken', reason: 'invalid_json' };
    else if (!isMember) yield { kind: this.#root === 'object' ? 'item' : 'element', value };
    else if (isRecord(value))
      for (const [key, member] of Object.entries(value)) yield { kind: 'member', key, value: member };
  }
}

const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff;
