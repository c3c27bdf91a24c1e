import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import {
  searchResultSchema,
  type SearchResult,
} from '../../../../../extension/palace/contract/search/searchResult.ts';
import { withheldText } from '../../../../../extension/palace/retrieval/replay/packetDrawer.ts';
import { replay } from '../../../../../extension/palace/retrieval/replay/replay.ts';
import { markSensitive } from '../../../../fixtures/markSensitive.ts';
import { drawerOf, sampleFiles } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace, writeFiles } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const secret =
  'The vault code xyzzy4711 of the token harbour was changed on 2025-12-24 by quartermaster Threepwood.';
const root = mkdtempSync(path.join(tmpdir(), 'synapse-test-'));
let palace: Palace;

beforeAll(async () => {
  const [folder, workspace] = [path.join(root, 'palace'), path.join(root, 'harbor')];
  writeFiles(workspace, { ...sampleFiles, 'secrets/vault.md': secret, 'secrets/vault-copy.md': secret });
  const first = await openPalace({ folder });
  await first.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
  const ids = await Promise.all(
    ['secrets/vault.md', 'secrets/vault-copy.md'].map((file) => drawerOf(first, file)),
  );
  await first.recordAccess({
    drawer_ids: [
      ...ids.slice(0, 1),
      await drawerOf(first, 'docs/tokens.md'),
      await drawerOf(first, 'notes/note4.md'),
    ],
    session_id: 'a',
    kind: 'opened',
  });
  await first.close();
  await markSensitive(folder, ids);
  palace = await openPalace({ folder });
});

afterAll(async () => {
  await palace.close();
  rmSync(root, { recursive: true, force: true });
});

const word = fc.constantFrom(
  'token',
  'rotate',
  'crash',
  'berth',
  'harbour',
  'crane',
  'ledger',
  'when',
  'vault',
  'code',
  'log',
  'spent',
  'tide',
  'note',
  'threepwood',
  '"spent token"',
  '-theft',
  'path:notes',
  'room:secrets',
);
const query = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => ['seen', ...words].join(' '));
const request = fc.record({
  query,
  profile: fc.constantFrom('default', 'baseline', 'seed_rrf', 'orient', 'evaluate', 'decide'),
  k: fc.integer({ min: 1, max: 25 }),
  explain: fc.boolean(),
  candidate_trace: fc.boolean(),
  dry_run: fc.boolean(),
  sort_by: fc.constantFrom('relevance' as const, 'importance' as const, 'recency' as const),
  overrides: fc.constantFrom(
    {},
    { mmr_lambda: 0.4 },
    { wing_diversity_weight: 1 },
    { fold_near_duplicates: true },
    { supersede_action: 'filter', mmr_lambda: 0.7 },
    { model_guard: false },
  ),
  words_only: fc.boolean(),
});

/** The recorded answer as a replay is to give it: without the packet, sensitive texts withheld, and where secrets stand in them. */
const expected = (result: SearchResult): unknown =>
  JSON.parse(
    JSON.stringify({ ...result, replay_packet: undefined }, (key: string, value: unknown) =>
      key === 'secret_spans' ? undefined : value === secret ? withheldText : value,
    ),
  );

describe('a replay packet', () => {
  it('gives the recorded answer byte for byte, whatever was asked with whatever profile', async () => {
    let dense = 0;
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const recorded = await palace.search({ ...asked, replay: true });
        const packet: unknown = JSON.parse(JSON.stringify(recorded.replay_packet));
        expect(JSON.stringify(replay(packet))).toBe(JSON.stringify(expected(recorded)));
        if (recorded.pipeline_trace.legs['dense'] !== undefined) dense++;
      }),
      { numRuns: runs(120) },
    );
    expect(dense).toBeGreaterThan(10);
  });

  it('holds no word of a sensitive text that the query has not, nor its hash', async () => {
    let sensitive = 0;
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const recorded = await palace.search({ ...asked, query: `when ${asked.query} vault`, replay: true });
        const packet = JSON.stringify(recorded.replay_packet);
        for (const part of ['xyzzy4711', 'quartermaster', '2025-12-24', 'changed'])
          expect(packet).not.toContain(part);
        const { drawers } = await palace.list({ filter: { path: 'secrets/' } });
        for (const { content_hash: hash } of drawers) expect(packet).not.toContain(hash);
        if (packet.includes('secrets/vault')) sensitive++;
      }),
      { numRuns: runs(40) },
    );
    expect(sensitive).toBeGreaterThan(10);
  });

  it('changes no drawer, order or score of the answer that it comes with', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const asked = {
          query: one.query,
          profile: one.profile,
          k: one.k,
          sort_by: one.sort_by,
          overrides: one.overrides,
          words_only: one.words_only,
        };
        const [off, on] = [
          await palace.search(asked),
          await palace.search({ ...asked, replay: true, explain: true, candidate_trace: true, dry_run: true }),
        ];
        const order = ({ results }: SearchResult) =>
          results.map(({ drawer_id, score, rank, also_in }) => ({ drawer_id, score, rank, also_in }));
        expect(order(on)).toEqual(order(off));
      }),
      { numRuns: runs(60) },
    );
  });

  it('keeps its form when it has gone through the palace’s interface', async () => {
    const recorded = searchResultSchema.parse(
      await palace.search({ query: 'token rotate', replay: true, explain: true, candidate_trace: true }),
    );
    if (recorded.replay_packet === undefined) return expect.unreachable();
    const again = searchResultSchema.parse(await palace.replay({ packet: recorded.replay_packet }));
    expect(JSON.stringify(again)).toBe(JSON.stringify(expected(recorded)));
  });
});
