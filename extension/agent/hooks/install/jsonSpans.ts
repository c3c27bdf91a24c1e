/** A member of the object at a text's top, with the offsets of its parts. */
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface JsonObjectText {
  readonly members: readonly JsonMember[];
  /** Of the braces around them. */
  readonly open: number;
  readonly close: number;
}

/** What is wrong with a text that should be a JSON object, and in which line (from 1). */
export interface JsonFault {
  readonly line: number;
  readonly problem: string;
}

const space = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
/** Lists and objects one in another; deeper ones are no settings. */
const deepest = 200;

class Fault extends Error {
  readonly at: number;
  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

/** Where the members of a JSON object stand, so that a change leaves all others as they are written; or what is wrong with the text. */
export const jsonSpans = (text: string): JsonObjectText | JsonFault => {
  const reader = new Reader(text);
  try {
    return reader.whole();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return { line: text.slice(0, thrown.at).split('\n').length, problem: thrown.message };
  }
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonObjectText {
    this.#skip();
    const open = this.#at;
    if (this.#text[open] !== '{') throw new Fault(open, 'a JSON object must begin here');
    const members = this.#object(0);
    const close = this.#at - 1;
    this.#skip();
    if (this.#at < this.#text.length) throw new Fault(this.#at, 'nothing may follow the JSON object');
    return { members, open, close };
  }

  #object(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    this.#list('}', () => {
      const keyStart = this.#at;
      const key = this.#match(string, 'a name in double quotes is missing');
      this.#skip();
      this.#expect(':');
      this.#skip();
      const valueStart = this.#at;
      this.#value(depth + 1);
      members.push({ key: JSON.parse(key) as string, keyStart, valueStart, valueEnd: this.#at });
    });
    return members;
  }

  #value(depth: number): void {
    if (depth > deepest) throw new Fault(this.#at, 'it is nested too deeply');
    const first = this.#text[this.#at];
    if (first === '{') this.#object(depth);
    else if (first === '[') this.#list(']', () => this.#value(depth + 1));
    else if (first === '"')
      this.#match(string, 'a text in double quotes does not end, or holds a character that must be escaped');
    else this.#match(scalar, this.#at >= this.#text.length ? 'it ends too early' : 'a value is missing');
  }

  /** From the opening bracket to behind the closing one. */
  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      item();
      this.#skip();
      if (this.#text[this.#at] === end) break;
      this.#expect(',', ` or “${end}”`);
      this.#skip();
    }
    this.#at += 1;
  }

  #skip(): void {
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }

  #expect(mark: string, other = ''): void {
    if (this.#text[this.#at] !== mark)
      throw new Fault(
        this.#at,
        this.#at >= this.#text.length ? 'it ends too early' : `“${mark}”${other} is missing`,
      );
    this.#at += 1;
  }

  #match(pattern: RegExp, problem: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw new Fault(this.#at, problem);
    this.#at += found.length;
    return found;
  }
}
