import fc from 'fast-check';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../../../extension/palace/contract/search/searchResult.ts';
import { sampleFiles } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** Searches use each other's arrays: neither one that is running nor an answer that was given may notice. */

const word = fc.constantFrom(...'token rotate crash berth harbour crane ledger tide note absent'.split(' '));
const filter = fc.constantFrom('', ' path:notes', ' -theft', ' "spent token"', ' room:docs');
const request = fc.record({
  query: fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), filter)
    .map(([words, more]) => `seen ${words.join(' ')}${more}`),
  profile: fc.constantFrom('default', 'baseline', 'seed_rrf'),
  explain: fc.boolean(),
  candidate_trace: fc.boolean(),
  sort_by: fc.constantFrom('relevance' as const, 'importance' as const, 'recency' as const),
  words_only: fc.boolean(),
  dry_run: fc.constant(true),
});

/** How many steps of other work each search waits before it starts. */
const turns = fc.array(fc.nat(60), { minLength: 5, maxLength: 5 });

/** An answer without its times. */
const written = (result: SearchResult): string =>
  JSON.stringify(result, (key, value: unknown) => (key.endsWith('_ms') ? undefined : value));

it('a search answers as in a palace of its own, whatever is searched before it, meanwhile and after it', async () => {
  const root = temporaryFolder();
  const [folder, workspace] = [path.join(root, 'palace'), path.join(root, 'harbor')];
  writeFiles(workspace, sampleFiles);
  const mined = await openPalace({ folder });
  await mined.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
  await mined.close();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 5 }), turns, async (requests, waits) => {
      const alone: string[] = [];
      for (const one of requests) {
        const palace = await openPalace({ folder });
        alone.push(written(await palace.search(one)));
        await palace.close();
      }
      const palace = await openPalace({ folder });
      const inTurn: SearchResult[] = [];
      for (const one of requests) inTurn.push(await palace.search(one));
      const atOnce = await Promise.all(
        requests.map(async (one, i) => {
          for (let turn = 0; turn < (waits[i] ?? 0); turn += 1) await Promise.resolve();
          return palace.search(one);
        }),
      );
      expect(atOnce.map(written)).toEqual(alone);
      expect(inTurn.map(written)).toEqual(alone);
      await palace.close();
    }),
    { numRuns: runs(8) },
  );
});
