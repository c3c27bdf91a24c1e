import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

type Page = Awaited<ReturnType<Palace['list']>>;
type Request = Parameters<Palace['list']>[0];

const pagesOf = async (palace: Palace, request: Request): Promise<readonly Page['drawers'][]> => {
  const pages: Page['drawers'][] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await palace.list({ ...request, cursor });
    pages.push(page.drawers);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
};

const noteOf = ({ drawer_id: id, part_of: note }: Page['drawers'][number]): string => note?.drawer_id ?? id;
const notesOf = (drawers: Page['drawers']): string[] => [...new Set(drawers.map(noteOf))];

it('a list of whole notes has every drawer once, no note on two pages, and on each page but the last as many as asked', async () => {
  const { palace } = await minedPalace();
  // Two are of one moment, and so are their parts.
  for (const [at, times] of [1, 300, 1, 400, 1, 1, 300, 700, 280, 1, 300].entries())
    await palace.save({
      text: `Tide ${at} rises. ${'The water stands at the quay. '.repeat(times)}`,
      type: at % 3 === 0 ? 'decision' : 'progress',
      filed_at: `2026-02-0${1 + (at >> 1)}`,
      ...(at % 4 === 1 ? { source: { file: 'src/berth.ts' } } : {}),
      tags: at % 2 === 0 ? ['even'] : [],
    });
  const filters = [
    {},
    { type: ['progress' as const] },
    { tag: ['even'] },
    { path: 'src/' },
    { type: ['issue' as const] },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('source' as const, 'newest' as const),
      fc.constantFrom(...filters),
      async (limit, order, filter) => {
        const all = (await palace.list({ filter, order, limit: 1000 })).drawers;
        const pages = await pagesOf(palace, { filter, order, limit, whole_notes: true });
        expect(pages.flat()).toEqual(all);
        expect(pages.flatMap(notesOf)).toEqual(notesOf(all));
        for (const page of pages.slice(0, -1)) expect(notesOf(page)).toHaveLength(limit);
        expect(notesOf(pages.at(-1) ?? []).length).toBeLessThanOrEqual(limit);
      },
    ),
    { numRuns: runs(20) },
  );
  await palace.close();
});
