/** A file of an archive; sizes in bytes, as it is unpacked and as it is packed. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packed: number;
}

/** @throws {Error} if the bytes are no ZIP archive */
export declare const zipEntries: (bytes: Uint8Array) => ZipEntry[];

/** A table in Markdown: what each part of the package adds to its size. */
export declare const partsTable: (entries: readonly ZipEntry[]) => string;
