import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { daysAgo } from '../../../../fixtures/agedDrawers.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { missingEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';

const saveIssue = (palace: Palace, text: string, filedDaysAgo = 0) =>
  palace.save({ text, type: 'issue', filed_at: daysAgo(filedDaysAgo) });
/** Saves an issue and gives what its check finds once it has a vector. */
const checkedIssue = async (palace: Palace, text: string, filedDaysAgo = 0) => {
  const { drawer_id: id } = await saveIssue(palace, text, filedDaysAgo);
  const { checks } = await palace.noteChecks({ drawer_ids: [id ?? ''], wait: true });
  const [check] = checks;
  if (check === undefined) throw new Error('not checked');
  return check;
};
const texts = [
  'The payment importer times out on large invoices',
  'Again the payment importer times out on large invoices today',
  'Payment importer times out on large invoices from Oslo',
] as const;

describe('a palace', () => {
  it('notices on saving that an issue recurs, makes its members long-term and says so of search results', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const ids: string[] = [];
    for (const [i, text] of texts.entries()) {
      const saved = await checkedIssue(palace, text, 3 - i);
      ids.push(saved.drawer_id);
      expect(saved.check_ms).toBeGreaterThanOrEqual(0);
      expect(saved.pattern?.change).toBe(i === 2 ? 'created' : undefined);
    }
    const {
      patterns: [pattern, ...others],
    } = await palace.patterns({});
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      label: texts[0],
      drawer_ids: ids,
      occurrence_count: 3,
      first_seen: daysAgo(3),
      last_seen: daysAgo(1),
      resolved: false,
    });
    expect((await palace.status({})).patterns).toEqual({ active: 1 });
    for (const id of ids) expect((await palace.show({ drawer_id: id })).tier).toBe('longterm');

    const found = await palace.search({ query: 'payment importer invoices', replay: true });
    expect(found.results.map(({ annotations }) => annotations)).toEqual(
      [0, 1, 2].map(() => ['[Pattern: seen 3 times since 2026-02-26]']),
    );
    const { replay_packet: packet, ...answer } = found;
    if (packet === undefined) throw new Error('no packet');
    expect(JSON.stringify(await palace.replay({ packet }))).toBe(JSON.stringify(answer));
    expect((await palace.similar({ drawer_id: ids[0] ?? '' })).results[0]?.annotations).toEqual([
      '[Pattern: seen 3 times since 2026-02-26]',
    ]);

    expect(await palace.resolvePattern({ pattern_id: pattern?.pattern_id ?? '' })).toMatchObject({
      changed: true,
      pattern: { resolved: true },
    });
    expect(await palace.resolvePattern({ pattern_id: pattern?.pattern_id ?? '' })).toMatchObject({
      changed: false,
    });
    expect(
      (await palace.search({ query: 'payment importer invoices' })).results.map(({ annotations }) => annotations),
    ).toEqual([[], [], []]);
    expect(JSON.stringify(await palace.replay({ packet }))).toBe(JSON.stringify(answer));
    expect((await palace.patterns({})).patterns).toEqual([]);
    expect((await palace.patterns({ include_resolved: true })).patterns).toHaveLength(1);
    expect((await palace.status({})).patterns).toEqual({ active: 0 });

    const again = await checkedIssue(palace, 'The payment importer times out on large invoices, once more');
    expect(again.pattern).toMatchObject({
      change: 'reopened',
      pattern: { pattern_id: pattern?.pattern_id, occurrence_count: 4, resolved: false },
    });
    expect((await palace.resolvePattern({ pattern_id: pattern?.pattern_id ?? '', resolved: true })).changed).toBe(
      true,
    );
    expect(await palace.resolvePattern({ pattern_id: pattern?.pattern_id ?? '', resolved: false })).toMatchObject({
      changed: true,
      pattern: { resolved: false, last_seen: '2026-03-01T12:00:00.000Z' },
    });
    await expect(palace.resolvePattern({ pattern_id: 'none' })).rejects.toMatchObject({
      code: 'E_PATTERN_NOT_FOUND',
    });
    await palace.close();
  });

  it('compares with issues of the last 30 days alone, neither archived nor sensitive, and with no other type', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    await saveIssue(palace, texts[0], 31);
    const archived = await saveIssue(palace, `${texts[0]} once`, 2);
    await palace.update({ drawer_ids: [archived.drawer_id ?? ''], archived: true });
    await palace.save({ text: `${texts[0]} indeed`, type: 'insight', allow_duplicate: true });
    await palace.save({ text: `${texts[0]} and so on`, type: 'issue', sensitive: true, allow_duplicate: true });
    await saveIssue(palace, texts[1], 1);
    expect((await checkedIssue(palace, texts[2])).pattern).toBeNull();
    expect((await palace.patterns({ include_resolved: true })).patterns).toEqual([]);
    expect((await checkedIssue(palace, `${texts[2]} and Rome`)).pattern?.change).toBe('created');
    await palace.close();
  });

  it('counts a long issue once, and an edited one in place of its earlier text', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const long = `${texts[0]}. `.repeat(400);
    expect((await checkedIssue(palace, long, 2)).pattern).toBeNull();
    expect((await palace.patterns({})).patterns).toEqual([]);
    await checkedIssue(palace, texts[1], 1);
    const last = await checkedIssue(palace, texts[2]);
    expect(last.pattern?.pattern.occurrence_count).toBe(3);
    const { drawer_id: edited } = await palace.editNote({
      drawer_id: last.drawer_id,
      text: `${texts[2]} and Rome`,
    });
    const {
      patterns: [pattern],
    } = await palace.patterns({});
    expect(pattern).toMatchObject({ occurrence_count: 3, drawer_ids: expect.arrayContaining([edited]) });
    expect(pattern?.drawer_ids).not.toContain(last.drawer_id);
    await palace.close();
  });

  it('counts an issue with the same text each time it comes, at once and without a model', async () => {
    const folder = temporaryFolder();
    const without = await openPalace({ folder, embedder: missingEmbedder() });
    const saves = [];
    for (let i = 0; i < 4; i++)
      saves.push(await without.save({ text: texts[0], type: 'issue', session_id: `s${i}` }));
    expect(saves.map(({ saved, duplicates, pattern }) => [saved, duplicates.length, pattern?.change])).toEqual([
      [true, 0, undefined],
      [true, 1, undefined],
      [true, 2, 'created'],
      [true, 3, 'extended'],
    ]);
    const ids = saves.map(({ drawer_id: id }) => id ?? '');
    expect(new Set(ids).size).toBe(4);
    expect((await without.patterns({})).patterns).toMatchObject([
      { occurrence_count: 4, drawer_ids: expect.arrayContaining(ids) },
    ]);
    expect((await without.show({ drawer_id: ids[2] ?? '' })).properties).toMatchObject({ session: 's2' });
    const { results } = await without.search({ query: 'payment importer', words_only: true });
    expect(results).toHaveLength(1);
    expect([results[0]?.drawer_id, ...(results[0]?.also_in ?? [])].sort()).toEqual([...ids].sort());
    expect(results[0]?.annotations).toContain('[Pattern: seen 4 times since 2026-03-01]');
    const { recurring_issues: recurring, memories } = await without.sessionContext({});
    expect(recurring).toMatchObject([{ occurrence_count: 4 }]);
    // The issue’s own line says all of it.
    expect(memories).toEqual([]);
    await without.close();
    // With vectors, an issue that is only alike joins the same pattern, and nothing is counted twice.
    const palace = await openPalace({ folder });
    await palace.noteChecks({ wait: true });
    expect((await palace.patterns({})).patterns).toMatchObject([{ occurrence_count: 4 }]);
    expect((await checkedIssue(palace, texts[1])).pattern).toMatchObject({
      change: 'extended',
      pattern: { occurrence_count: 5 },
    });
    await palace.close();
  });

  it('is the same for a call repeated under its request ID: no occurrence', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (let i = 0; i < 4; i++) await palace.save({ text: texts[0], type: 'issue', request_id: 'one' });
    expect((await palace.patterns({})).patterns).toEqual([]);
    expect((await palace.status({})).drawers.total).toBe(1);
    await palace.close();
  });

  it('finds the pattern when the vector comes later than the issue', async () => {
    const folder = temporaryFolder();
    const without = await openPalace({ folder, embedder: missingEmbedder() });
    for (const text of texts)
      expect(await saveIssue(without, text, 1)).toMatchObject({ saved: true, check: 'due', pattern: null });
    await without.close();
    const palace = await openPalace({ folder });
    await palace.noteChecks({ wait: true });
    await expect
      .poll(async () => (await palace.patterns({})).patterns.map(({ occurrence_count: count }) => count))
      .toEqual([3]);
    await palace.close();
  });

  it('resolves a pattern that was quiet for 90 days, and says so', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (const text of texts) await checkedIssue(palace, text, 1);
    const late = '2026-06-15T00:00:00Z';
    const { patterns_aged: said } = await palace.maintain({ dry_run: true, now: late });
    expect((await palace.status({})).patterns).toEqual({ active: 1 });
    const { patterns_aged: aged } = await palace.maintain({ now: late });
    expect(aged).toEqual(said);
    expect(aged).toMatchObject([{ label: texts[0], reason: 'no new issue for 90 days' }]);
    expect((await palace.status({})).patterns).toEqual({ active: 0 });
    expect((await palace.maintain({ now: late })).patterns_aged).toEqual([]);
    await palace.close();
  });

  it('does not quote in a label what became sensitive', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const ids = await Promise.all(texts.map(async (text) => (await saveIssue(palace, text, 1)).drawer_id ?? ''));
    await palace.noteChecks({ wait: true });
    await palace.update({ drawer_ids: [ids[0] ?? ''], sensitive: true });
    expect((await palace.patterns({})).patterns[0]?.label).toBe(texts[2]);
    await palace.close();
  });
});
