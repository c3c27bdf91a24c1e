import { readFileSync } from 'node:fs';
import wabtInit from 'wabt';
import { defineConfig, type Plugin } from 'vitest/config';

/** Assembles WebAssembly text modules, as the build does. */
const wat = (): Plugin => ({
  name: 'wat',
  async load(id) {
    if (!id.endsWith('.wat')) return undefined;
    const wabt = await wabtInit();
    const bytes = wabt.parseWat(id, readFileSync(id, 'utf8'), { simd: true }).toBinary({}).buffer;
    return `export default new Uint8Array([${Array.from(bytes).join(',')}]);`;
  },
});

const project = (name: string, include: string[], timeout: number) => ({
  extends: true as const,
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, pool: 'forks' as const },
});

export default defineConfig({
  plugins: [wat()],
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts'], 120_000),
      project('fault', ['test/fault/**/*.test.ts'], 900_000),
      {
        extends: true,
        test: {
          name: 'e2e', include: ['test/e2e/**/*.e2e.ts'], globalSetup: 'test/e2e/host/sharedServer.ts', fileParallelism: false,
          pool: 'forks', testTimeout: 120_000, hookTimeout: 180_000,
          // A real workbench on a busy machine: its states are waited for, and what still fails is tried once more and reported so.
          expect: { poll: { timeout: 30_000 } }, retry: 1,
        },
      },
    ],
  },
});
