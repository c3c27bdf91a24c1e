import { describe, expect, it } from 'vitest';
import type { Params } from '../../../../extension/palace/contract/palaceApi.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { files, palaceWith, failure, note, saved } from '../../../fixtures/palaces/notePalace.ts';

describe('a saved note', () => {
  it('is one drawer, verbatim, with its tags, in the first tier of its type', async () => {
    const { palace } = await palaceWith();
    const text = '  Rotate tokens.\r\n\n\tOnly the gateway does.  \n';
    const id = await saved(palace, { text, tags: [' Auth', 'auth', 'gateway'] });
    expect(await palace.show({ drawer_id: id })).toMatchObject({
      text,
      type: 'decision',
      tier: 'working',
      wing: 'test',
      room: 'notes',
      tags: ['Auth', 'gateway'],
      source_file: null,
      lines: null,
      pinned: false,
      importance: 0.5,
    });
    const tierOf = async (type: Params<'save'>['type']) =>
      (
        await palace.show({
          drawer_id: await saved(palace, { type, text: `a note of type ${type}`, allow_duplicate: true }),
        })
      ).tier;
    expect(
      await Promise.all(
        (['handoff', 'progress', 'issue', 'insight', 'reference', 'summary'] as const).map(tierOf),
      ),
    ).toEqual(['ephemeral', 'ephemeral', 'working', 'working', 'longterm', 'longterm']);
    await palace.close();
  });

  it('keeps its source file, is filed in that file’s wing, and is found by its path', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace, {
      source: { file: 'src/berth.ts', lines: { start: 1, end: 1 } },
      tier: 'longterm',
      pinned: true,
      importance: 0.9,
    });
    expect(await palace.show({ drawer_id: id })).toMatchObject({
      source_file: 'src/berth.ts',
      lines: { start: 1, end: 1 },
      wing: 'harbor',
      tier: 'longterm',
      pinned: true,
      importance: 0.9,
    });
    const { results } = await palace.search({ query: 'rotated gateway path:berth' });
    expect(results[0]?.drawer_id).toBe(id);
    await palace.close();
  });

  it('is found by meaning once it has a vector, by its tags as words, and by the tag filter in any letter case', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace, { tags: ['Übergabe', 'auth-rotation'] });
    await palace.noteChecks({ drawer_ids: [id], wait: true });
    expect((await palace.show({ drawer_id: id })).has_vector).toBe(true);
    const byWords = async (query: string) =>
      (await palace.search({ query, words_only: true })).results.map(({ drawer_id: found }) => found);
    expect(await byWords('übergabe')).toEqual([id]);
    expect(await byWords('gateway tag:ÜBERGABE')).toEqual([id]);
    expect(await byWords('gateway tag:other,auth-rotation')).toEqual([id]);
    expect(await byWords('gateway tag:other')).toEqual([]);
    expect(await palace.list({ filter: { tag: ['AUTH-Rotation'] }, with_counts: true })).toMatchObject({
      drawers: [{ drawer_id: id }],
      counts: { test: { notes: 1 } },
    });
    expect(await palace.whyNot({ query: 'gateway tag:other', drawer_id: id })).toMatchObject({
      in_scope: false,
      reason: expect.stringContaining('does not have the tag other'),
    });
    await palace.update({ drawer_ids: [id], tags_remove: ['übergabe'], tags_add: ['handed-over'] });
    expect([await byWords('übergabe'), await byWords('handed-over')]).toEqual([[], [id]]);
    await palace.close();
  });

  it('longer than 8,000 characters is split into parts that together are its text', async () => {
    const { palace } = await palaceWith();
    const text = `Harbour rules\n\n${Array.from({ length: 300 }, (_, i) => `Rule ${i}: ship ${i * 7} moors at berth ${i % 11}.\n`).join('')}`;
    const id = await saved(palace, { text, tags: ['rules'] });
    const { drawer_ids: ids, text: whole } = await palace.noteText({ drawer_id: id });
    expect([ids[0], whole]).toEqual([id, text]);
    const parts = await Promise.all(ids.map((part) => palace.show({ drawer_id: part })));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map(({ span }) => text.slice(span?.start, span?.end))).toEqual(parts.map((part) => part.text));
    expect(parts.every(({ tags }) => tags[0] === 'rules')).toBe(true);
    const last = parts.at(-1);
    const { results } = await palace.search({ query: 'harbour "ship 2093"', words_only: true });
    expect(results[0]?.drawer_id).toBe(last?.drawer_id);
    const place = { drawer_id: id, title: 'Harbour rules', parts: parts.length };
    expect(results[0]?.part_of).toEqual({ ...place, part: parts.length });
    await palace.noteChecks({ drawer_ids: [id], wait: true });
    const listed = await palace.list({ filter: { type: ['decision'] } });
    expect(listed.drawers.map(({ part_of: of }) => of)).toEqual(
      ids.map((_, at) => ({ drawer_id: id, part: at + 1, parts: parts.length })),
    );
    expect(parts.map(({ part_of: of }) => of)).toEqual(listed.drawers.map(({ part_of: of }) => of));
    const similar = await palace.similar({ drawer_id: id });
    for (const { drawer_id: part, part_of: of } of similar.results)
      expect(of).toEqual(ids.includes(part) ? { ...place, part: ids.indexOf(part) + 1 } : undefined);
    expect(similar.results.some(({ part_of: of }) => of?.part === 2)).toBe(true);
    await palace.close();
  });

  it('in several parts is one duplicate of its text, whether or not the parts are embedded', async () => {
    const { palace, workspace } = await palaceWith();
    const text = Array.from(
      { length: 300 },
      (_, i) => `Rule ${i}: ship ${i * 7} moors at berth ${i % 11}.\n`,
    ).join('');
    const id = await saved(palace, { text });
    const check = async () => (await palace.checkDuplicate({ text })).duplicates;
    const once = [{ drawer_id: id, kind: 'exact', similarity: 1 }];
    expect(await check()).toMatchObject(once);
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
    expect((await palace.checkDuplicate({ text })).warnings).toEqual([]);
    expect(await check()).toMatchObject(once);
    await palace.close();
  });

  it('that is invalid is refused, and nothing is filed', async () => {
    const { palace } = await palaceWith({ mined: false });
    const codes = await Promise.all(
      [
        note({ text: ' \n' }),
        note({ text: 'half \ud800 character' }),
        note({ wing: ' ' }),
        note({ filed_at: 'yesterday' }),
        note({ tags: ['a\nb'] }),
        note({ tags: ['sha:0123'] }),
        note({ tags: ['x'.repeat(65)] }),
        note({ source: { file: 'a', lines: { start: 3, end: 2 } } }),
      ].map(async (request) => (await failure(palace.save(request))).code),
    );
    expect(codes).toEqual(['E_NOTE', 'E_NOTE', 'E_NOTE', 'E_NOTE', 'E_TAG', 'E_TAG', 'E_TAG', 'E_NOTE']);
    const advice = async (text: string): Promise<string> => (await failure(palace.save(note({ text })))).remedy;
    expect(await advice(' ')).toMatch(/^Write something, or archive the note/);
    expect(await advice('x'.repeat(1_000_001))).toMatch(/^Shorten it, or save it as several notes/);
    expect((await palace.status({})).drawers.total).toBe(0);
    await palace.close();
  });

  it('saved again under the same request ID is filed once with the same answer, also after reopening', async () => {
    const { palace, folder } = await palaceWith();
    const request = note({ request_id: 'call-1', allow_duplicate: true, text: files['src/berth.ts'] });
    const [first, again] = await Promise.all([palace.save(request), palace.save(request)]);
    expect(first.duplicates).toHaveLength(1);
    expect({ ...again, elapsed_ms: 0 }).toEqual({ ...first, elapsed_ms: 0 });
    expect((await failure(palace.save({ ...request, text: 'another' }))).code).toBe('E_NOTE');
    await palace.close();
    const reopened = await openPalace({ folder });
    expect({ ...(await reopened.save(request)), elapsed_ms: 0 }).toEqual({ ...first, elapsed_ms: 0 });
    expect((await reopened.status({})).drawers.by_type).toMatchObject({ decision: 1 });
    await reopened.close();
  });

  it('that is sensitive is not embedded, and no answer about duplicates quotes it', async () => {
    const embedder = wordHashEmbedder();
    const { palace } = await palaceWith({ embedder });
    const before = embedder.drawers.length;
    const id = await saved(palace, { text: 'The vault opens with heron.', sensitive: true });
    await palace.mine({ folders: [{ path: temporaryFolder(), name: 'harbor' }], wait_for_embeddings: true });
    expect(embedder.drawers.slice(before).some((text) => text.includes('heron'))).toBe(false);
    expect(await palace.checkDuplicate({ text: 'The vault opens with heron.' })).toMatchObject({
      duplicates: [{ drawer_id: id, text_start: '' }],
    });
    await palace.close();
  });
});
