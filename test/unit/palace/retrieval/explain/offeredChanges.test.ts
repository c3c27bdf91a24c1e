import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Params } from '../../../../../extension/palace/contract/palaceApi.ts';
import type { WhyNot } from '../../../../../extension/palace/contract/search/searchResult.ts';
import type { Embedder } from '../../../../../extension/palace/embedding/embedder.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { appliedChange } from '../../../../../webview/state/appliedChange.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

type Request = Params<'search'> & { readonly k: number };

/** The search after one of the offered changes, made as the inspector makes it. */
const changed = (request: Request, change: NonNullable<NonNullable<WhyNot['changes']>[number]>): Request => {
  const { query, k, sort_by: sortBy } = request;
  const shown = {
    profile: null,
    filter: {},
    explain: false,
    candidateTrace: false,
    dryRun: true,
    ...(sortBy === undefined || sortBy === 'relevance' ? {} : { sortBy }),
  };
  const search = appliedChange({ ...shown, query, k }, change);
  if (search === null) throw new Error('The inspector can’t make this change.');
  return {
    ...request,
    query: search.query,
    k: search.k ?? k,
    sort_by: search.sortBy ?? 'relevance',
    ...(search.overrides === undefined ? {} : { overrides: search.overrides }),
  };
};

/** Every offered change that names a result, with the place that it names and the one that the changed search has. */
const places = async (palace: Palace, request: Request, id: string) => {
  const { fixes, changes } = await palace.whyNot({ ...request, drawer_id: id });
  return Promise.all(
    fixes.flatMap((fix, i) => {
      const change = changes?.[i] ?? null;
      const said = /^Ask for (\d+) results: it would be the last|would be result (\d+)/.exec(fix);
      if (change === null || /enter the pool/.test(fix)) return [];
      return [
        palace.search(changed(request, change)).then(({ results }) => ({
          fix,
          said: Number(said?.[1] ?? said?.[2]),
          is: results.findIndex(({ drawer_id: other }) => other === id) + 1,
        })),
      ];
    }),
  );
};

const fleet = Object.fromEntries(
  Array.from({ length: 260 }, (_, i) => [
    `fleet/${i % 7}/log${i}.md`,
    `# Log ${i}\n\n${'The token was seen. '.repeat(1 + (i % 5))}${['crane', 'tide', 'winch'][i % 3]} ${i}\n`,
  ]),
);

const everyId = async (palace: Palace): Promise<string[]> => {
  const { drawers } = await palace.list({ limit: 1000 });
  return drawers.map(({ drawer_id: id }) => id);
};

describe('the changes that would bring a drawer in', () => {
  it.each(['relevance', 'recency', 'importance'] as const)('do so, sorted by %s', async (sort_by) => {
    const { palace } = await minedPalace({}, fleet);
    const offered = [];
    for (const id of (await everyId(palace)).filter((_, i) => i % 9 === 0))
      offered.push(...(await places(palace, { query: 'token crane', k: 4, sort_by }, id)));
    expect(offered.length).toBeGreaterThan(10);
    for (const { fix, said, is } of offered) expect({ fix, is }).toEqual({ fix, is: said });
    await palace.close();
  });

  it('replace the path or wing that the query has already', async () => {
    const { palace } = await minedPalace({}, { ...fleet, 'fleet/odd, "the" one.md': 'A quiet berth.\n' });
    const [odd] = (await palace.search({ query: 'quiet berth' })).results;
    const [offered] = await places(palace, { query: 'token path:fleet', k: 1 }, odd?.drawer_id ?? '');
    expect(offered).toEqual({
      fix: 'Narrow the search with path:“fleet/odd, "the" one.md”: it would be result 1.',
      said: 1,
      is: 1,
    });
    await palace.close();
  });

  it('name nothing for a drawer that no change of the search finds', async () => {
    const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
    const { drawer_id: id } = await palace.save({ text: 'Tokens rotate.', type: 'decision' });
    const answer = await palace.whyNot({ query: 'winch', words_only: true, drawer_id: id ?? '' });
    expect(answer).toMatchObject({ dropped_at: 'fusion', fixes: ['Use words that occur in it.'] });
    await palace.close();
  });

  it('are tried without embedding a text again', async () => {
    const words = wordHashEmbedder();
    const embedded: string[] = [];
    const embedder: Embedder = {
      ...words,
      embed: (texts, kind, signal) => {
        if (kind === 'query') embedded.push(...texts);
        return words.embed(texts, kind, signal);
      },
    };
    const { palace } = await minedPalace({ embedder }, fleet);
    for (const id of (await everyId(palace)).filter((_, i) => i % 50 === 0)) {
      embedded.length = 0;
      await palace.whyNot({ query: 'token crane', k: 4, drawer_id: id });
      expect(embedded).toEqual([...new Set(embedded)]);
      expect(embedded).toContain('token crane');
    }
    await palace.close();
  });

  it.each(['relevance', 'recency'] as const)(
    'are not tried once the question is cancelled, sorted by %s',
    async (sort_by) => {
      const words = wordHashEmbedder();
      const asked = new AbortController();
      let isAsked = false;
      const embedder: Embedder = {
        ...words,
        embed: (texts, kind, signal) => {
          // As a message from another process: not before what runs now lets others run.
          if (isAsked && kind === 'query') setImmediate(() => asked.abort());
          return words.embed(texts, kind, signal);
        },
      };
      const { palace } = await minedPalace({ embedder }, fleet);
      const { results } = await palace.search({ query: 'token crane', k: 30, sort_by });
      isAsked = true;
      const question = { query: 'token crane', k: 4, sort_by, drawer_id: results.at(-1)?.drawer_id ?? '' };
      await expect(palace.whyNot(question, { signal: asked.signal })).rejects.toMatchObject({
        code: 'E_CANCELLED',
      });
      await palace.close();
    },
  );

  it('do not make a query too long', async () => {
    const { palace } = await minedPalace({}, fleet);
    const [first] = await everyId(palace);
    const query = `token ${'quay '.repeat(1999)}`.slice(0, 10_000);
    await expect(palace.whyNot({ query, k: 1, drawer_id: first ?? '' })).resolves.toMatchObject({ rank: null });
    await palace.close();
  });

  it('are those of the search itself, where folded copies make it look further', async () => {
    const palace = await openPalace({ folder: path.join(temporaryFolder(), 'palace') });
    const { drawer_id: id } = await palace.save({
      text: 'The crane was built.',
      type: 'insight',
      filed_at: '2020',
    });
    for (let i = 0; i < 110; i++)
      await palace.save({ text: 'The crane is stuck.', type: 'issue', allow_duplicate: true });
    const request = { query: 'crane', sort_by: 'recency' } as const;
    expect((await palace.search(request)).results.map(({ drawer_id: found }) => found)).toContain(id);
    expect(await palace.whyNot({ ...request, drawer_id: id ?? '' })).toMatchObject({ rank: 2, dropped_at: null });
    await palace.close();
  });
});
