import { describe, expect, it } from 'vitest';
import { judge, type CuratedNote } from '../../../../../extension/palace/memory/curation/curationRules.ts';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { CurationMode } from '../../../../../extension/palace/contract/curation.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { callTool, linkedClient } from '../../../../fixtures/agent/agentClient.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const note = (text: string, filedAt = '2026-03-01', type: CuratedNote['type'] = 'decision'): CuratedNote => ({
  id: drawerId(text),
  text,
  type,
  filedAt: isoTime(filedAt),
});
const older = note('The gateway allows 100 requests a minute per client.', '2026-02-01');
const actionOf = (fresh: CuratedNote, similarity: number, known = older) => judge(fresh, known, similarity).action;

describe('the rules of curation', () => {
  it('replace an older note by one with other numbers or a decision, take it back, or leave it', () => {
    expect(judge(note('The gateway allows 500 requests a minute per client.'), older, 0.97)).toEqual({
      action: 'UPDATE',
      reason: 'the same with another number',
    });
    expect(actionOf(note('The gateway no longer allows 100 requests a minute per client.'), 0.93)).toBe('DELETE');
    expect(actionOf(note('Each client of the gateway is known by its token.'), 0.88)).toBe('ADD');
    expect(actionOf(note('The gateway allows 100 requests a minute per client!'), 0.99)).toBe('NOOP');
    expect(actionOf(note('Requests are limited by the gateway per client and minute.'), 0.96)).toBe('ADD');
  });

  it('never let an older note replace a newer one', () => {
    const newer = note(older.text, '2026-04-01');
    expect(actionOf(note('The gateway allows 500 requests a minute per client.'), 0.99, newer)).toBe('ADD');
  });
});

const limit = (count: number): string => `The gateway allows ${count} requests a minute per client.`;
const saved = async (palace: Palace, text: string, curate?: CurationMode): Promise<string> => {
  const { drawer_id: id } = await palace.save({
    text,
    type: 'decision',
    ...(curate === undefined ? {} : { curate }),
  });
  return id ?? '';
};
const checkOf = async (palace: Palace, id: string) =>
  (await palace.noteChecks({ drawer_ids: [id], wait: true })).checks[0];

