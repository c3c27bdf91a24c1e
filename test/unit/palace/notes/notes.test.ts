import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Params } from '../../../../extension/palace/contract/palaceApi.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { PalaceError } from '../../../../extension/palace/model/palaceError.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../../fixtures/wordHashEmbedder.ts';

const files = {
  'package.json': '{ "name": "harbor" }\n',
  'docs/moorings.md': '# Moorings\n\nAfter a storm the write-ahead log is replayed up to the last commit.\n',
  'src/berth.ts': 'export const berth = (ship: string) => `berth of ${ship}`;\n',
};
const palaceWith = async ({
  embedder = wordHashEmbedder(),
  mined = true,
}: { readonly embedder?: Parameters<typeof openPalace>[0]['embedder']; readonly mined?: boolean } = {}) => {
  const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFiles(workspace, files);
  const palace = await openPalace({ folder, ...(embedder === undefined ? {} : { embedder }) });
  if (mined) await palace.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
  return { palace, folder, workspace };
};
const failure = async (call: Promise<unknown>): Promise<PalaceError> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => PalaceError.from(thrown),
  );
const note = (changes: Partial<Params<'save'>> = {}): Params<'save'> => ({
  text: 'Tokens are rotated by the gateway alone.',
  type: 'decision',
  ...changes,
});
const saved = async (palace: Palace, changes: Partial<Params<'save'>> = {}): Promise<string> => {
  const { drawer_id: id } = await palace.save(note(changes));
  if (id === null) return expect.unreachable('it should have been saved');
  return id;
};

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

  it('keeps where it came from, is filed in that file’s wing, and is found by its path', async () => {
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

  it('is found by its meaning at once, by its tags as words, and by their filter whatever the letter case', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace, { tags: ['Übergabe', 'auth-rotation'] });
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
      reason: expect.stringContaining('does not bear the tag other'),
    });
    await palace.update({ drawer_ids: [id], tags_remove: ['übergabe'], tags_add: ['handed-over'] });
    expect([await byWords('übergabe'), await byWords('handed-over')]).toEqual([[], [id]]);
    await palace.close();
  });

  it('longer than 8,000 characters is split into parts of one source that joined are its text', async () => {
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
    expect(await palace.checkDuplicate({ text })).toMatchObject({
      duplicates: [{ drawer_id: id, kind: 'exact', similarity: 1 }],
    });
    await palace.close();
  });

  it('that is not one is refused, and nothing is filed', async () => {
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
    expect((await palace.status({})).drawers.total).toBe(0);
    await palace.close();
  });

  it('saved again under its request ID is not filed twice and is answered the same, also after the palace was opened anew', async () => {
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

  it('with the words of a sensitive one keeps those from embedding and from other answers', async () => {
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

describe('duplicates', () => {
  it('are noticed before saving: the very text, then texts of the same meaning; archived ones don’t count', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    const exact = await palace.save(note({ type: 'insight' }));
    expect(exact).toMatchObject({
      drawer_id: null,
      saved: false,
      near_checked: true,
      duplicates: [{ drawer_id: id, similarity: 1, kind: 'exact', text_start: note().text }],
    });
    const near = await palace.save(note({ text: 'tokens are rotated, by the gateway alone' }));
    expect(near).toMatchObject({ saved: false, duplicates: [{ drawer_id: id, kind: 'near' }] });
    expect(near.duplicates[0]?.similarity).toBeGreaterThan(0.95);
    expect(await palace.checkDuplicate({ text: note().text, wing: 'harbor' })).toMatchObject({ duplicates: [] });
    expect(await palace.save(note({ allow_duplicate: true }))).toMatchObject({
      saved: true,
      duplicates: [{ drawer_id: id }],
    });
    await palace.update({ drawer_ids: [id], archived: true });
    expect(
      (await palace.checkDuplicate({ text: note().text })).duplicates.map(({ drawer_id: other }) => other),
    ).not.toContain(id);
    await palace.close();
  });

  it('saved at the same time are noticed, too', async () => {
    const { palace } = await palaceWith();
    const answers = await Promise.all([palace.save(note()), palace.save(note()), palace.save(note())]);
    expect(answers.map(({ saved: was }) => was)).toEqual([true, false, false]);
    await palace.close();
  });

  it('are noticed from the first note on, and drawers that can’t be compared yet are counted', async () => {
    const { palace, workspace } = await palaceWith({ mined: false, embedder: wordHashEmbedder('word-hash', 20) });
    expect(await palace.save(note())).toMatchObject({ saved: true, near_checked: true, warnings: [] });
    expect(await palace.save(note({ text: 'tokens are rotated, by the gateway alone' }))).toMatchObject({
      saved: false,
      duplicates: [{ kind: 'near' }],
    });
    writeFiles(
      workspace,
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`docs/${i}.md`, `Berth ${i}\n`])),
    );
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    expect((await palace.checkDuplicate({ text: 'a heron on the quay' })).warnings).toEqual([
      expect.stringMatching(/^\d+ drawers have no vector yet/),
    ]);
    await palace.close();
  });

  it('are told by their very text alone where the model is not to be had, and the answer says so', async () => {
    const { palace } = await palaceWith({ embedder: missingEmbedder(), mined: false });
    const first = await palace.save(note());
    expect(first).toMatchObject({ saved: true, near_checked: false, warnings: [] });
    expect(await palace.save(note())).toMatchObject({
      saved: false,
      near_checked: false,
      duplicates: [{ kind: 'exact' }],
      warnings: [expect.stringContaining('Only the very same text')],
    });
    expect(await palace.save(note({ text: 'tokens are rotated, by the gateway alone' }))).toMatchObject({
      saved: true,
    });
    await palace.close();
  });
});

