import path from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { assembled } from './scripts/programs/webAssemblyText.mjs';
import { isLong } from './test/fixtures/testSize.ts';

/** Assembles WebAssembly text modules, as the build does. */
const wat = (): Plugin => ({
  name: 'wat',
  async load(id) {
    if (!id.endsWith('.wat')) return undefined;
    return `export default new Uint8Array([${Array.from(await assembled(id)).join(',')}]);`;
  },
});

/** Lets the palaces of a worker share SQLite. In a long run each loads its own, as in the product; so do the tests of loading. */
const sharedSqlite = (): Plugin => ({
  name: 'shared-sqlite',
  enforce: 'pre',
  resolveId: (source, importer) =>
    !isLong && source.endsWith('/loadSqlite.ts') && importer?.startsWith(path.resolve('extension')) === true
      ? path.resolve('test/fixtures/palaces/sharedSqlite.ts')
      : undefined,
});

/**
 * No result hangs on how fast a machine is. `npm test` ends a hang itself, by its lack of progress (scripts/running/progressWatch.mjs);
 * this limit is for whoever runs Vitest without that, and there is none in a long run.
 */
const hang = process.env['SYNAPSE_TEST_LONG'] === '1' ? 0 : 60 * 60_000;
/** How long a state is waited for that never comes. It delays a failure; it decides none. */
const patience = 2 * 60_000;

/**
 * Collections of short-lived objects are a twentieth of a worker's time with V8's own size of their space. And V8 collects everything
 * each time that the memory of a few palaces was added to a heap of 20 to 50 MB, a fifth of the time of the store's fault tests: here
 * it waits for ten times the heap.
 */
const roomForObjects = ['--max-semi-space-size=64', '--heap-growing-percent=1000'];
/**
 * The unit tests open thousands of palaces for a moment each, and compiling SQLite the thorough way costs more than it gains. A long
 * run compiles as the product does.
 */
const briefUse = isLong ? roomForObjects : [...roomForObjects, '--liftoff-only'];

interface ProjectOptions {
  readonly maxWorkers?: number;
  readonly execArgv?: string[];
}

const project = (name: string, include: string[], options: ProjectOptions = {}) => ({
  extends: true as const,
  test: { name, include, setupFiles: 'test/fixtures/propertySetup.ts', ...options },
});

export default defineConfig({
  plugins: [wat(), sharedSqlite()],
  test: {
    maxWorkers: 2,
    pool: 'forks',
    execArgv: roomForObjects,
    // No test leaves anything behind, and loading every module for every file is a third of the time.
    isolate: false,
    testTimeout: hang,
    hookTimeout: hang,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience, interval: 150 } },
    projects: [
      project('unit', ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts'], {
        execArgv: briefUse,
      }),
      project('baseline', ['test/baseline/**/*.test.ts']),
      // The longest suite, whose tests wait for the processes that they start: one worker more than cores uses what these leave.
      project('fault', ['test/fault/**/*.test.ts'], { maxWorkers: 3 }),
      {
        extends: true,
        test: {
          name: 'team',
          include: ['test/team/**/*.test.ts'],
          setupFiles: 'test/fixtures/propertySetup.ts',
          globalSetup: 'test/fixtures/team/sharedPostgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'webview',
          include: ['test/webview/**/*.test.ts'],
          globalSetup: 'test/webview/host/inspectorUnderTest.ts',
          // No test needs another: in an order of its own in each long run, always the same in a usual one.
          sequence: { shuffle: true, seed: Number(process.env['SYNAPSE_SEED'] ?? 1) },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          // A minute by itself, two beside others: part of long runs, and of those that name it (npm run e2e -- teamWindows).
          exclude:
            isLong || process.argv.some((word) => word.includes('teamWindows'))
              ? []
              : ['test/e2e/teamWindows.e2e.ts'],
          globalSetup: 'test/e2e/host/sharedServer.ts',
          // A real workbench loses a click now and then: what fails is tried once more, and reported so.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          // Of the README: taken on purpose (npm run pictures), no part of a test run.
          name: 'pictures',
          include: ['test/pictures/**/*.pictures.ts'],
          globalSetup: 'test/e2e/host/sharedServer.ts',
          fileParallelism: false,
        },
      },
    ],
  },
});