describe('curation on saving', () => {
  it('is off unless asked for; suggest proposes, auto marks, nothing is archived, and the mark can be taken back', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const first = await saved(palace, limit(100));
    const plain = await saved(palace, limit(200));
    expect((await checkOf(palace, plain))?.curation).toEqual([]);
    await palace.update({ drawer_ids: [plain], archived: true });

    const second = await saved(palace, limit(300), 'suggest');
    expect((await checkOf(palace, second))?.curation).toMatchObject([
      { drawer_id: first, action: 'UPDATE', applied: false, text_start: limit(100) },
    ]);
    expect((await palace.show({ drawer_id: first })).superseded_by).toBeNull();

    const third = await saved(palace, limit(500), 'auto');
    const { curation = [] } = (await checkOf(palace, third)) ?? {};
    expect(curation.map(({ drawer_id: id, applied }) => [id, applied]).sort()).toEqual(
      [
        [first, true],
        [second, true],
      ].sort(),
    );
    expect(await palace.show({ drawer_id: first })).toMatchObject({ superseded_by: third, archived: false });
    await palace.update({ drawer_ids: [first], superseded_by: null });
    expect((await checkOf(palace, third))?.curation.find(({ drawer_id: id }) => id === first)).toMatchObject({
      applied: false,
    });
    await palace.close();
  });

  it('leaves issues, pinned and sensitive notes, other wings and files alone', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    await palace.save({ text: limit(1), type: 'issue' });
    await palace.save({ text: limit(2), type: 'decision', pinned: true });
    await palace.save({ text: limit(3), type: 'decision', sensitive: true });
    await palace.save({ text: limit(4), type: 'decision', wing: 'elsewhere' });
    const id = await saved(palace, limit(5), 'auto');
    expect((await checkOf(palace, id))?.curation).toEqual([]);
    const { drawer_id: issue } = await palace.save({ text: limit(6), type: 'issue', curate: 'auto' });
    expect((await checkOf(palace, issue ?? ''))?.curation).toEqual([]);
    await palace.close();
  });

  it('proposes to replace a long note of which it contradicts one part, but leaves all of it as it is', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const long = await saved(palace, `${limit(100)}\n`.repeat(160));
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: long });
    const fresh = await saved(palace, limit(500), 'auto');
    const { curation = [] } = (await checkOf(palace, fresh)) ?? {};
    expect(curation[0]).toMatchObject({
      drawer_id: expect.toBeOneOf(parts) as unknown,
      action: 'UPDATE',
      reason: 'the same with another number, in one part of a long note',
      applied: false,
    });
    for (const part of parts) expect((await palace.show({ drawer_id: part })).superseded_by).toBeNull();
    await palace.close();
  });

  it('proposes once that a long note is replaced, whichever of its parts a newer one repeats', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const text = `${limit(100)}\n`.repeat(160);
    const { drawer_id: old } = await palace.save({ text, type: 'decision', filed_at: '2026-01-01' });
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: old ?? '' });
    const fresh = await saved(palace, `${limit(100)}\n`.repeat(8));
    await palace.noteChecks({ wait: true });
    expect(await palace.supersedeCheck({ min_age_gap_days: 1 })).toMatchObject({
      found: 1,
      candidates: [{ superseded_id: expect.toBeOneOf(parts) as unknown, superseding_id: fresh }],
    });
    expect(await palace.sessionContext({ tokens: 4000 })).toMatchObject({
      supersede_suggestions: [{ older_id: expect.toBeOneOf(parts) as unknown, newer_id: fresh }],
      compaction_candidates: [],
    });
    await palace.close();
  });

  it('follows the flag of the profile, and lets an agent decide', async () => {
    const palace = await openPalace({
      folder: temporaryFolder(),
      profileLayers: [{ source: 'settings', profiles: { default: { curate: 'suggest' } } }],
    });
    const { client } = await linkedClient(palace);
    const save = async (count: number) =>
      (await callTool(client, 'context_save', { content: limit(count), type: 'decision', wait: true })).structured;
    const first = await save(100);
    const second = await save(500);
    expect(second).toMatchObject({
      curation: [{ drawer_id: first['drawer_id'], action: 'UPDATE', applied: false }],
      note: expect.stringContaining('context_curate') as unknown,
    });
    expect(
      (
        await callTool(client, 'context_curate', {
          drawer_id: second['drawer_id'],
          decisions: [{ drawer_id: first['drawer_id'], action: 'UPDATE' }],
        })
      ).structured,
    ).toMatchObject({ replaced: 1, unchanged: 0 });
    expect(await palace.show({ drawer_id: String(first['drawer_id']) })).toMatchObject({
      superseded_by: second['drawer_id'],
      archived: false,
    });
    // A repetition would be a circle.
    expect(
      (
        await callTool(client, 'context_curate', {
          drawer_id: first['drawer_id'],
          decisions: [{ drawer_id: second['drawer_id'], action: 'DELETE' }],
        })
      ).code,
    ).toBe('E_SUPERSEDE');
    await palace.close();
  });

  it('names the notes that an agent decides about and that do not exist, whatever it decides', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const { client } = await linkedClient(palace);
    const { drawer_id: id } = await palace.save({ text: limit(100), type: 'decision' });
    const curate = (by: string | null, ...decisions: (readonly [string | null, string])[]) =>
      callTool(client, 'context_curate', {
        drawer_id: by,
        decisions: decisions.map(([drawer_id, action]) => ({ drawer_id, action })),
      });
    expect((await curate(id, ['no-1', 'ADD'], ['no-2', 'NOOP'])).structured).toMatchObject({
      replaced: 0,
      unchanged: 0,
      missing: [{ drawer_id: 'no-1' }, { drawer_id: 'no-2' }],
    });
    const { drawer_id: other } = await palace.save({ text: limit(200), type: 'decision' });
    expect((await curate(id, ['no-1', 'UPDATE'], ['no-2', 'NOOP'], [other, 'ADD'])).structured).toMatchObject({
      replaced: 0,
      unchanged: 1,
      missing: [{ drawer_id: 'no-1' }, { drawer_id: 'no-2' }],
    });
    expect((await curate('no-3', [other, 'ADD'])).code).toBe('E_DRAWER_NOT_FOUND');
    await palace.close();
  });
});
