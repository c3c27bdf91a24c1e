// Builds every bundle into dist/. Options: --bench (benchmarks too), --minify (as shipped), --watch; --metafile writes nothing and
// prints what the bundles are made of, as JSON.
import { cpSync, mkdirSync, readFileSync, existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { webAssemblyText } from './scripts/programs/webAssemblyText.mjs';

const require = createRequire(import.meta.url);
const root = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const options = new Set(process.argv.slice(2));
const packageFolder = (name) => path.join(root, 'node_modules', name);

/**
 * What talks to a team's server is a bundle of its own, so that nobody loads it who has no team. It is required, since a program
 * that was compiled before can import nothing.
 */
const ownTeamBundle = {
  name: 'own-team-bundle',
  setup(build) {
    const namespace = 'own-team-bundle';
    build.onResolve({ filter: /\/postgresTeam\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'team', namespace } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: "module.exports = require('./team.cjs');" }));
    build.onResolve({ filter: /.*/, namespace }, ({ path: file }) => ({ path: file, external: true }));
  },
};

const common = {
  bundle: true,
  minify: options.has('--minify'),
  sourcemap: options.has('--minify') ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  plugins: [webAssemblyText, ownTeamBundle],
  absWorkingDir: root,
  metafile: true,
};
const node = { ...common, platform: 'node', target: 'node20' };
const cjs = {
  ...node,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
};
const esm = {
  ...node,
  format: 'esm',
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
};

const withOnnxRuntime = {
  alias: { 'onnxruntime-web': path.join(packageFolder('onnxruntime-web'), 'dist/ort.node.min.js') },
};

/** A build of its own for every system, which `pg` takes only if it is asked for, and one for another runtime. */
const withPg = { external: ['pg-native', 'pg-cloudflare'] };

const bundles = [
  { ...cjs, entryPoints: { extension: 'extension/editor/extension.ts' }, external: ['vscode'], outdir: 'dist' },
  {
    ...cjs,
    entryPoints: {
      owner: 'extension/service/owner/ownerStart.ts',
      ownerProgram: 'extension/service/owner/ownerWorker.ts',
      reader: 'extension/service/links/readerWorker.ts',
      rowCheck: 'extension/service/checks/rowCheckWorker.ts',
    },
    outdir: 'dist',
  },
  { ...cjs, entryPoints: { scan: 'extension/palace/vectors/scanWorker.ts' }, outdir: 'dist' },
  {
    ...cjs,
    entryPoints: {
      embedder: 'extension/palace/embedding/embedderWorker.ts',
      reranker: 'extension/palace/embedding/rerankerWorker.ts',
    },
    outdir: 'dist',
    ...withOnnxRuntime,
  },
  {
    ...cjs,
    // PDF.js would look beside itself for a native module to draw with, which no text needs: there it finds none. It can load
    // documents from the network, too, and is given no way to.
    define: {
      ...cjs.define,
      'import.meta.url': JSON.stringify('/nowhere/'),
      fetch: 'undefined',
      XMLHttpRequest: 'undefined',
    },
    entryPoints: { documents: 'extension/palace/filing/documents/documentsWorker.ts' },
    outdir: 'dist',
  },
  { ...esm, entryPoints: { cli: 'extension/cli/start.ts' }, outdir: 'dist' },
  {
    ...cjs,
    entryPoints: { team: 'extension/service/team/postgresTeam.ts' },
    outdir: 'dist',
    ...withPg,
  },
  {
    ...cjs,
    entryPoints: { cliProgram: 'extension/cli/main.ts' },
    outdir: 'dist',
    // Its other form requires its own files by names that no bundler sees.
    alias: { 'jsonc-parser': path.join(packageFolder('jsonc-parser'), 'lib/esm/main.js') },
  },
  { ...esm, entryPoints: { api: 'extension/api/openPalace.ts' }, outdir: 'dist' },
  {
    ...common,
    platform: 'browser',
    target: 'chrome128',
    format: 'iife',
    entryPoints: { inspector: 'webview/main.ts' },
    outdir: 'dist',
    loader: { '.ttf': 'file', '.svg': 'text' },
  },
  ...(options.has('--bench')
    ? [
        {
          ...esm,
          entryPoints: {
            recall: 'test/bench/recall.ts',
            code: 'test/bench/code.ts',
            multiHop: 'test/bench/multiHop.ts',
            scale: 'test/bench/scale.ts',
            wings: 'test/bench/wings.ts',
            weak: 'test/bench/weak.ts',
            phases: 'test/bench/phases.ts',
            ablations: 'test/bench/ablations.ts',
            secrets: 'test/bench/secrets.ts',
            invariants: 'test/bench/invariants.ts',
            realImports: 'test/bench/realImports.ts',
            exchange: 'test/bench/exchange.ts',
            report: 'test/bench/report/report.ts',
            baseline: 'test/baseline/command.ts',
          },
          outdir: 'dist/bench',
        },
        {
          ...cjs,
          ...withOnnxRuntime,
          entryPoints: { embedding: 'test/bench/embedding.ts', peers: 'test/bench/peers/peers.ts' },
          outdir: 'dist/bench',
        },
        // Its own servers are scripts, which are used as they lie.
        {
          ...esm,
          external: ['*.mjs', 'playwright-core'],
          entryPoints: { frames: 'test/webview/frameTimes.ts' },
          outdir: 'dist/bench',
        },
        {
          ...esm,
          ...withPg,
          entryPoints: { team: 'test/bench/team.ts', teamRecall: 'test/bench/teamRecall.ts' },
          outdir: 'dist/bench',
        },
      ]
    : []),
].filter((bundle) =>
  Object.values(bundle.entryPoints).every(
    (file) => existsSync(path.join(root, file)) || (console.warn(`left out: ${file}`), false),
  ),
);

