import { expect, it } from 'vitest';
import { fileKindOfPath } from '../../../../extension/palace/model/source/fileKind.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('a search for a kind of file finds files of that kind only, whether the query or the filter asks for it', async () => {
  const { palace } = await minedPalace();
  const kindsOf = async (request: Parameters<typeof palace.search>[0]): Promise<string[]> => {
    const { results } = await palace.search({ k: 50, ...request });
    return [
      ...new Set(results.map(({ source_file: file }) => (file === null ? 'no file' : fileKindOfPath(file)))),
    ];
  };
  expect((await kindsOf({ query: 'token' })).length).toBeGreaterThan(1);
  expect(await kindsOf({ query: 'token kind:docs' })).toEqual(['docs']);
  expect(await kindsOf({ query: 'token', filter: { kind: ['source'] } })).toEqual(['source']);
  await expect(palace.search({ query: 'token kind:recipes' })).rejects.toMatchObject({ code: 'E_QUERY_FIELD' });
  await palace.close();
});

it('a note has no kind, so the filter leaves it out, and why-not says so', async () => {
  const { palace } = await minedPalace();
  const { drawer_id: id } = (await palace.save({ text: 'The token is turned at noon.', type: 'decision' })) as {
    drawer_id: string;
  };
  const { results } = await palace.search({ query: 'token noon kind:source', k: 50 });
  expect(results.map(({ drawer_id: found }) => found)).not.toContain(id);
  const answer = await palace.whyNot({ drawer_id: id, query: 'token noon kind:source' });
  expect(answer.reason).toContain('its kind is none: it is not a file');
  expect(answer.fixes).toContain('Remove the filter kind:source.');
  await palace.close();
});

it('a query can’t reach past the filter that its search was given', async () => {
  const { palace } = await minedPalace();
  const { results } = await palace.search({
    query: 'token kind:docs,source',
    filter: { kind: ['source'] },
    k: 50,
  });
  expect(new Set(results.map(({ source_file: file }) => fileKindOfPath(file ?? '')))).toEqual(new Set(['source']));
  await expect(palace.search({ query: 'token kind:docs', filter: { kind: ['source'] } })).rejects.toMatchObject({
    code: 'E_QUERY_FIELD',
  });
  await palace.close();
});
