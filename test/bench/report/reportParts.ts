import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { measurementSchema } from '../embeddingFigures.ts';
import { commandTimes } from './commandTimes.ts';
import { costChart, type CostSeries } from './costChart.ts';
import { markdownTable } from './measuredPart.ts';

/** What a part found: Markdown, the commands that print it, and charts by file name. */
export interface PartReport {
  readonly figures: string;
  readonly commands: readonly string[];
  readonly pictures?: Readonly<Record<string, string>>;
}

/** Where and how large. */
export interface ReportOptions {
  /** Synthetic palaces, by size. */
  readonly palaces: string;
  /** Removed afterwards. */
  readonly scratch: string;
  /** Drawers. */
  readonly sizes: readonly number[];
}

const scaleSchema = z.object({
  drawers: z.number(),
  search_ms: z.object({ p50: z.number(), p95: z.number() }),
  open_to_first_ms: z.object({
    hybrid: z.number(),
    lexical_after_clean_end: z.number(),
    lexical_after_killed_save: z.number(),
  }),
  palace_mb: z.number(),
  rss_mb: z.number(),
});

/** What a built benchmark prints. Throws if it fails; its errors go to the terminal. */
const printed = (program: string, ...words: readonly string[]): string =>
  execFileSync(process.execPath, [path.resolve('dist', 'bench', program), ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const palaceOf = ({ palaces }: ReportOptions, drawers: number): string => path.join(palaces, String(drawers));
const whole = (x: number): string => Math.round(x).toLocaleString('en-US');

const scale = (options: ReportOptions): PartReport => {
  const runs = options.sizes.map((drawers) => {
    const words = ['--drawers', String(drawers), '--queries', '50', '--palace', palaceOf(options, drawers)];
    // The first run mines, which leaves memory in use; what is measured opens a palace that is there.
    if (!existsSync(palaceOf(options, drawers))) printed('scale.js', ...words);
    return scaleSchema.parse(JSON.parse(printed('scale.js', ...words)));
  });
  const curve = (name: string, cost: (run: (typeof runs)[number]) => number): CostSeries => ({
    name,
    points: runs.map((run) => ({ drawers: run.drawers, cost: cost(run) })),
  });
  const head = [
    'drawers',
    'search p50',
    'p95',
    'open to words',
    'after a kill',
    'to words and meaning',
    'memory',
    'disk',
  ];
  const rows = runs.map(
    ({ drawers, search_ms: search, open_to_first_ms: open, rss_mb: memory, palace_mb: disk }) => [
      whole(drawers),
      `${whole(search.p50)} ms`,
      `${whole(search.p95)} ms`,
      `${(open.lexical_after_clean_end / 1000).toFixed(1)} s`,
      `${(open.lexical_after_killed_save / 1000).toFixed(1)} s`,
      `${(open.hybrid / 1000).toFixed(1)} s`,
      `${whole(memory)} MB`,
      `${whole(disk)} MB`,
    ],
  );
  return {
    figures: [
      markdownTable([head, ...rows]),
      '![Time of a search against the number of drawers](charts/search.svg)',
      '![Time of opening against the number of drawers](charts/opening.svg)',
      '![Memory and disk against the number of drawers](charts/space.svg)',
    ].join('\n\n'),
    commands: options.sizes.map(
      (drawers) => `npm run bench:scale -- --drawers ${drawers} --queries 50 --palace FOLDER`,
    ),
    pictures: {
      'search.svg': costChart('A search', 'ms', [
        curve('95 % below', ({ search_ms: { p95 } }) => p95),
        curve('median', ({ search_ms: { p50 } }) => p50),
      ]),
      'opening.svg': costChart('From opening to the first answer', 'ms', [
        curve('words and meaning', ({ open_to_first_ms: { hybrid } }) => hybrid),
        curve('words', ({ open_to_first_ms: { lexical_after_clean_end: ms } }) => ms),
      ]),
      'space.svg': costChart('Space', 'MB', [
        curve('memory', ({ rss_mb }) => rss_mb),
        curve('disk', ({ palace_mb }) => palace_mb),
      ]),
    },
  };
};

const commands = async (options: ReportOptions): Promise<PartReport> => {
  const [drawers = 10_000] = options.sizes;
  const palace = palaceOf(options, drawers);
  if (!existsSync(palace)) printed('scale.js', '--drawers', String(drawers), '--queries', '1', '--palace', palace);
  const times = await commandTimes(palace, 9);
  return {
    figures: markdownTable([
      [`command, ${whole(drawers)} drawers`, 'median of 9'],
      ...Object.entries(times).map(([name, ms]) => [name, `${whole(ms)} ms`]),
    ]),
    commands: ['npm run bench:report -- --part commands'],
  };
};

const embedding = (): PartReport => {
  const lines = printed('embedding.cjs', '--nodes', '22,24', '--rounds', '20', '--json').trim().split('\n');
  const bits = lines.pop() ?? '';
  const rows = lines
    .map((line) => measurementSchema.parse(JSON.parse(line)))
    .flatMap(({ node, v8, engines }) => {
      const reference = engines.at(-1);
      return engines.map(({ engine, drawer_ms, query_ms, load_ms, drawers_per_second }, i) => [
        i === 0 ? `${node.replace('v', '')} (${v8.split('.').slice(0, 2).join('.')})` : '',
        engine,
        drawer_ms.toFixed(1),
        query_ms.toFixed(2),
        whole(load_ms),
        drawers_per_second?.toFixed(1) ?? '',
        `${((reference?.drawer_ms ?? NaN) / drawer_ms).toFixed(2)} ×`,
      ]);
    });
  const head = [
    'Node (V8)',
    'engine',
    'ms per drawer',
    'ms per query',
    'ms to load',
    'drawers/s, all cores',
    'ratio, drawer',
  ];
  return {
    figures: `${markdownTable([head, ...rows])}\n\n${bits}.`,
    commands: ['npm run bench:embedding -- --nodes 22,24 --rounds 20'],
  };
};

const peers = (): PartReport => ({
  figures: printed('peers.cjs', '--drawers', '10000', '--rounds', '3'),
  commands: ['npm run bench:peers -- --drawers 10000 --rounds 3'],
});

/** The first command of the README in a copy of the repository that has nothing installed. */
const start = ({ scratch }: ReportOptions): PartReport => {
  const clone = path.join(scratch, 'clone');
  execFileSync('git', ['clone', '--quiet', '.', clone], { stdio: ['ignore', 'ignore', 'inherit'] });
  const host = path.resolve('.vscode-host');
  if (existsSync(host)) cpSync(host, path.join(clone, '.vscode-host'), { recursive: true });
  const started = performance.now();
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['start', '--', '--no-open'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const seconds = (performance.now() - started) / 1000;
  return {
    figures: `\`npm start -- --no-open\` in a fresh clone, \`npm ci\` included: ${seconds.toFixed(0)} s.`,
    commands: ['npm run bench:report -- --part start'],
  };
};

/** Each part by its name in docs/benchmarks.md. */
export const reportParts = (
  options: ReportOptions,
): Readonly<Record<string, () => PartReport | Promise<PartReport>>> => ({
  scale: () => scale(options),
  commands: () => commands(options),
  start: () => start(options),
  embedding,
  peers,
});
