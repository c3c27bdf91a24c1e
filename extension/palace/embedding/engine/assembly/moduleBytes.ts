import { FunctionBuilder } from './functionBuilder.ts';
import { unsignedLeb, type Code } from './expression.ts';

/** The functions of a module by the name that each is exported under. */
type ModuleFunctions = Readonly<Record<string, (f: FunctionBuilder) => void>>;

/** Memory that is imported as `engine.memory`. A shared one states its maximum number of pages. */
export type MemoryImport = 'own' | { readonly sharedPages: number };

/** The bytes of a WebAssembly module. */
export const moduleBytes = (functions: ModuleFunctions, memory: MemoryImport): Uint8Array<ArrayBuffer> => {
  const built = Object.entries(functions).map(([name, write]) => {
    const builder = new FunctionBuilder();
    write(builder);
    return { name, parameters: builder.parameters, entry: flat(builder.entry) };
  });
  const arities = [...new Set(built.map(({ parameters }) => parameters))];
  const limits = memory === 'own' ? [0, 1] : [3, 1, unsignedLeb(memory.sharedPages)];
  return Uint8Array.from(
    flat([
      [0, ...ascii('asm')],
      [1, 0, 0, 0],
      section(1, vector(arities.map((count) => [0x60, vector(Array<number>(count).fill(0x7f)), 0]))),
      section(2, vector([[text('engine'), text('memory'), 2, limits]])),
      section(3, vector(built.map(({ parameters }) => arities.indexOf(parameters)))),
      section(7, vector(built.map(({ name }, index) => [text(name), 0, unsignedLeb(index)]))),
      section(10, vector(built.map(({ entry }) => [unsignedLeb(entry.length), entry]))),
    ]),
  );
};

const ascii = (characters: string): number[] => Array.from(characters, (character) => character.charCodeAt(0));
const text = (characters: string): Code => [unsignedLeb(characters.length), ascii(characters)];
const vector = (items: readonly Code[]): Code => [unsignedLeb(items.length), items];
const section = (id: number, content: Code): Code => {
  const bytes = flat(content);
  return [id, unsignedLeb(bytes.length), bytes];
};

const flat = (code: Code): number[] => {
  const bytes: number[] = [];
  const add = (part: Code): void => {
    if (typeof part === 'number') bytes.push(part);
    else part.forEach(add);
  };
  add(code);
  return bytes;
};
