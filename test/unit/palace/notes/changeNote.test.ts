import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { palaceWith, failure, note, saved } from '../../../fixtures/palaces/notePalace.ts';

describe('an edited note', () => {
  it('becomes a new drawer with its other fields, and the old text goes to the archive', async () => {
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

  it('stays marked as replaced by what replaced it', async () => {
    const { palace } = await palaceWith();
    const [old, newer] = [
      await saved(palace, { text: 'Berths are booked for a day.\n'.repeat(400) }),
      await saved(palace, { text: 'Berths are booked for a week.' }),
    ];
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: old });
    await palace.update({ drawer_ids: parts, superseded_by: newer });
    const { drawer_id: edited } = await palace.editNote({ drawer_id: old, text: 'Berths are booked for a day.' });
    expect(await palace.show({ drawer_id: edited })).toMatchObject({ archived: false, superseded_by: newer });
    expect(await palace.show({ drawer_id: old })).toMatchObject({ archived: true, superseded_by: edited });
    // A mark among the parts of the note itself goes with its old text.
    const long = await palace.editNote({ drawer_id: newer, text: 'Berths are booked for a month.\n'.repeat(400) });
    const [first = '', second = ''] = (await palace.noteText({ drawer_id: long.drawer_id })).drawer_ids;
    await palace.update({ drawer_ids: [first], superseded_by: second });
    const last = await palace.editNote({ drawer_id: first, text: 'Berths are booked for a year.' });
    expect((await palace.show({ drawer_id: last.drawer_id })).superseded_by).toBeNull();
    await palace.close();
  });

  it('that somebody unmarked is sensitive again only with a secret that it did not hold', async () => {
    const { palace } = await palaceWith();
    const [known, fresh] = ['Xw9LpB4nT8rQzVk2', 'Hd7KqM3sY5uWcZb6'].map((value) => `DB_PASSWORD=${value}`);
    const id = await saved(palace, { text: `The harbour's test database.\n${known}\n` });
    expect(await palace.show({ drawer_id: id })).toMatchObject({ sensitive: true });
    await palace.update({ drawer_ids: [id], sensitive: false });
    const same = await palace.editNote({ drawer_id: id, text: `${known}\nis that of the test database.\n` });
    expect(await palace.show({ drawer_id: same.drawer_id })).toMatchObject({ sensitive: false });
    const other = await palace.editNote({ drawer_id: same.drawer_id, text: `${known}\nand for real\n${fresh}\n` });
    expect(await palace.show({ drawer_id: other.drawer_id })).toMatchObject({ sensitive: true, properties: {} });
    await palace.close();
  });

  it('is edited once even if the call is repeated; an edit of an outdated text is refused, naming the newer one', async () => {
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
    expect(await palace.noteText({ drawer_id: edited })).toEqual({
      drawer_ids: [edited],
      parts: [{ drawer_id: edited, characters: 13, sensitive: false }],
      text: 'A short rule.',
    });
    await palace.close();
  });

  it('whose first part is in the archive is refused, naming the drawer to restore', async () => {
    const { palace } = await palaceWith();
    const first = await saved(palace, { text: 'A long rule about moorings.\n'.repeat(500) });
    const [, , third = ''] = (await palace.noteText({ drawer_id: first })).drawer_ids;
    await palace.update({ drawer_ids: [first], archived: true });
    const refused = await failure(palace.editNote({ drawer_id: third, text: 'A short rule.' }));
    expect(refused.message).toBe(`The note ${first} is in the archive (by_hand).`);
    await palace.restore({ drawer_ids: [first] });
    expect(await palace.editNote({ drawer_id: third, text: 'A short rule.' })).toMatchObject({ edited: true });
    await palace.close();
  });

  it('must be a note: mined drawers can’t be edited', async () => {
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
  it('changes many drawers at once, counts unchanged ones and names unknown ones', async () => {
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

  it('of whole notes changes all their parts, whichever is named, and a restore brings all of them back', async () => {
    const { palace } = await palaceWith({ mined: false });
    const id = await saved(palace, { text: 'A long rule about moorings.\n'.repeat(500) });
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: id });
    const marks = { pinned: true, tier: 'longterm', archived: true, archive_reason: 'told' } as const;
    const third = { drawer_ids: [parts[2] ?? ''], whole_notes: true };
    expect(await palace.update({ ...third, ...marks, sensitive: true, tags_add: ['rule'] })).toEqual({
      updated: parts.length,
      long_notes: { notes: 1, drawers: parts.length },
      unchanged: 0,
      missing: [],
    });
    const shown = async () => Promise.all(parts.map((part) => palace.show({ drawer_id: part })));
    expect(await shown()).toMatchObject(parts.map(() => ({ ...marks, sensitive: true, tags: ['rule'] })));
    expect(await palace.restore({ drawer_ids: [id, 'gone'] })).toMatchObject({
      restored: parts,
      long_notes: { notes: 1, drawers: parts.length },
      missing: ['gone'],
    });
    await palace.update({ ...third, whole_notes: false, pinned: false });
    expect((await shown()).map(({ pinned }) => pinned)).toEqual(parts.map((part) => part !== parts[2]));
    expect((await failure(palace.update({ ...third, superseded_by: id }))).code).toBe('E_SUPERSEDE');
    await palace.close();
  });

  it('that unmarks a note leaves its other parts sensitive in which a secret was found', async () => {
    const { palace } = await palaceWith({ mined: false });
    const rule = 'A long rule about moorings.\n'.repeat(300);
    const id = await saved(palace, {
      text: `DB_PASSWORD=Xw9LpB4nT8rQzVk2\n${rule}DB_PASSWORD=Hd7KqM3sY5uWcZb6\n`,
    });
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: id });
    const sensitive = async () =>
      (await Promise.all(parts.map((part) => palace.show({ drawer_id: part })))).map((part) => part.sensitive);
    const own = parts.map((_, i) => i === 0 || i === parts.length - 1);
    expect(await sensitive()).toEqual(own);
    await palace.update({ drawer_ids: [id], whole_notes: true, sensitive: true });
    expect(new Set(await sensitive())).toEqual(new Set([true]));
    await palace.update({ drawer_ids: [id], whole_notes: true, sensitive: false });
    expect(await sensitive()).toEqual(own.map((secret, i) => secret && i !== 0));
    await palace.close();
  });

  it('to sensitive removes the vector; back, the drawer is embedded again', async () => {
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

  it('supersedes only by an existing drawer, never in a circle', async () => {
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

  it('changes all or nothing, and types of notes only', async () => {
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

  it('of a mined drawer is not lost: a tagged drawer goes to the archive when its file changes', async () => {
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
