// The contents of a .vsix: its files by part, with their installed and packed sizes.

/** The parts, in the order in which a file's name is tried; the last takes the rest. */
const parts = [
  ['embedding model', /\/media\/models\//],
  ['WebAssembly of libraries (onnxruntime-web, SQLite)', /\.wasm$|\/dist\/ort-[^/]*\.mjs$/],
  ['character maps of East Asian PDFs', /\/dist\/cmaps\//],
  ['inspector (webview)', /\/dist\/inspector\.|\/dist\/[^/]+\.(?:css|ttf|svg)$/],
  ['code', /\/dist\//],
  ['icons and walkthrough', /\/media\//],
  ['texts of the interface, both languages', /\/l10n\/|\/package\.nls[^/]*\.json$/],
  ['docs and licences', /\/(?:[^/]+\.md|[^/]*LICENSE[^/]*|THIRD_PARTY_NOTICES)$/],
  ['manifests', /./],
];

/**
 * @param {Uint8Array} bytes of a ZIP archive
 * @returns {{name: string, size: number, packed: number}[]} its files, in bytes
 * @throws {Error} if it is not one
 */
export function zipEntries(bytes) {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('This is not a ZIP archive: it has no directory.');
  const entries = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02')
      throw new Error('The directory of the ZIP archive is torn.');
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      size: zip.readUInt32LE(at + 24),
      packed: zip.readUInt32LE(at + 20),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/**
 * A table in Markdown: each part with the number of its files, its size installed and packed, and its largest files.
 * @param {{name: string, size: number, packed: number}[]} entries
 * @returns {string}
 */
export function partsTable(entries) {
  const rows = parts.map(([part]) => ({ part, files: [] }));
  for (const entry of entries)
    rows[parts.findIndex(([, pattern]) => pattern.test(`/${entry.name}`))].files.push(entry);
  const row = (part, files, largest) =>
    `| ${part} | ${files.length} | ${megabytes(files, 'size')} | ${megabytes(files, 'packed')} | ${largest} |`;
  return [
    '| part | files | MB installed | MB in the package | largest |',
    '| --- | --- | --- | --- | --- |',
    ...rows.filter(({ files }) => files.length > 0).map(({ part, files }) => row(part, files, largestOf(files))),
    row('all', entries, ''),
  ].join('\n');
}

const megabytes = (files, field) => (files.reduce((sum, file) => sum + file[field], 0) / 1e6).toFixed(2);

const largestOf = (files) =>
  files
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 3)
    .map((file) => `\`${file.name.split('/').at(-1)}\` ${megabytes([file], 'size')}`)
    .join(', ');
