// Speed of the two embedding engines side by side, and whether every kernel gives the same bits.
// node dist/bench/embedding.cjs [--nodes 20,22,24] [--rounds 30] [--json]
// --nodes: these versions of Node, too, from npm's package `node`, kept in artifacts/nodes. The Node of .vscode-host is measured if
// it is there. Without either: this one alone. Exits 1 if any kernel on any Node gives other bits.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { benchOption } from './support/benchPalace.ts';
import { measurementSchema, type Measurement } from './embeddingFigures.ts';
import { measureEngines } from './embeddingMeasurement.ts';

const root = path.resolve();
const rounds = Number(benchOption('rounds') ?? 30);

/** Other Nodes to measure: those asked for, and code-server's. */
const otherNodes = (): string[] => {
  const versions = (benchOption('nodes') ?? '').split(',').filter((version) => version !== '');
  const installed = versions.map((version) => {
    const folder = path.join(root, 'artifacts', 'nodes', version);
    const program = path.join(folder, 'node_modules', '.bin', 'node');
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      const words = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`];
      execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
    }
    return program;
  });
  const host = path.join(root, '.vscode-host');
  const hosts = existsSync(host) ? readdirSync(host) : [];
  const codeServer = hosts.map((name) => path.join(host, name, 'node_modules', '.bin', 'node')).filter(existsSync);
  return [...installed, ...codeServer];
};

const measuredIn = (program: string): Measurement => {
  const { stdout, stderr, status } = spawnSync(
    program,
    [path.join(root, 'dist', 'bench', 'embedding.cjs'), '--measure', '--rounds', String(rounds)],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
  return measurementSchema.parse(JSON.parse(stdout));
};

const table = ({ node, v8, engines }: Measurement): string => {
  const reference = engines.find(({ engine }) => engine === 'onnxruntime-web');
  const rows = engines.map((row) =>
    [
      row.engine,
      row.drawer_ms.toFixed(1),
      row.query_ms.toFixed(2),
      row.load_ms.toFixed(0),
      row.drawers_per_second?.toFixed(1) ?? '',
      `${((reference?.drawer_ms ?? NaN) / row.drawer_ms).toFixed(2)} ×`,
      row.cosine.toFixed(4),
      row.bits.slice(0, 8),
    ].join(' | '),
  );
  const head =
    'engine | ms per drawer of 215 tokens | ms per query of 8 | ms to load | drawers/s | ratio | cosine to onnxruntime-web | bits';
  return [`Node ${node}, V8 ${v8}`, '', head, ...rows, ''].join('\n');
};

const main = async (): Promise<void> => {
  if (process.argv.includes('--measure')) {
    process.stdout.write(JSON.stringify(await measureEngines(root, rounds)));
    return;
  }
  const bits = new Set<string>();
  for (const program of [process.execPath, ...otherNodes()]) {
    const measurement = measuredIn(program);
    process.stdout.write(
      process.argv.includes('--json') ? `${JSON.stringify(measurement)}\n` : `${table(measurement)}\n`,
    );
    for (const row of measurement.engines) if (row.engine !== 'onnxruntime-web') bits.add(row.bits);
  }
  process.stdout.write(`Bits of all kernels: ${bits.size === 1 ? 'equal' : 'DIFFERENT'}\n`);
  process.exitCode = bits.size === 1 ? 0 : 1;
};

void main();
