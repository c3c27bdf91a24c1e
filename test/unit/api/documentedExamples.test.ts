import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..', '..');
const types = path.join(root, 'extension', 'api', 'publicApi.ts');
const blocks = [...readFileSync(path.join(root, 'docs', 'api.md'), 'utf8').matchAll(/```(\w+)\n([^]*?)```/g)].map(
  ([, language = '', text = '']) => ({ language, text }),
);
const [declared, ...programs] = blocks;

describe('what docs/api.md shows', () => {
  it('is the interface as it is shipped', () => {
    const words = (text: string): string =>
      text
        .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
    expect(declared?.text).toMatch(/^interface SynapsePalaceApi \{/);
    expect(words(readFileSync(types, 'utf8'))).toContain(words(declared?.text ?? ''));
  });

  it('compiles as it is written', () => {
    expect(programs.map(({ language }) => language)).toEqual(['ts', 'ts']);
    // Beside this file, where the compiler finds the types of Node and of VS Code.
    const files = new Map(
      programs.map(({ text }, at) => [path.join(import.meta.dirname, `example${at}.mts`), text] as const),
    );
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: ['node', 'vscode'],
      paths: { 'synapse-palace': [types] },
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (file) => files.has(path.normalize(file)) || fileExists(file);
    host.getSourceFile = (file, ...how) => {
      const text = files.get(path.normalize(file));
      return text === undefined
        ? getSourceFile(file, ...how)
        : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
    };
    const program = ts.createProgram([...files.keys()], options, host);
    const faults = [...files.keys()].flatMap((file) => {
      const source = program.getSourceFile(file);
      return source === undefined ? [] : ts.getPreEmitDiagnostics(program, source);
    });
    expect(program.getRootFileNames().map((file) => program.getSourceFile(file)?.text)).toEqual([
      ...files.values(),
    ]);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
