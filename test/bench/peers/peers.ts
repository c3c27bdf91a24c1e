// The product's parts beside other programs that do the same work:
// node dist/bench/peers.cjs [--drawers 20000] [--rounds 3] [--part lexical|dense|embedding|commit]…
// Each program runs in a process of its own, all in turns; the least of the rounds counts, and each ratio is that of the peer's figure to
// ours. What is missing is installed with npm into artifacts/peers, an ignored folder. Markdown tables.
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import * as z from 'zod';
import { benchOption, benchOptions } from '../support/benchPalace.ts';
import { commitPeers } from './commitPeers.ts';
import { densePeers } from './densePeers.ts';
import { embeddingPeers } from './embeddingPeers.ts';
import { lexicalPeers } from './lexicalPeers.ts';
import type { Figures, Peer } from './peerFigures.ts';
import { hasPeer, installPeers } from './peerPackages.ts';

const drawers = Number(benchOption('drawers') ?? 20_000);
const rounds = Number(benchOption('rounds') ?? 3);
const parts: Readonly<Record<string, () => readonly Peer[]>> = {
  lexical: () => lexicalPeers(drawers),
  dense: () => densePeers(drawers),
  embedding: embeddingPeers,
  commit: commitPeers,
};
const figuresSchema = z.record(z.string(), z.number());

/** A peer's figures, measured in a new process; undefined if it failed, which is told on stderr. */
const measuredApart = (part: string, { name }: Peer): Figures | undefined => {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    ['--expose-gc', process.argv[1] ?? '', '--measure', part, '--peer', name, '--drawers', String(drawers)],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status === 0) return figuresSchema.parse(JSON.parse(stdout));
  console.error(
    `${part}, ${name}: ${signal ?? stderr.split('\n').find((line) => line.includes('Error')) ?? 'failed'}`,
  );
  return undefined;
};

/** The least of each figure; of a recall, too: all rounds find the same. */
const least = (rows: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((figure) => [figure, Math.min(...rows.map((row) => row[figure] ?? Infinity))]),
  );

const cell = (figure: string, value: number, ours: number): string => {
  if (figure.startsWith('recall')) return value.toFixed(3);
  const shown = value >= 100 ? value.toFixed(0) : value.toPrecision(2);
  return ours > 0 ? `${shown} (${(value / ours).toFixed(2)} ×)` : shown;
};

const table = (part: string, rows: ReadonlyMap<string, Figures>): string => {
  const [ours = {}] = rows.values();
  const figures = Object.keys(ours);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line([part, ...figures]),
    line(['---', ...figures.map(() => '---')]),
    ...[...rows].map(([name, row]) =>
      line([name, ...figures.map((figure) => cell(figure, row[figure] ?? NaN, ours[figure] ?? NaN))]),
    ),
  ].join('\n');
};

const compare = (part: string, peers: readonly Peer[]): string => {
  const usable = peers.filter(({ needs }) => needs === undefined || hasPeer(needs));
  const found = new Map(usable.map((peer) => [peer.name, [] as Figures[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const peer of usable) {
      const figures = measuredApart(part, peer);
      if (figures !== undefined) found.get(peer.name)?.push(figures);
    }
  const measured = [...found].filter(([, rows]) => rows.length > 0);
  return table(part, new Map(measured.map(([name, rows]) => [name, least(rows)])));
};

const main = async (): Promise<void> => {
  const wanted = benchOption('measure');
  if (wanted !== undefined) {
    const peer = parts[wanted]?.().find(({ name }) => name === benchOption('peer'));
    if (peer === undefined) throw new Error(`${wanted} has no such peer.`);
    console.log(JSON.stringify(await peer.measure()));
    return;
  }
  installPeers();
  const chosen = benchOptions('part');
  const names = chosen.length > 0 ? chosen : Object.keys(parts);
  console.log(`Node ${process.version}, ${drawers} drawers, least of ${rounds} rounds, load ${loadavg()[0] ?? 0}`);
  for (const name of names) {
    const peers = parts[name];
    if (peers === undefined) throw new Error(`There is no part “${name}”: ${Object.keys(parts).join(', ')}.`);
    console.log(`\n${compare(name, peers())}`);
  }
};

void main();
