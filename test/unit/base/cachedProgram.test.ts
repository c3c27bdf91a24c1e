import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A program in a folder of its own, which runs in a process of its own. */
const programIn = () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'program.cjs');
  const start = path.join(folder, 'start.cjs');
  buildSync({
    stdin: {
      contents: `import { runCachedProgram } from './extension/base/cachedProgram.ts'; runCachedProgram(process.argv[2]);`,
      resolveDir: path.resolve('.'),
    },
    outfile: start,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  const cacheFiles = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.cache'));
  return {
    write: (text: string): void => writeFileSync(file, text),
    run: (...words: readonly string[]): string =>
      execFileSync(process.execPath, [start, file, ...words], { encoding: 'utf8' }).trim(),
    cacheFile: (): string => {
      expect(cacheFiles()).toHaveLength(1);
      return path.join(folder, cacheFiles()[0] ?? '');
    },
  };
};

const adding = (n: number): string =>
  `const { basename } = require('node:path'); const add = (n) => n + ${n};\nconsole.log(basename(__filename), '→', add(1));`;

it('a program starts with what was compiled of it before, and a changed one never with what the old one was', () => {
  const program = programIn();
  program.write(adding(1));
  for (let run = 0; run < 8; run += 1) expect(program.run()).toBe('program.cjs → 2');
  const { mtimeNs, size } = statSync(program.cacheFile(), { bigint: true });
  expect(size).toBeGreaterThan(100n);
  // What V8 refuses is written anew.
  expect(program.run()).toBe('program.cjs → 2');
  expect(statSync(program.cacheFile(), { bigint: true }).mtimeNs).toBe(mtimeNs);
  program.write(adding(2));
  expect(program.run()).toBe('program.cjs → 3');
  expect(program.run()).toBe('program.cjs → 3');
});

it('a cache learns what later runs need, whatever the first one was', () => {
  const program = programIn();
  const long = (name: string): string =>
    `const ${name} = (n) => { ${'n = n * 3 + 1; if (n > 1e9) n = n % 7; '.repeat(200)} return n; };`;
  program.write(
    `${long('first')}\n${long('second')}\nif (process.argv[3]) console.log(({ first, second })[process.argv[3]](1));`,
  );
  const bytes = (): number => statSync(program.cacheFile()).size;
  program.run();
  const afterNone = bytes();
  program.run('first');
  const afterFirst = bytes();
  expect(afterFirst).toBeGreaterThan(afterNone * 2);
  program.run('second');
  const afterBoth = bytes();
  expect(afterBoth).toBeGreaterThan(afterFirst * 1.4);
  program.run();
  expect(bytes()).toBe(afterBoth);
});

it('a damaged cache is not used, and made anew', () => {
  const program = programIn();
  program.write(adding(1));
  program.run();
  const file = program.cacheFile();
  const sound = readFileSync(file);
  for (const damaged of [
    Buffer.from(sound).fill(0xa5, 40, 60),
    sound.subarray(0, sound.length - 1),
    Buffer.alloc(0),
  ]) {
    writeFileSync(file, damaged);
    expect(program.run()).toBe('program.cjs → 2');
    expect(readFileSync(file).length).toBeGreaterThan(100);
    expect(readFileSync(file).equals(damaged)).toBe(false);
  }
});

it('a program runs where its cache can’t be written', () => {
  const program = programIn();
  program.write(adding(1));
  program.run();
  const file = program.cacheFile();
  rmSync(file);
  mkdirSync(file);
  expect(program.run()).toBe('program.cjs → 2');
});
