/** Numbers of one page. */
const pageSize = 4096;
const bits = 32;

/** A set of integers, most of which lie close together: a bit for each, in pages. */
export class DenseSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(number: number): boolean {
    const at = placeOf(number);
    return ((this.#pages.get(at.page)?.[at.word] ?? 0) & at.bit) !== 0;
  }

  add(number: number): void {
    const { page, word, bit } = placeOf(number);
    const words = this.#pages.get(page) ?? new Uint32Array(pageSize / bits);
    this.#pages.set(page, words);
    const before = words[word] ?? 0;
    if ((before & bit) !== 0) return;
    words[word] = before | bit;
    this.#size += 1;
  }

  delete(number: number): void {
    const { page, word, bit } = placeOf(number);
    const words = this.#pages.get(page);
    const before = words?.[word] ?? 0;
    if (words === undefined || (before & bit) === 0) return;
    words[word] = before & ~bit;
    this.#size -= 1;
  }
}

const placeOf = (number: number): { readonly page: number; readonly word: number; readonly bit: number } => {
  const page = Math.floor(number / pageSize);
  const at = number - page * pageSize;
  return { page, word: Math.floor(at / bits), bit: 1 << (at % bits) };
};
