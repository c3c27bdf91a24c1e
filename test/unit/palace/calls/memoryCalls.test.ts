import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import { daysAgo } from '../../../fixtures/agedDrawers.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { truthHash } from '../../../fixtures/treeHash.ts';

describe('maintenance of a palace', () => {
  it('archives, demotes and promotes, out of search and back again', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const save = async (text: string, type: 'progress' | 'issue' | 'decision', days: number, pinned = false) =>
      (await palace.save({ text, type, pinned, filed_at: daysAgo(days) })).drawer_id ?? '';
    const [progress, issue, decision, held] = [
      await save('The parser is half done', 'progress', 8),
      await save('Uploads stall on Mondays', 'issue', 31),
      await save('We ship with Postgres', 'decision', 8),
      await save('Keep this line of thought', 'progress', 80, true),
    ];
    // The vectors of what was saved are written by then.
    await palace.noteChecks({ wait: true });
    const before = truthHash(folder);
    const said = await palace.maintain({ dry_run: true });
    expect(truthHash(folder)).toEqual(before);
    const done = await palace.maintain({});
    expect({ ...done, dry_run: true, elapsed_ms: said.elapsed_ms, scan: said.scan }).toEqual(said);
    expect(done.changes).toEqual([
      {
        drawer_id: progress,
        change: 'archived',
        from: 'ephemeral',
        to: 'archive',
        reason: 'ephemeral, not accessed for 8 days (limit 7)',
      },
      {
        drawer_id: issue,
        change: 'demoted',
        from: 'working',
        to: 'ephemeral',
        reason: 'issue, not accessed for 31 days (limit 30)',
      },
      {
        drawer_id: decision,
        change: 'promoted',
        from: 'working',
        to: 'longterm',
        reason: 'decision, 8 days old (limit 7)',
      },
    ]);
    expect(await palace.show({ drawer_id: progress })).toMatchObject({
      archived: true,
      archive_reason: 'maintenance',
    });
    expect(await palace.show({ drawer_id: held })).toMatchObject({ archived: false, tier: 'ephemeral' });
    const ids = async (): Promise<string[]> =>
      (await palace.search({ query: 'parser half done' })).results.map(({ drawer_id: id }) => id);
    expect(await ids()).not.toContain(progress);
    expect(await palace.archiveBatches({})).toEqual({
      batches: [{ batch: done.batch, reason: 'maintenance', archived_at: '2026-03-01T12:00:00.000Z', drawers: 1 }],
    });
    expect(await palace.restore({ batch: done.batch ?? '' })).toEqual({
      restored: [progress],
      moved_back: done.changes
        .filter(({ change }) => change !== 'archived')
        .map(({ drawer_id: id }) => id)
        .sort(),
      unchanged: 0,
      missing: [],
    });
    expect(await ids()).toContain(progress);
    expect((await palace.maintain({})).changes).toEqual([]);
    expect(await palace.restore({ drawer_ids: [progress, 'none'] })).toEqual({
      restored: [],
      moved_back: [],
      unchanged: 1,
      missing: ['none'],
    });
    for (const wrong of [
      {},
      { drawer_ids: [progress], batch: 'b@2026-01-01' },
      { batch: 'nothing' },
      { batch: 'other@2026-03-01T12:00:00.000Z' },
    ])
      await expect(palace.restore(wrong)).rejects.toMatchObject({ code: 'E_USAGE' });
    await palace.close();
  });

  it('moves nothing if a profile is wrong, because it could not say what it moved', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const { drawer_id: id } = await palace.save({
      text: 'The parser is half done',
      type: 'progress',
      filed_at: daysAgo(8),
    });
    writeFiles(folder, { 'profiles.json': '{ "default": { "ltp_window_days": "thirty" } }' });
    await expect(palace.maintain({})).rejects.toMatchObject({ code: 'E_PROFILE_VALUE' });
    expect(await palace.show({ drawer_id: id ?? '' })).toMatchObject({ archived: false });
    writeFiles(folder, { 'profiles.json': '{}' });
    expect((await palace.maintain({})).changes).toMatchObject([{ drawer_id: id, change: 'archived' }]);
    await palace.close();
  });

  it('counts a tier that was set by hand, and a return by hand, from then on', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const id =
      (await palace.save({ text: 'Uploads stall on Mondays', type: 'issue', filed_at: daysAgo(100) })).drawer_id ??
      '';
    await palace.update({ drawer_ids: [id], tier: 'ephemeral' });
    expect((await palace.maintain({})).changes).toEqual([]);
    const later = (days: number) => ({ now: isoTime(Date.parse('2026-03-01T12:00:00Z') + days * 86_400_000) });
    expect((await palace.maintain(later(8))).changes).toMatchObject([{ drawer_id: id, change: 'archived' }]);
    await palace.update({ drawer_ids: [id], archived: false });
    expect((await palace.maintain(later(5))).changes).toEqual([]);
    await palace.close();
  });

  it('indexes the last day’s commits where a repository is named, but not in a dry run', async () => {
    const [folder, repository] = [temporaryFolder(), temporaryFolder()];
    writeFiles(repository, { 'a.txt': 'a' });
    const git = (...words: string[]): unknown =>
      execFileSync('git', ['-C', repository, '-c', 'user.name=A', '-c', 'user.email=a@b', ...words], {
        env: {
          ...process.env,
          GIT_AUTHOR_DATE: '2026-03-01T10:00:00Z',
          GIT_COMMITTER_DATE: '2026-03-01T10:00:00Z',
        },
        stdio: 'ignore',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'add a');
    const palace = await openPalace({ folder });
    expect((await palace.maintain({ dry_run: true, repo_path: repository })).git).toBeNull();
    expect(await palace.maintain({ repo_path: repository })).toMatchObject({
      git: { indexed: 1, outcome: 'indexed' },
      warnings: [],
    });
    expect((await palace.sessionContext({})).recent_commits).toMatchObject([
      { subject: expect.stringContaining('add a') },
    ]);
    expect(await palace.maintain({ repo_path: temporaryFolder() })).toMatchObject({
      git: { outcome: 'not_a_repository' },
      warnings: [],
    });
    await palace.close();
  });
});
