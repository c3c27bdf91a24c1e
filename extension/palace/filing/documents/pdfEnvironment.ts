// PDF.js needs these to load. Only its drawing code uses them, and nothing is drawn here.
const absent = ['DOMMatrix', 'ImageData', 'Path2D'];
for (const name of absent)
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: class {}, configurable: true });
// It warns of oddities in a file on standard output, which may carry a protocol.
console.log = console.warn = () => undefined;
