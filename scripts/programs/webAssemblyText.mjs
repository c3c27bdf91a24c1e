// WebAssembly text modules (.wat), as the build, Vitest and tests that bundle assemble them.
import { readFileSync } from 'node:fs';
import wabtInit from 'wabt';

/** The module's bytes. Throws wabt's error, which names the line. */
export const assembled = async (file) => {
  const wabt = await wabtInit();
  return wabt.parseWat(file, readFileSync(file, 'utf8'), { simd: true, threads: true }).toBinary({}).buffer;
};

/** esbuild's plugin: an import of a module gives its bytes. */
export const webAssemblyText = {
  name: 'wat',
  setup(build) {
    build.onLoad({ filter: /\.wat$/ }, async ({ path: file }) => ({
      contents: await assembled(file),
      loader: 'binary',
    }));
  },
};
