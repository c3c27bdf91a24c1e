// PDF.js asks for these when it is loaded; only what draws pages uses them, and nothing is drawn here.
const absent = ['DOMMatrix', 'ImageData', 'Path2D'];
for (const name of absent)
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: class {}, configurable: true });
// It warns of oddities in a file by itself, on a standard output that may carry a protocol.
console.log = console.warn = () => undefined;
