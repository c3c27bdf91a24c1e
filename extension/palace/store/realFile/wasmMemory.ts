import { Buffer } from 'node:buffer';
import type { FileStat } from './fileSystem.ts';

const fileType = { regular: 0o100000, folder: 0o040000 } as const;

/** SQLite's memory as bytes, numbers and strings. */
export class WasmMemory {
  readonly #memory: WebAssembly.Memory;
  #bytes: Buffer;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#bytes = Buffer.from(memory.buffer);
  }

  /** Valid until SQLite runs again, because growing the memory replaces it. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /**
   * Grows the memory to at least `bytes`, the size that the C library asks for; by a fifth if possible. True on
   * success.
   */
  growTo(bytes: number): boolean {
    const page = 65_536;
    const now = this.#memory.buffer.byteLength;
    for (const target of [Math.max(bytes, Math.ceil(now * 1.2)), bytes]) {
      try {
        this.#memory.grow(Math.ceil((target - now) / page));
        this.#bytes = Buffer.from(this.#memory.buffer);
        return true;
      } catch (thrown) {
        // That was too much: the smaller size is tried next; if it fails too, SQLite reports that it is out of
        // memory.
        if (!(thrown instanceof RangeError)) throw thrown;
      }
    }
    return false;
  }

  uint32(pointer: number): number {
    return this.bytes.readUInt32LE(pointer);
  }

  setUint32(pointer: number, value: number): void {
    this.bytes.writeUInt32LE(value >>> 0, pointer);
  }

  setUint16(pointer: number, value: number): void {
    this.bytes.writeUInt16LE(value, pointer);
  }

  setUint64(pointer: number, value: bigint): void {
    this.bytes.writeBigUInt64LE(value, pointer);
  }

  /** A string that ends with a zero byte. */
  cString(pointer: number): string {
    const bytes = this.bytes;
    return bytes.toString('utf8', pointer, bytes.indexOf(0, pointer));
  }

  text(pointer: number, length: number): string {
    return this.#bytes.toString('utf8', pointer, pointer + length);
  }

  /** Whether the first `length` of the bytes are there. */
  holds(pointer: number, expected: Uint8Array, length: number): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[pointer + i] !== expected[i]) return false;
    return true;
  }

  /** A copy. */
  slice(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer.slice(pointer, pointer + length));
  }

  /** Fills a `struct stat` in the layout of Emscripten's C library (96 bytes). */
  writeStat(pointer: number, stat: FileStat, inode: number): void {
    const bytes = this.bytes;
    bytes.fill(0, pointer, pointer + 96);
    bytes.writeUInt32LE(1, pointer); // device
    bytes.writeUInt32LE((stat.isFolder ? fileType.folder : fileType.regular) | stat.mode, pointer + 4);
    bytes.writeUInt32LE(1, pointer + 8); // links
    bytes.writeBigInt64LE(BigInt(stat.size), pointer + 24);
    bytes.writeInt32LE(4096, pointer + 32); // block size
    bytes.writeInt32LE(Math.ceil(stat.size / 512), pointer + 36);
    bytes.writeBigInt64LE(BigInt(inode), pointer + 88);
  }
}
