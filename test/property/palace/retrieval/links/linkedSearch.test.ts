import fc from 'fast-check';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../../../../extension/palace/contract/search/searchResult.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { replay } from '../../../../../extension/palace/retrieval/replay/replay.ts';
import { linkedTo } from '../../../../fixtures/palaces/linkedPalaces.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';

/** A search over linked palaces ranks as one palace with all their drawers does. */

const words = ['crane', 'harbour', 'token', 'rotates', 'gateway', 'ledger', 'winch', 'beacon', 'drain', 'Igor'];
const word = fc.constantFrom(...words);
const note = fc.record({
  text: fc.array(word, { minLength: 2, maxLength: 12 }).map((list) => list.join(' ')),
  wing: fc.constantFrom('harbor', 'gateway', 'docs'),
  type: fc.constantFrom('insight' as const, 'decision' as const, 'reference' as const),
  importance: fc.constantFrom(0.2, 0.5, 0.9),
  pinned: fc.boolean(),
  tags: fc.subarray(['auth', 'ops']),
  source: fc.option(fc.constantFrom<string>('src/token.ts', 'docs/crane.md', 'src/gateway/drain.ts'), {
    nil: undefined,
  }),
});
type Note = typeof note extends fc.Arbitrary<infer T> ? T : never;

const save = async (palace: Palace, notes: readonly Note[]): Promise<void> => {
  for (const { source, ...given } of notes)
    await palace.save({
      ...given,
      room: 'notes',
      allow_duplicate: true,
      ...(source === undefined ? {} : { source: { file: source } }),
    });
  await palace.mine({ folders: [], wait_for_embeddings: true });
};

/** What a ranking is, without IDs and the ranks within each palace. */
const ranking = ({ results, pipeline_trace: trace, warnings }: SearchResult) => ({
  results: results.map(({ text, wing, score, selection_score, score_events, score_breakdown, also_in, legs }) => ({
    text,
    wing,
    score,
    selection_score,
    events: score_events?.map(({ phase, delta }) => ({ phase, delta })),
    score_breakdown,
    copies: also_in.length,
    shares: Object.values(legs ?? {}).map(({ score: raw, share }) => ({ raw, share })),
  })),
  scope: trace.scope,
  legs: trace.legs,
  terms: trace.terms,
  candidates: trace.total_candidates_in,
  warnings,
});

const query = fc
  .tuple(
    fc.array(fc.oneof(word, fc.constantFrom('beacons', 'rotateToken')), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' -winch', ' wing:harbor', ' "crane harbour"', ' tag:auth', ' path:src'),
  )
  .map(([list, filter]) => `${list.join(' ')}${filter}`);
const options = fc.record({
  sort_by: fc.constantFrom('relevance' as const, 'recency' as const, 'importance' as const),
  overrides: fc.constantFrom({}, { mmr_lambda: 0.6 }, { fold_near_duplicates: true }, { common_term_share: 0.05 }),
  k: fc.constantFrom(3, 10),
});

it('two linked palaces rank as one palace that holds the drawers of both', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { maxLength: 12 }),
      fc.array(note, { maxLength: 12 }),
      fc.array(fc.tuple(query, options), { minLength: 1, maxLength: 4 }),
      async (here, elsewhere, searches) => {
        // A path is one document of the index: one that both have is two documents in two palaces.
        const there = elsewhere.map(({ source, ...rest }) => ({
          ...rest,
          source: source?.replace('/', '/there/'),
        }));
        const root = temporaryFolder();
        const other = await openPalace({ folder: path.join(root, 'other') });
        const own = await openPalace({ folder: path.join(root, 'own'), links: linkedTo({ other }) });
        const merged = await openPalace({ folder: path.join(root, 'merged') });
        await save(own, here);
        await save(other, there);
        await save(merged, [...here, ...there]);
        for (const [text, more] of searches) {
          const request = { query: text, explain: true, candidate_trace: true, dry_run: true, ...more };
          const [linked, expected] = [await own.search(request), await merged.search(request)];
          expect(ranking(linked)).toEqual(ranking(expected));
          expect(linked.flow).toEqual(expected.flow);
        }
        for (const palace of [own, other, merged]) await palace.close();
      },
    ),
    { numRuns: runs(6) },
  );
});

it('every score of a linked search is the sum of its events, and its packet gives the same answer again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { minLength: 1, maxLength: 10 }),
      fc.array(note, { minLength: 1, maxLength: 10 }),
      query,
      async (here, there, text) => {
        const root = temporaryFolder();
        const other = await openPalace({ folder: path.join(root, 'other') });
        const own = await openPalace({ folder: path.join(root, 'own'), links: linkedTo({ other }) });
        await save(own, here);
        await save(other, there);
        const request = { query: text, dry_run: true };
        const plain = await own.search(request);
        const { replay_packet: packet, ...full } = await own.search({
          ...request,
          explain: true,
          candidate_trace: true,
          replay: true,
        });
        for (const { cosine_similarity: cosine = 0, score_events: events = [], score } of full.results)
          expect(events.reduce((sum, { delta }) => sum + delta, cosine)).toBe(score);
        const order = (result: SearchResult) => result.results.map(({ drawer_id, score }) => [drawer_id, score]);
        expect(order(full)).toEqual(order(plain));
        expect(JSON.stringify(replay(JSON.parse(JSON.stringify(packet))))).toBe(JSON.stringify(full));
        for (const palace of [own, other]) await palace.close();
      },
    ),
    { numRuns: runs(5) },
  );
});

it('without links, and with a linked palace that is empty, a search answers exactly as it always did', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(note, { minLength: 1, maxLength: 12 }),
      query,
      options,
      async (notes, text, more) => {
        const root = temporaryFolder();
        const empty = await openPalace({ folder: path.join(root, 'empty') });
        const folder = path.join(root, 'own');
        const request = { query: text, explain: true, dry_run: true, ...more };
        const withoutTimes = ({ pipeline_trace: trace, ...rest }: SearchResult) => ({
          ...rest,
          trace: { ...trace, elapsed_ms: 0, phase_timing_ms: {}, phase_start_ms: {} },
        });
        const alone = await openPalace({ folder });
        await save(alone, notes);
        const expected = withoutTimes(await alone.search(request));
        await alone.close();
        const linked = await openPalace({ folder, links: linkedTo({ empty }) });
        expect(withoutTimes(await linked.search({ ...request, links: false }))).toEqual(expected);
        expect(withoutTimes(await linked.search(request))).toEqual(expected);
        for (const palace of [linked, empty]) await palace.close();
      },
    ),
    { numRuns: runs(5) },
  );
});
