import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../extension/palace/embedding/embedder.ts';
import { openPalace, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder, wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { palaceWith, failure, note, saved } from '../../../fixtures/palaces/notePalace.ts';

describe('duplicates', () => {
  it('with the same text are refused before saving; archived ones don’t count', async () => {
    const { palace } = await palaceWith();
    const id = await saved(palace);
    const exact = await palace.save(note({ type: 'insight' }));
    expect(exact).toMatchObject({
      drawer_id: null,
      saved: false,
      check: 'none',
      duplicates: [{ drawer_id: id, similarity: 1, kind: 'exact', text_start: note().text }],
    });
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

  it('of the same meaning are reported once the note has its vector, also by a later owner', async () => {
    const { palace, folder } = await palaceWith();
    const id = await saved(palace);
    const near = await saved(palace, { text: 'tokens are rotated, by the gateway alone' });
    const { checks, due } = await palace.noteChecks({ drawer_ids: [near, id], wait: true });
    expect(due).toEqual([]);
    expect(checks).toMatchObject([
      { drawer_id: near, duplicates: [{ drawer_id: id, kind: 'near', text_start: note().text }] },
      { drawer_id: id },
    ]);
    expect(checks[0]?.duplicates[0]?.similarity).toBeGreaterThan(0.95);
    await palace.close();
    const reopened = await openPalace({ folder });
    expect((await reopened.noteChecks({ drawer_ids: [near] })).checks).toEqual([checks[0]]);
    await reopened.update({ drawer_ids: [id], sensitive: true });
    expect((await reopened.noteChecks({ drawer_ids: [near] })).checks[0]?.duplicates[0]?.text_start).toBe('');
    await reopened.close();
  });

  it('saved at the same time are detected, too', async () => {
    const { palace } = await palaceWith();
    const answers = await Promise.all([palace.save(note()), palace.save(note()), palace.save(note())]);
    expect(answers.map(({ saved: was }) => was)).toEqual([true, false, false]);
    await palace.close();
  });

  it('can be asked for before saving; drawers that can’t be compared yet are counted', async () => {
    const embedder = wordHashEmbedder();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const waitsForBerths: Embedder = {
      ...embedder,
      embed: async (texts, kind, signal) => {
        if (texts.some((text) => text.includes('Berth'))) await released;
        return embedder.embed(texts, kind, signal);
      },
    };
    const { palace, workspace } = await palaceWith({ mined: false, embedder: waitsForBerths });
    const id = await saved(palace);
    await palace.noteChecks({ wait: true });
    expect(await palace.checkDuplicate({ text: 'tokens are rotated, by the gateway alone' })).toMatchObject({
      near_checked: true,
      duplicates: [{ drawer_id: id, kind: 'near' }],
    });
    writeFiles(
      workspace,
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`docs/${i}.md`, `Berth ${i}\n`])),
    );
    await palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    expect((await palace.checkDuplicate({ text: 'a heron on the quay' })).warnings).toEqual([
      expect.stringMatching(/^10[0-3] drawers have no vector yet/),
    ]);
    release();
    await palace.close();
  });
});

describe('a save', () => {
  it('is acknowledged although the model does not answer, and is checked later', async () => {
    const never: Embedder = {
      notice: null,
      ready: () => new Promise(() => undefined),
      describe: () => new Promise(() => undefined),
      embed: () => new Promise(() => undefined),
      dispose: () => undefined,
    };
    const { palace } = await palaceWith({ embedder: never, mined: false });
    const first = await palace.save(note());
    expect(first).toMatchObject({ saved: true, check: 'due', duplicates: [] });
    expect(await palace.noteChecks({})).toEqual({ checks: [], due: [first.drawer_id], unavailable: null });
    const abort = new AbortController();
    const waiting = palace.noteChecks({ wait: true }, { signal: abort.signal });
    abort.abort();
    expect((await failure(waiting)).code).toBe('E_CANCELLED');
    await palace.close();
  });

  it('says why it can’t be checked without the model, and the next owner checks it', async () => {
    const { palace, folder } = await palaceWith({ embedder: missingEmbedder(), mined: false });
    const id = await saved(palace);
    expect(await palace.noteChecks({ drawer_ids: [id], wait: true })).toMatchObject({
      checks: [],
      due: [id],
      unavailable: expect.stringContaining('model.onnx'),
    });
    await palace.close();
    const reopened = await openPalace({ folder });
    expect(await reopened.noteChecks({ drawer_ids: [id], wait: true })).toMatchObject({
      checks: [{ drawer_id: id, duplicates: [], pattern: null }],
      due: [],
      unavailable: null,
    });
    await reopened.close();
  });

  it('of a sensitive note is not checked', async () => {
    const { palace } = await palaceWith({ mined: false });
    expect(await palace.save(note({ sensitive: true }))).toMatchObject({
      check: 'none',
      warnings: [expect.stringContaining('not embedded')],
    });
    expect((await palace.noteChecks({})).due).toEqual([]);
    await palace.close();
  });
});
