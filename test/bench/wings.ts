// A small wing beside a large one: does a question about the small one reach it? node dist/bench/wings.js [--work N] [--palace FOLDER]
// `work` holds N drawers of real JSON and YAML (the manifests and configurations below node_modules), `flights` 23 notes on
// journeys; the questions are about journeys. One JSON line a profile: the share of questions with a flights drawer in the first five.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunkText } from '../../extension/palace/filing/chunker.ts';
import { flights } from '../fixtures/flights.ts';
import { benchOption, benchPalace } from './support/benchPalace.ts';
import { mean } from './support/rankingMetrics.ts';

const wanted = Number(benchOption('work') ?? 4200);
const limit = 5;

const questions = [
  'cambodia',
  'travel plans for asia',
  'which temples did we want to see at sunrise',
  'visa requirements on arrival',
  'when does the return flight leave',
  'what do I have to pack for a hot country',
  'lost luggage',
  'how do we get from the capital to the ruins',
  'overnight boat in Greece',
  'which vaccinations are missing',
  'hiking in windy mountains',
  'where do I leave the car at the airport',
];

const manifests = function* (folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) yield* manifests(file);
    else if (/\.(json|ya?ml)$/.test(name) && (stat?.size ?? 0) > 400 && (stat?.size ?? 0) < 200_000) yield file;
  }
};

const corpus = (): string => {
  const lines = flights.map((text, i) => ({
    id: `flights-${i}`,
    text,
    wing: 'flights',
    room: 'trips',
    source_file: `trips/${i}.md`,
  }));
  const work: typeof lines = [];
  for (const file of manifests('node_modules')) {
    for (const { text } of chunkText(readFileSync(file, 'utf8')))
      if (work.length < wanted)
        work.push({
          id: `work-${work.length}`,
          text,
          wing: 'work',
          room: 'config',
          source_file: path.relative('node_modules', file),
        });
    if (work.length >= wanted) break;
  }
  return [...work, ...lines].map((line) => JSON.stringify(line)).join('\n');
};

const kept = benchOption('palace');
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-wings-'));
const palace = await benchPalace(kept ?? path.join(scratch, 'palace'));
try {
  const file = path.join(scratch, 'corpus.jsonl');
  writeFileSync(file, corpus());
  await palace.api.importDrawers({ file, wait_for_embeddings: true });
  const runs: readonly (readonly [string, Record<string, unknown>])[] = [
    ['baseline', {}],
    ['default', { wing_diversity_weight: 0 }],
    ['default', {}],
    ['default', { wing_diversity_scale: 'none' }],
  ];
  for (const [profile, overrides] of runs) {
    const first: number[] = [];
    const hits: number[] = [];
    for (const query of questions) {
      const { results } = await palace.api.search({ query, profile, overrides, k: 10 });
      hits.push(results.slice(0, limit).some(({ wing }) => wing === 'flights') ? 1 : 0);
      if (query === 'cambodia')
        first.push(...results.slice(0, limit).map(({ wing }) => (wing === 'flights' ? 1 : 0)));
    }
    const { drawers } = await palace.api.status({});
    process.stdout.write(
      `${JSON.stringify({ profile, overrides, drawers: drawers.by_wing, 'questions with a flights drawer in the first 5': mean(hits), 'flights in the first 5 for “cambodia”': first.filter((hit) => hit === 1).length })}\n`,
    );
  }
} finally {
  await palace.close();
  rmSync(scratch, { recursive: true, force: true });
}
