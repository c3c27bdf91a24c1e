/** Bytes of a SHA-256. */
const hashBytes = 32;
const notHex = 255;
/** The value of a lower-case hexadecimal digit, by its code. */
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 48 && code < 58 ? code - 48 : code >= 97 && code < 103 ? code - 87 : notHex,
);
const none = -1;

/**
 * Which slots hold a text, by its hash. Every embedded drawer is looked up here, so scanning all slots would be too
 * slow. Hashes are kept as bytes, and slots with similar ones are chained: a string and an entry of a map for each would take
 * five times the memory.
 */
export class TextSlots {
  #hashes = Buffer.alloc(0);
  /** Slots whose hash is no SHA-256, as only a damaged palace has them. Their bytes are 0. */
  readonly #others = new Map<number, string>();
  /** The first slot of each chain, none before anybody asks. Their number is a power of two. */
  #first = new Int32Array(0);
  /** The next slot of the same chain, by slot. */
  #next = new Int32Array(0);
  #slots = 0;

  set(slot: number, hash: string): void {
    if (this.hashOf(slot) === hash) return;
    this.remove(slot);
    this.#reach(slot);
    if (!writeHash(hash, this.#hashes, slot * hashBytes)) this.#others.set(slot, hash);
    else if (this.#first.length > 0) this.#chain(slot);
  }

  /** Forgets a removed drawer's text. */
  remove(slot: number): void {
    if (slot >= this.#slots || this.#others.delete(slot)) return;
    if (this.#first.length > 0) this.#unchain(slot);
    this.#hashes.fill(0, slot * hashBytes, (slot + 1) * hashBytes);
  }

  /** Undefined for a slot without a text. */
  hashOf(slot: number): string | undefined {
    const other = this.#others.get(slot);
    if (other !== undefined || slot >= this.#slots) return other;
    return this.#isFilled(slot)
      ? this.#hashes.toString('hex', slot * hashBytes, (slot + 1) * hashBytes)
      : undefined;
  }

  /** All slots whose text has the hash, ascending. */
  of(hash: string): readonly number[] {
    const found: number[] = [];
    const wanted = Buffer.alloc(hashBytes);
    if (!writeHash(hash, wanted, 0)) {
      for (const [slot, other] of this.#others) if (other === hash) found.push(slot);
      return found.sort((a, b) => a - b);
    }
    if (this.#first.length === 0) this.#chainAll();
    for (let slot = this.#first[this.#chainOf(wanted, 0)] ?? none; slot !== none; slot = this.#next[slot] ?? none)
      if (this.#hashes.compare(wanted, 0, hashBytes, slot * hashBytes, (slot + 1) * hashBytes) === 0)
        found.push(slot);
    return found.sort((a, b) => a - b);
  }

  #isFilled(slot: number): boolean {
    for (let at = slot * hashBytes; at < (slot + 1) * hashBytes; at += 1) if (this.#hashes[at] !== 0) return true;
    return false;
  }

  #reach(slot: number): void {
    this.#slots = Math.max(this.#slots, slot + 1);
    if (this.#hashes.length >= this.#slots * hashBytes) return;
    const larger = Buffer.alloc(Math.max(1024, 2 * this.#slots) * hashBytes);
    larger.set(this.#hashes);
    this.#hashes = larger;
    // There are too few chains now; they are made anew when somebody asks.
    this.#first = new Int32Array(0);
  }

  #chainAll(): void {
    const capacity = Math.max(1024, this.#hashes.length / hashBytes);
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(capacity))).fill(none);
    this.#next = new Int32Array(capacity).fill(none);
    for (let slot = 0; slot < this.#slots; slot += 1) if (this.#isFilled(slot)) this.#chain(slot);
  }

  #chain(slot: number): void {
    const chain = this.#chainOf(this.#hashes, slot * hashBytes);
    this.#next[slot] = this.#first[chain] ?? none;
    this.#first[chain] = slot;
  }

  #unchain(slot: number): void {
    const chain = this.#chainOf(this.#hashes, slot * hashBytes);
    if (this.#first[chain] === slot) {
      this.#first[chain] = this.#next[slot] ?? none;
      return;
    }
    for (let at = this.#first[chain] ?? none; at !== none; at = this.#next[at] ?? none)
      if (this.#next[at] === slot) this.#next[at] = this.#next[slot] ?? none;
  }

  /** A SHA-256 is as good as random, so any bits of it number the chains. */
  #chainOf(hashes: Buffer, at: number): number {
    return hashes.readUInt32LE(at) & (this.#first.length - 1);
  }
}

/**
 * Writes a SHA-256 in lower-case hexadecimal digits as bytes. False for anything else and for 0, which stands for none: then the
 * bytes are 0.
 */
const writeHash = (hash: string, into: Buffer, at: number): boolean => {
  let any = 0;
  if (hash.length === 2 * hashBytes)
    for (let i = 0; i < hashBytes; i += 1) {
      const [high, low] = [digits[hash.charCodeAt(2 * i)] ?? notHex, digits[hash.charCodeAt(2 * i + 1)] ?? notHex];
      if (high === notHex || low === notHex) {
        any = 0;
        break;
      }
      into[at + i] = (high << 4) | low;
      any |= high | low;
    }
  if (any === 0) into.fill(0, at, at + hashBytes);
  return any !== 0;
};
