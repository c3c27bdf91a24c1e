import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** A cache begins with a digest of the program and of the rest, and with the number of runs that it has learned from. */
const digestLength = 32;
const headerLength = digestLength + 1;
/** So many runs add what they have compiled: each command needs other functions, and the first may be `--version`. */
const learningRuns = 8;

interface CompiledCode {
  readonly code: Uint8Array;
  readonly runs: number;
}

/**
 * Runs a CommonJS bundle and returns what it exports. What V8 has compiled of it is kept beside it, so that the
 * next start need not compile it again. The file is for one version of V8 with its flags. A torn file, or one of another build of the
 * bundle, is not used and is replaced. It is in the program's own folder, which only those can write to who can
 * change the program itself. If this process can't, there is no cache.
 */
export const runCachedProgram = <Exports>(file: string): Exports => {
  const bytes = readFileSync(file);
  // The build leaves nothing but ASCII: decoded several times as fast, in half the memory.
  const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const cacheFile = `${file}.${cachedDataVersionTag()}.cache`;
  const found = keptCode(cacheFile, bytes);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(found === undefined ? {} : { cachedData: found.code }),
  });
  const kept = script.cachedDataRejected === true ? undefined : found;
  if (kept === undefined || kept.runs < learningRuns)
    // When the program ends, the functions that it needed are compiled.
    process.once('exit', () => keepCode(cacheFile, bytes, kept, () => script.createCachedData()));
  const module = { exports: {} };
  // The wrapper above is this function.
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
  return module.exports as Exports;
};

const digestOf = (program: Uint8Array, rest: Uint8Array): Buffer =>
  createHash('sha256').update(program).update(rest).digest();

const keptCode = (cacheFile: string, program: Uint8Array): CompiledCode | undefined => {
  try {
    const cache = readFileSync(cacheFile);
    const isWhole = digestOf(program, cache.subarray(digestLength)).equals(cache.subarray(0, digestLength));
    return isWhole ? { code: cache.subarray(headerLength), runs: cache[digestLength] ?? 0 } : undefined;
  } catch {
    return undefined; // not written yet
  }
};

const keepCode = (
  cacheFile: string,
  program: Uint8Array,
  kept: CompiledCode | undefined,
  compile: () => Buffer,
): void => {
  try {
    accessSync(path.dirname(cacheFile), constants.W_OK);
    const compiled = compile();
    // V8 drops functions that were not called for a while.
    const code = kept !== undefined && kept.code.length > compiled.length ? kept.code : compiled;
    const rest = Buffer.concat([Buffer.of((kept?.runs ?? 0) + 1), code]);
    writeFileSync(cacheFile, Buffer.concat([digestOf(program, rest), rest]));
  } catch {
    // A program's folder that can't be written, or a full disk: the next start compiles again.
  }
};