describe('an edited note', () => {
  it('is filed anew with everything but its text, and the old text stands in the archive', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace, {
      tags: ['auth'],
      tier: 'longterm',
      pinned: true,
      importance: 0.8,
      source: { file: 'src/berth.ts', lines: { start: 1, end: 1 } },
    });
    await palace.recordAccess({ drawer_ids: [id], session_id: 's', kind: 'opened' });
    const { drawer_id: edited, archived } = await palace.editNote({
      drawer_id: id,
      text: 'Tokens are rotated by nobody.',
    });
    expect(archived).toEqual([id]);
    expect(await palace.show({ drawer_id: edited })).toMatchObject({
      text: 'Tokens are rotated by nobody.',
      tags: ['auth'],
      tier: 'longterm',
      pinned: true,
      importance: 0.8,
      access_count: 1,
      source_file: 'src/berth.ts',
      lines: { start: 1, end: 1 },
      wing: 'harbor',
      archived: false,
    });
    expect(await palace.show({ drawer_id: id })).toMatchObject({
      text: note().text,
      archived: true,
      archive_reason: 'edited',
      superseded_by: edited,
    });
    const { results } = await palace.search({ query: 'tokens rotated' });
    expect(results.map(({ drawer_id: found }) => found)).toContain(edited);
    expect(results.map(({ drawer_id: found }) => found)).not.toContain(id);
    await palace.close();
  });

  it('is edited once however often it is asked for; an edit on an older text is refused, naming the newer', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    const first = await palace.editNote({ drawer_id: id, text: 'second' });
    expect(await palace.editNote({ drawer_id: id, text: 'second' })).toEqual(first);
    expect(await palace.editNote({ drawer_id: first.drawer_id, text: 'second' })).toEqual({
      drawer_id: first.drawer_id,
      edited: false,
      archived: [],
    });
    const refused = await failure(palace.editNote({ drawer_id: id, text: 'third' }));
    expect([refused.code, refused.message.includes(first.drawer_id)]).toEqual(['E_NOTE', true]);
    const back = await palace.editNote({ drawer_id: first.drawer_id, text: note().text });
    expect(back.drawer_id).not.toBe(id);
    await palace.close();
  });

  it('of several parts is edited as a whole, also to one of a single part', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace, { text: 'A long rule about moorings.\n'.repeat(500) });
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: id });
    const { drawer_id: edited, archived } = await palace.editNote({
      drawer_id: parts[3] ?? '',
      text: 'A short rule.',
    });
    expect(archived).toEqual(parts);
    expect(await palace.noteText({ drawer_id: edited })).toEqual({ drawer_ids: [edited], text: 'A short rule.' });
    await palace.close();
  });

  it('is a note: what was mined is not edited', async () => {
    const { palace } = await palaceWith();
    const [mined] = (await palace.list({})).drawers;
    expect((await failure(palace.editNote({ drawer_id: mined?.drawer_id ?? '', text: 'x' }))).code).toBe(
      'E_NOT_A_NOTE',
    );
    expect((await failure(palace.noteText({ drawer_id: 'none' }))).code).toBe('E_DRAWER_NOT_FOUND');
    await palace.close();
  });
});

