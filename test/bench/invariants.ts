// What must hold for every search, over a whole benchmark's queries: node dist/bench/invariants.js --data FOLDER [--profile NAME]… [--palace FOLDER] [--limit N]
// explain, trace, dry run and replay change no ID, order or score; every waterfall adds up to its score exactly; a packet gives
// the same answer byte for byte. One JSON line a profile; the program ends with 1 if any failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { SearchHit, SearchResult } from '../../extension/palace/contract/search/searchResult.ts';
import type { PalaceApi, Params } from '../../extension/palace/contract/palaceApi.ts';
import { benchOption, benchOptions, benchPalace } from './support/benchPalace.ts';

const data = benchOption('data');
if (data === undefined || data === '')
  throw new Error('usage: invariants --data FOLDER (with corpus.jsonl and queries.jsonl)');
const querySchema = z.object({ query: z.string(), wing: z.string().optional() });
const queries = readFileSync(path.join(data, 'queries.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => querySchema.parse(JSON.parse(line)))
  .slice(0, Number(benchOption('limit') ?? Infinity));

const ranking = ({ results }: SearchResult): string =>
  JSON.stringify(results.map(({ rank, drawer_id: id, score }) => [rank, id, score]));
const addsUp = ({ score, score_breakdown: parts, score_events: events = [] }: SearchHit): boolean =>
  parts !== undefined &&
  events.reduce((sum, { delta }) => sum + delta, parts.cosine_similarity) === score &&
  parts.final_score === score;
/** The answer as it is shown. */
const withoutPacket = (result: SearchResult): string => JSON.stringify({ ...result, replay_packet: undefined });

const check = async (api: PalaceApi, profile: string): Promise<boolean> => {
  const failed = { flags: 0, waterfalls: 0, replays: 0 };
  let waterfalls = 0;
  for (const { query, wing } of queries) {
    const plain: Params<'search'> = {
      query,
      profile,
      k: 10,
      ...(wing === undefined ? {} : { filter: { wing: [wing] } }),
    };
    const base = await api.search({ ...plain, dry_run: true });
    const all = await api.search({ ...plain, explain: true, candidate_trace: true, dry_run: true, replay: true });
    if (ranking(base) !== ranking({ ...all, results: all.results.slice(0, base.results.length) })) failed.flags++;
    for (const hit of all.results) {
      waterfalls++;
      if (!addsUp(hit)) failed.waterfalls++;
    }
    if (
      all.replay_packet === undefined ||
      withoutPacket(await api.replay({ packet: all.replay_packet })) !== withoutPacket(all)
    )
      failed.replays++;
  }
  process.stdout.write(
    `${JSON.stringify({ profile, data: path.basename(path.resolve(data)), queries: queries.length, waterfalls, failed })}\n`,
  );
  return Object.values(failed).every((n) => n === 0);
};

const kept = benchOption('palace');
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'synapse-invariants-'));
const palace = await benchPalace(folder);
try {
  await palace.api.importDrawers({ file: path.join(data, 'corpus.jsonl'), wait_for_embeddings: true });
  const named = benchOptions('profile');
  for (const profile of named.length > 0
    ? named
    : ['default', 'orient', 'evaluate', 'decide', 'baseline', 'seed_rrf'])
    if (!(await check(palace.api, profile))) process.exitCode = 1;
} finally {
  await palace.close();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
