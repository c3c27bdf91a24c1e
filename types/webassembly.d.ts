/** The part of WebAssembly's JavaScript interface that is used here; Node's own types leave it out. */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }
  /** Whether the host can compile these bytes. */
  function validate(bytes: Uint8Array): boolean;
  class Memory {
    constructor(descriptor: MemoryDescriptor);
    /** Shared between threads if the memory is. */
    readonly buffer: ArrayBufferLike;
    /** In pages of 64 kB; returns the old size. Detaches `buffer`. Throws `RangeError` when there is no room. */
    grow(pages: number): number;
  }
  interface ModuleImportDescriptor {
    readonly module: string;
    readonly name: string;
    readonly kind: string;
  }
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): ModuleImportDescriptor[];
  }
  type ImportValue = Memory | number | ((...values: never[]) => unknown);
  type Imports = Readonly<Record<string, Readonly<Record<string, ImportValue>>>>;
  type ExportValue = Memory | number | ((...values: readonly (number | bigint)[]) => unknown);
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, ExportValue>>;
  }
}