/** What a bundle needs beside it. */
const copyFiles = () => {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const sqlJs = path.dirname(require.resolve('sql.js'));
  cpSync(path.join(sqlJs, 'sql-wasm-debug.wasm'), path.join(root, 'dist/sql-wasm-debug.wasm'));
  for (const file of ['ort-wasm-simd-threaded.wasm', 'ort-wasm-simd-threaded.mjs'])
    cpSync(path.join(packageFolder('onnxruntime-web'), 'dist', file), path.join(root, 'dist', file));
  cpSync(path.join(packageFolder('pdfjs-dist'), 'cmaps'), path.join(root, 'dist/cmaps'), { recursive: true });
  // The types of dist/api.js: a file without imports, so that they need nothing that isn't shipped.
  const publicApi = readFileSync(path.join(root, 'extension/api/publicApi.ts'), 'utf8');
  writeFileSync(path.join(root, 'dist/api.d.ts'), ts.transpileDeclaration(publicApi, {}).outputText);
};

/**
 * Escapes what is not ASCII in the programs that `runCachedProgram` starts. esbuild does that in strings, but not in regular
 * expressions, tagged templates and comments.
 */
const escapePrograms = () => {
  for (const file of ['cliProgram.cjs', 'ownerProgram.cjs'].map((name) => path.join(root, 'dist', name))) {
    const text = readFileSync(file, 'utf8');
    if (/\\[^\0-\x7f]/.test(text))
      throw new Error(`${file}: a backslash before what is not ASCII can't be escaped.`);
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    writeFileSync(file, text.replace(/[^\0-\x7f]/g, escaped));
  }
};

/** Ends with code 1 if a bundle fails: esbuild has printed what is wrong by then; its stack would only hide it. */
const build = (more) =>
  Promise.all(bundles.map((bundle) => esbuild.build({ ...bundle, ...more }))).catch(() => process.exit(1));

if (options.has('--metafile')) {
  const results = await build({ write: false });
  const inputs = [...new Set(results.flatMap((result) => Object.keys(result.metafile.inputs)))];
  process.stdout.write(`${JSON.stringify(inputs)}\n`);
} else if (options.has('--watch')) {
  copyFiles();
  let building = 0;
  /** Tells when the first bundle begins and the last one ends, as `.vscode/tasks.json` reads it. */
  const told = {
    name: 'told',
    setup(build) {
      build.onStart(() => {
        if (building++ === 0) console.log('Building…');
      });
      build.onEnd(() => {
        if (--building === 0) console.log('All bundles are built; watching for changes.');
      });
    },
  };
  const contexts = await Promise.all(
    bundles.map((bundle) => esbuild.context({ ...bundle, plugins: [...bundle.plugins, told] })),
  );
  // This builds all of them first. A broken source is shown and watched, too: mending it builds the bundle.
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  copyFiles();
  await build({});
  escapePrograms();
}
