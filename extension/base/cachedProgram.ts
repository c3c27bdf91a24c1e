import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** Bytes of the digest that a cache begins with. */
const digestLength = 32;

/**
 * Runs a CommonJS bundle and returns what it exports. What V8 has compiled of it is kept beside it, so that the
 * next start need not compile it again. The file is for one version of V8 with its flags. A torn file, or one of another build of the
 * bundle, is not used and is replaced. It is in the program's own folder, which only those can write to who can
 * change the program itself. If this process can't, there is no cache.
 */
export const runCachedProgram = <Exports>(file: string): Exports => {
  const bytes = readFileSync(file);
  const source = bytes.toString();
  const cacheFile = `${file}.${cachedDataVersionTag()}.cache`;
  const kept = keptCode(cacheFile, bytes);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(kept === undefined ? {} : { cachedData: kept }),
  });
  if (kept === undefined || script.cachedDataRejected === true)
    // When the program ends, the functions that it needed are compiled.
    process.once('exit', () => keepCode(cacheFile, bytes, () => script.createCachedData()));
  const module = { exports: {} };
  // The wrapper above is this function.
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
  return module.exports as Exports;
};

const digestOf = (program: Uint8Array, code: Uint8Array): Buffer =>
  createHash('sha256').update(program).update(code).digest();

const keptCode = (cacheFile: string, program: Uint8Array): Buffer | undefined => {
  try {
    const cache = readFileSync(cacheFile);
    const code = cache.subarray(digestLength);
    return digestOf(program, code).equals(cache.subarray(0, digestLength)) ? code : undefined;
  } catch {
    return undefined; // not written yet
  }
};

const keepCode = (cacheFile: string, program: Uint8Array, compile: () => Buffer): void => {
  try {
    accessSync(path.dirname(cacheFile), constants.W_OK);
    const code = compile();
    writeFileSync(cacheFile, Buffer.concat([digestOf(program, code), code]));
  } catch {
    // A program's folder that can't be written, or a full disk: the next start compiles again.
  }
};