describe('an update', () => {
  it('changes what is noted of many drawers at once, counts those that were so already and names those that are not there', async () => {
    const { palace } = await palaceWith();
    const [a, b] = [
      await saved(palace, { tags: ['Old'] }),
      await saved(palace, { text: 'berths are numbered from the north', pinned: true }),
    ];
    const change = {
      drawer_ids: [a, b, 'gone', a],
      pinned: true,
      tier: 'longterm',
      importance: 1,
      tags_add: ['old', 'new'],
      type: 'insight',
    } as const;
    expect(
      await palace.update({ ...change, drawer_ids: [...change.drawer_ids], tags_add: [...change.tags_add] }),
    ).toEqual({ updated: 2, unchanged: 0, missing: ['gone'] });
    expect(await palace.show({ drawer_id: a })).toMatchObject({
      pinned: true,
      tier: 'longterm',
      importance: 1,
      tags: ['Old', 'new'],
      type: 'insight',
    });
    const { revision } = (await palace.status({})).palace;
    expect(await palace.update({ drawer_ids: [a, b], pinned: true, tags_remove: ['never'] })).toEqual({
      updated: 0,
      unchanged: 2,
      missing: [],
    });
    expect((await palace.status({})).palace.revision).toBe(revision);
    await palace.close();
  });

  it('archives with a reason and restores', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    await palace.update({ drawer_ids: [id], archived: true });
    expect(await palace.show({ drawer_id: id })).toMatchObject({ archived: true, archive_reason: 'by_hand' });
    expect(
      (await palace.search({ query: 'tokens rotated' })).results.some(({ drawer_id: found }) => found === id),
    ).toBe(false);
    await palace.update({ drawer_ids: [id], archived: false });
    expect(await palace.show({ drawer_id: id })).toMatchObject({ archived: false, archive_reason: null });
    expect((await palace.search({ query: 'tokens rotated' })).results[0]?.drawer_id).toBe(id);
    await palace.close();
  });

  it('to sensitive takes the vector away; back, a person has judged and it is embedded again', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    await palace.update({ drawer_ids: [id], sensitive: true });
    expect(await palace.show({ drawer_id: id })).toMatchObject({
      sensitive: true,
      has_vector: false,
      properties: {},
    });
    expect((await failure(palace.similar({ drawer_id: id }))).code).toBe('E_NO_VECTOR');
    await palace.update({ drawer_ids: [id], sensitive: false });
    await expect.poll(async () => (await palace.show({ drawer_id: id })).has_vector).toBe(true);
    expect((await palace.show({ drawer_id: id })).properties).toEqual({ sensitive_reviewed: 'no' });
    await palace.update({ drawer_ids: [id], sensitive: true });
    expect((await palace.show({ drawer_id: id })).properties).toEqual({ sensitive_reviewed: 'yes' });
    await palace.close();
  });

  it('supersedes only by a drawer that is there, never in a circle', async () => {
    const { palace } = await palaceWith();
    const ids: string[] = [];
    for (const text of ['north berth', 'south quay', 'old lighthouse keeper'])
      ids.push(await saved(palace, { text }));
    const [a = '', b = '', c = ''] = ids;
    await palace.update({ drawer_ids: [a], superseded_by: b });
    await palace.update({ drawer_ids: [b], superseded_by: c });
    expect((await palace.show({ drawer_id: a })).superseded_by).toBe(b);
    const codes = await Promise.all(
      [
        [c, a],
        [a, a],
        [a, 'none'],
      ].map(
        async ([old = '', by = '']) =>
          (await failure(palace.update({ drawer_ids: [old], superseded_by: by }))).code,
      ),
    );
    expect(codes).toEqual(['E_SUPERSEDE', 'E_SUPERSEDE', 'E_SUPERSEDE']);
    await palace.update({ drawer_ids: [b], superseded_by: null });
    await palace.update({ drawer_ids: [c], superseded_by: a });
    await palace.close();
  });

  it('changes all or nothing, and the type of notes alone', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    const [mined] = (await palace.list({ filter: { type: ['file'] } })).drawers;
    expect(
      (await failure(palace.update({ drawer_ids: [id, mined?.drawer_id ?? ''], type: 'issue', pinned: true })))
        .code,
    ).toBe('E_NOT_A_NOTE');
    expect((await failure(palace.update({ drawer_ids: [id], tags_add: ['a'], tags_remove: ['A'] }))).code).toBe(
      'E_TAG',
    );
    expect(await palace.show({ drawer_id: id })).toMatchObject({ type: 'decision', pinned: false });
    await palace.close();
  });

  it('of a mined drawer outlives its text: what a person tagged goes to the archive when its file changes', async () => {
    const { palace, workspace } = await palaceWith();
    const [mined] = (await palace.list({ filter: { path: 'berth' } })).drawers;
    await palace.update({ drawer_ids: [mined?.drawer_id ?? ''], tags_add: ['look-here'] });
    writeFiles(workspace, { 'src/berth.ts': 'export const berth = 1;\n' });
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    expect(await palace.show({ drawer_id: mined?.drawer_id ?? '' })).toMatchObject({
      archived: true,
      archive_reason: 'source_changed',
      tags: ['look-here'],
    });
    expect(await palace.tags({})).toEqual({ tags: [{ tag: 'look-here', drawers: 1 }] });
    await palace.close();
  });
});
