import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** A text that rankings are measured on. */
export interface CorpusFile {
  /** As the palace names it: `project/…` for frozen copies of this project's files, `libraries/…` for those of its packages. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const frozenFolder = path.resolve('test/baseline/corpus');
/** Follows every frozen file's own name, so that no tool takes the copy for source code. */
const frozenSuffix = '.txt';
const libraryList = path.resolve('test/baseline/libraries.json');

/** Older than the clock of the measurement: no file is younger than the moment at which it is mined. */
const modified = new Date('2026-01-15T12:00:00Z');

/** The own names of the frozen files. */
const frozenFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .map((name) => name.slice(0, -frozenSuffix.length))
    .sort();

/** Every file of the corpus, in a fixed order. Throws where a package's file is missing. */
export const corpusFiles = (): CorpusFile[] => {
  const libraries = z.array(z.string()).parse(JSON.parse(readFileSync(libraryList, 'utf8')));
  return [
    ...frozenFiles(frozenFolder).map((file) => ({
      path: `project/${file}`,
      bytes: readFileSync(path.join(frozenFolder, `${file}${frozenSuffix}`)),
    })),
    ...libraries.map((file) => ({
      path: `libraries/${file}`,
      bytes: readFileSync(path.resolve('node_modules', file)),
    })),
  ];
};

/** Path → SHA-256 (hex) of the file's bytes. */
export const corpusHashes = (files: readonly CorpusFile[]): Record<string, string> =>
  Object.fromEntries(
    files.map(({ path: name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  );

/** Writes the corpus below a folder, all files of one age, and gives the two workspace folders to be mined. */
export const writeCorpus = (
  files: readonly CorpusFile[],
  folder: string,
): { readonly path: string; readonly name: string }[] => {
  for (const { path: name, bytes } of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    utimesSync(file, modified, modified);
  }
  return ['project', 'libraries'].map((name) => ({ path: path.join(folder, name), name }));
};
