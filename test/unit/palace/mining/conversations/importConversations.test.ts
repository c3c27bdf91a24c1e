import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureBytes, fixturePath } from '../../../../fixtures/conversationFixtures.ts';
import {
  allDrawers,
  importFiles,
  sessionLine,
  sessionText,
  standing,
  writeOldFile,
} from '../../../../fixtures/palaces/conversationPalace.ts';
import { withStore } from '../../../../fixtures/palaces/temporaryStore.ts';

const mainSession = 'claude-code/projects/-home-dev-harbor-lights/f5594aaf-010b-46fe-b804-28eb75ad402c.jsonl';

const olderSession = 'claude-code/older/5b0e7c52-90d1-4f0a-8a44-6d2f3f1c7a10.jsonl';

const live = (drawers: ReturnType<typeof allDrawers>) => drawers.filter(({ archived }) => !archived);

describe('importing conversations', () => {
  it('files each exchange under its workspace and title, at its own time, both speakers in one text', () =>
    withStore(async (store) => {
      const report = await importFiles(store, [fixturePath(olderSession)], {
        workspace_folders: [{ path: '/home/dev/harbor-lights', name: 'harbor-lights' }],
      });
      expect(report).toMatchObject({ conversations: 1, added: 4, duplicates: 0, updated: 0, problems: [] });
      const [first, second] = allDrawers(store);
      expect(first).toMatchObject({
        wing: 'harbor-lights',
        room: 'Tide-BOM',
        type: 'conversation',
        exchange: 0,
        part: 0,
        filedAt: '2025-09-12T07:00:28.000Z',
        speaker: null,
        tier: 'working',
        sourceFile: fixturePath(olderSession),
        span: null,
        lines: null,
        text: "The tide table of the neighbouring port is accepted although it names no zone. Why?\n\nI'll read the importer.\n\nThe header test looks at the first non-empty line only. Your file begins with a byte order mark, so `# zone:` does not match and the next line with `zone` in a comment does.",
      });
      expect(second).toMatchObject({ text: 'Strip the mark, then fix it.\n\nAnd add a test.', exchange: 1 });
      if (first === undefined || second === undefined) throw new Error('Two drawers were filed.');
      expect(store.read.propertiesOf(first.id)).toEqual({
        conversation: '5b0e7c52-90d1-4f0a-8a44-6d2f3f1c7a10',
        format: 'claude',
        title: 'Tide BOM',
        roles: 'user,assistant',
        answer_at: '85',
      });
      expect(store.read.propertiesOf(second.id)).toMatchObject({ roles: 'user', answer_at: '' });
      expect(store.read.sources('conversation')).toMatchObject([
        { path: fixturePath(olderSession), kind: 'conversation' },
      ]);
    }));

  it('adds nothing when the same file, the same file with a new date, or a copy of it comes again', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(path.join(folder, 'a', 'session.jsonl'), fixtureBytes(mainSession));
      await importFiles(store, [file]);
      const before = allDrawers(store);
      const [revision, again] = [store.revision, await importFiles(store, [file])];
      expect(again).toMatchObject({ conversations: 1, added: 0, duplicates: before.length, updated: 0 });
      expect(store.revision).toBe(revision);
      writeOldFile(file, fixtureBytes(mainSession), new Date('2026-02-02T00:00:00Z'));
      mkdirSync(path.join(folder, 'b'));
      copyFileSync(file, path.join(folder, 'b', 'copy.jsonl'));
      expect(await importFiles(store, [file, path.join(folder, 'b', 'copy.jsonl')])).toMatchObject({
        conversations: 2,
        added: 0,
        duplicates: 2 * before.length,
        updated: 0,
      });
      expect(allDrawers(store)).toEqual(before);
      expect(store.read.sources('conversation')).toMatchObject([{ path: file }]);
    }));

  it('counts in a dry run what it then adds, at first, again, after an erasure and of copies, and writes nothing', () =>
    withStore(async (store, folder) => {
      const session = path.join(folder, 'a', 'session.jsonl');
      writeOldFile(session, fixtureBytes(mainSession));
      const copy = writeOldFile(path.join(folder, 'b', 'copy.jsonl'), fixtureBytes(mainSession));
      const drawers = writeOldFile(
        path.join(folder, 'corpus.jsonl'),
        '{"text":"The narwhal crane lifts twelve tonnes.","wing":"cranes","room":"facts"}\n',
      );
      const files = [fixturePath('transcripts'), session, copy, drawers];
      const imported = async (request: { wing?: string; dry_run?: boolean }) => {
        const { elapsed_ms: _, ...counts } = await importFiles(store, files, request);
        return counts;
      };
      const tried = async (request: { wing?: string }) => {
        const revision = store.revision;
        const counts = await imported({ ...request, dry_run: true });
        expect(store.revision).toBe(revision);
        return counts;
      };
      for (const request of [{}, {}, { wing: 'moved' }]) {
        const before = await tried(request);
        expect(await imported(request)).toEqual(before);
        expect(await tried(request)).toMatchObject({ added: 0, updated: 0 });
        const [first] = allDrawers(store);
        if (first !== undefined) await store.write((transaction) => transaction.deleteDrawers([first.rowid]));
      }
      expect(await tried({ wing: 'moved' })).toMatchObject({ added: 1 });
    }));

  it("adds a growing session's new exchanges, and replaces the last one when its answer goes on", () =>
    withStore(async (store, folder) => {
      const file = path.join(folder, 'session.jsonl');
      const lines = [
        sessionLine(0, 'user', 'first question'),
        sessionLine(1, 'assistant', 'first answer'),
        sessionLine(2, 'user', 'second question'),
        sessionLine(3, 'assistant', 'half an'),
      ];
      writeOldFile(file, sessionText(...lines));
      await importFiles(store, [file]);
      const [firstBefore] = allDrawers(store);
      writeOldFile(
        file,
        sessionText(...lines, sessionLine(4, 'assistant', 'answer'), sessionLine(5, 'user', 'third question')),
        new Date('2026-01-02T00:00:00Z'),
      );
      expect(await importFiles(store, [file])).toMatchObject({
        conversations: 1,
        added: 2,
        duplicates: 1,
        updated: 1,
      });
      expect(
        allDrawers(store)
          .map(({ text }) => text)
          .sort(),
      ).toEqual(['first question\n\nfirst answer', 'second question\n\nhalf an\n\nanswer', 'third question']);
      expect(allDrawers(store)[0]).toEqual(firstBefore);
    }));

  it("puts a grown exchange's earlier drawer into the archive where somebody has used it", () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(
        path.join(folder, 'session.jsonl'),
        sessionText(sessionLine(0, 'user', 'a question')),
      );
      await importFiles(store, [file]);
      await store.write((transaction) => transaction.updateDrawers([{ rowid: 1, pinned: true }]));
      writeOldFile(
        file,
        sessionText(sessionLine(0, 'user', 'a question'), sessionLine(1, 'assistant', 'an answer')),
        new Date('2026-01-02T00:00:00Z'),
      );
      await importFiles(store, [file]);
      expect(
        allDrawers(store).map(({ text, archived, archiveReason }) => ({ text, archived, archiveReason })),
      ).toEqual([
        { text: 'a question', archived: true, archiveReason: 'source_changed' },
        { text: 'a question\n\nan answer', archived: false, archiveReason: null },
      ]);
    }));

  it('keeps the exchanges that a file no longer has, archives those that now read otherwise, and takes them back', () =>
    withStore(async (store, folder) => {
      const file = path.join(folder, 'talk.md');
      writeOldFile(file, 'User: one\nAssistant: 1\nUser: two\nAssistant: 2\nUser: three\nAssistant: 3\n');
      await importFiles(store, [file]);
      writeOldFile(file, 'User: one\nAssistant: 1\nUser: zwei\nAssistant: 2\n', new Date('2026-01-02T00:00:00Z'));
      expect(await importFiles(store, [file])).toMatchObject({ added: 1, duplicates: 1, updated: 1 });
      expect(
        live(allDrawers(store))
          .map(({ text }) => text)
          .sort(),
      ).toEqual(['one\n\n1', 'three\n\n3', 'zwei\n\n2']);
      writeOldFile(
        file,
        'User: one\nAssistant: 1\nUser: two\nAssistant: 2\nUser: three\nAssistant: 3\n',
        new Date('2026-01-03T00:00:00Z'),
      );
      expect(await importFiles(store, [file])).toMatchObject({ added: 0 });
      expect(
        live(allDrawers(store))
          .map(({ text }) => text)
          .sort(),
      ).toEqual(['one\n\n1', 'three\n\n3', 'two\n\n2']);
    }));

  const session = (...ordinals: readonly number[]): string =>
    sessionText(
      ...ordinals.flatMap((ordinal) => [
        sessionLine(2 * ordinal, 'user', `question ${ordinal}`),
        sessionLine(2 * ordinal + 1, 'assistant', `answer ${ordinal}`),
      ]),
    );
  const order = (store: Parameters<typeof allDrawers>[0]) =>
    live(allDrawers(store))
      .sort((a, b) => a.chunkIndex - b.chunkIndex)
      .map(({ text, exchange, chunkIndex }) => [text.split('\n')[0], exchange, chunkIndex]);

  it('keeps an exchange that is gone from the middle of a file, at its place', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(path.join(folder, 'session.jsonl'), session(0, 1, 2, 3));
      await importFiles(store, [file]);
      const before = allDrawers(store);
      writeOldFile(file, session(0, 2, 3), new Date('2026-01-02T00:00:00Z'));
      expect(await importFiles(store, [file])).toMatchObject({ added: 0, duplicates: 3, updated: 0 });
      expect(allDrawers(store)).toEqual(before);
      writeOldFile(file, session(2, 3, 4), new Date('2026-01-03T00:00:00Z'));
      expect(await importFiles(store, [file])).toMatchObject({ added: 1, duplicates: 2, updated: 0 });
      expect(order(store)).toEqual([0, 1, 2, 3, 4].map((ordinal) => [`question ${ordinal}`, ordinal, ordinal]));
    }));

  it('puts an exchange that a fuller copy has between the others', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(path.join(folder, 'session.jsonl'), session(0, 2));
      await importFiles(store, [file]);
      writeOldFile(file, session(0, 1, 2), new Date('2026-01-02T00:00:00Z'));
      expect(await importFiles(store, [file])).toMatchObject({ added: 1, duplicates: 2, updated: 0 });
      expect(order(store)).toEqual([0, 1, 2].map((ordinal) => [`question ${ordinal}`, ordinal, ordinal]));
    }));

  it('takes nothing from an older copy of a session whose answer went on since', () =>
    withStore(async (store, folder) => {
      const words = (count: number): string => Array.from({ length: count }, (_, at) => `word ${at}`).join(' ');
      const talk = (count: number): string =>
        sessionText(
          sessionLine(0, 'user', 'a question'),
          sessionLine(1, 'assistant', 'an answer'),
          sessionLine(2, 'user', 'a long one'),
          sessionLine(3, 'assistant', words(count)),
        );
      const file = writeOldFile(path.join(folder, 'b.jsonl'), talk(400), new Date('2026-01-02T00:00:00Z'));
      await importFiles(store, [file]);
      const before = allDrawers(store);
      for (const count of [10, 250]) {
        const copy = writeOldFile(path.join(folder, `copy-${count}.jsonl`), talk(count));
        expect(await importFiles(store, [copy])).toMatchObject({ added: 0, updated: 0 });
      }
      expect(allDrawers(store)).toEqual(before);
      expect(store.read.sources('conversation')).toMatchObject([{ path: file }]);
    }));

  describe('an older copy of a session in which an answer was replaced since', () => {
    const talk = (answer: string): string =>
      sessionText(
        sessionLine(0, 'user', 'a question'),
        sessionLine(1, 'assistant', answer),
        sessionLine(2, 'user', 'another one'),
        sessionLine(3, 'assistant', 'another answer'),
      );
    const shared = Array.from({ length: 6 }, (_, at) => `Paragraph ${at}. ${'It is said. '.repeat(30)}`).join(
      '\n\n',
    );
    const end = (word: string): string => `${shared}\n\n${`${word} `.repeat(80)}`;

    it.each([
      ['a short one', 'MySQL', 'PostgreSQL'],
      ['the end of a long one', end('old'), end('new')],
    ])('brings nothing back: %s', (_, old, replaced) =>
      withStore(async (store, folder) => {
        const file = writeOldFile(path.join(folder, 'session.jsonl'), talk(old));
        await importFiles(store, [file]);
        writeOldFile(file, talk(replaced), new Date('2026-01-03T00:00:00Z'));
        await importFiles(store, [file]);
        const before = allDrawers(store);
        expect(before.some(({ archived }) => archived)).toBe(true);
        const copy = writeOldFile(path.join(folder, 'copy.jsonl'), talk(old));
        expect(await importFiles(store, [copy])).toMatchObject({ added: 0, updated: 0 });
        expect(allDrawers(store)).toEqual(before);
      }),
    );

    it('does not mix its end with the one that is filed', () =>
      withStore(async (store, folder) => {
        const file = path.join(folder, 'session.jsonl');
        writeOldFile(file, talk(end('new')), new Date('2026-01-03T00:00:00Z'));
        await importFiles(store, [file]);
        const before = allDrawers(store);
        const copy = writeOldFile(path.join(folder, 'copy.jsonl'), talk(end('old')));
        expect(await importFiles(store, [copy])).toMatchObject({ added: 0, updated: 0 });
        expect(allDrawers(store)).toEqual(before);
      }));
  });

  /** The lines of a session of three questions that are left of a damaged copy; -1 stands for a torn one. */
  const damaged = (...left: readonly number[]): string =>
    sessionText(
      ...left.map((at) =>
        at < 0 ? '{ "torn' : sessionLine(at, at % 2 === 0 ? 'user' : 'assistant', `text ${at}`),
      ),
    );

  it.each([
    ['the first is newer', [0, 2, 3], [0, 1, 3, 4, 5], 1],
    ['the second is newer', [0, 2, 3], [0, 1, 3, 4, 5], 3],
    ['both are of one time', [0, 2, 3], [0, 1, 3, 4, 5], 2],
    ['one lacks what comes before the answer that went on', [1, 2, 3, 4], [0, 2, 3, 5], 3],
    ['the first is torn, and newer', [0, -1, 2, 3], [0, 1, 3, 4, 5], 1],
    ['the second is torn, and newer', [0, 2, 3], [0, 1, -1, 3, 4, 5], 3],
    ['both are torn', [1, 2, 3, 4, -1], [0, -1, 2, 3, 5], 1],
  ])('adds nothing of two damaged copies of a session the second time: %s', (_, one, other, day) =>
    withStore(async (store, folder) => {
      const date = (on: number) => new Date(Date.UTC(2026, 0, on));
      const files = [
        writeOldFile(path.join(folder, 'a.jsonl'), damaged(...one), date(2)),
        writeOldFile(path.join(folder, 'b.jsonl'), damaged(...other), date(day)),
      ];
      await importFiles(store, files);
      expect(await importFiles(store, files)).toMatchObject({ added: 0, updated: 0 });
      const before = allDrawers(store);
      expect(await importFiles(store, files)).toMatchObject({ added: 0, updated: 0 });
      expect(allDrawers(store)).toEqual(before);
    }),
  );

  it('moves a conversation that has got a title to the room of that name', () =>
    withStore(async (store, folder) => {
      const file = path.join(folder, 'session.jsonl');
      const lines = [
        sessionLine(0, 'user', 'Why does the fog bell at pier nine ring at noon?'),
        sessionLine(1, 'assistant', 'It does not.'),
      ];
      writeOldFile(file, sessionText(...lines));
      await importFiles(store, [file]);
      expect(allDrawers(store)).toMatchObject([{ room: 'Why-does-the-fog-bell-at-pier-nine' }]);
      const [{ id }] = allDrawers(store) as [ReturnType<typeof allDrawers>[number]];
      writeOldFile(
        file,
        sessionText(
          ...lines,
          JSON.stringify({ type: 'custom-title', customTitle: 'Fog / bell: “noon”', sessionId: 'session-1' }),
        ),
        new Date('2026-01-02T00:00:00Z'),
      );
      expect(await importFiles(store, [file])).toMatchObject({ added: 0, duplicates: 1 });
      expect(allDrawers(store)).toMatchObject([{ id, room: 'Fog-bell-noon' }]);
      expect(store.read.propertiesOf(id)).toMatchObject({ title: 'Fog / bell: “noon”' });
    }));

  it('takes the wing of the folder a session was held in, the first one else, and the one asked for before both', () =>
    withStore(async (store, folder) => {
      const folders = [
        { path: '/home/you/docs', name: 'docs' },
        { path: '/home/you/harbor', name: 'harbor' },
      ];
      const inside = writeOldFile(
        path.join(folder, 'inside.jsonl'),
        sessionText(sessionLine(0, 'user', 'inside', { cwd: '/home/you/harbor/src' })),
      );
      const outside = writeOldFile(
        path.join(folder, 'outside.jsonl'),
        sessionText(sessionLine(0, 'user', 'outside', { cwd: '/home/you/harbor-two', sessionId: 'session-2' })),
      );
      await importFiles(store, [inside, outside], { workspace_folders: folders });
      expect(
        standing(store)
          .map(({ text, wing }) => [text, wing])
          .sort(),
      ).toEqual([
        ['inside', 'harbor'],
        ['outside', 'docs'],
      ]);
      await importFiles(store, [inside, outside], { workspace_folders: folders, wing: 'talks' });
      expect(
        standing(store)
          .map(({ text, wing }) => [text, wing])
          .sort(),
      ).toEqual([
        ['inside', 'talks'],
        ['outside', 'talks'],
      ]);
    }));

  it('leaves sessions of other workspaces alone where that is asked', () =>
    withStore(async (store, folder) => {
      const inside = writeOldFile(
        path.join(folder, 'inside.jsonl'),
        sessionText(sessionLine(0, 'user', 'inside')),
      );
      const outside = writeOldFile(
        path.join(folder, 'outside.jsonl'),
        sessionText(sessionLine(0, 'user', 'outside', { cwd: '/home/you/secret', sessionId: 'session-2' })),
      );
      const nowhere = writeOldFile(
        path.join(folder, 'nowhere.jsonl'),
        sessionText(sessionLine(0, 'user', 'nowhere', { cwd: undefined, sessionId: 'session-3' })),
      );
      const report = await importFiles(store, [inside, outside, nowhere], {
        workspace_folders: [{ path: '/home/you/harbor', name: 'harbor' }],
        within_workspace: true,
      });
      expect(report).toMatchObject({ conversations: 1, added: 1, skipped: { other_workspace: 2 }, problems: [] });
      expect(allDrawers(store).map(({ text }) => text)).toEqual(['inside']);
    }));

  it('names a file inside the workspace by its path there, as mining does', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(path.join(folder, 'talks', 'a.md'), 'User: one\nAssistant: two\n');
      await importFiles(store, [file], { workspace_folders: [{ path: folder, name: 'demo' }] });
      await importFiles(store, [file], { workspace_folders: [{ path: folder, name: 'demo' }] });
      expect(allDrawers(store)).toMatchObject([
        { sourceFile: 'talks/a.md', wing: 'demo', filedAt: '2026-01-01T00:00:00.000Z' },
      ]);
    }));
});
