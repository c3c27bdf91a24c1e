import { lastKept } from './lastKept.ts';

/** Gives each distinct string a small integer, in order of first appearance. */
export class Interner {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  /** A name often comes several times in a row. */
  readonly numberOf = lastKept((name: string): number => {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  });

  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`no string has number ${number}`);
    return name;
  }

  /** For each number: 1 if its string passes the test, else 0. */
  matching(test: (name: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#names, (name) => (test(name) ? 1 : 0));
  }
}
