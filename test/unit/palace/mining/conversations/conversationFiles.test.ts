import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exchangeView } from '../../../../../extension/palace/calls/views/exchangeView.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
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

describe('importing conversations', () => {
  it('adds of a later export, wherever it lies, only what is new', () =>
    withStore(async (store, folder) => {
      const first = writeOldFile(
        path.join(folder, 'export-1', 'conversations.json'),
        fixtureBytes('chatgpt/conversations.json'),
      );
      expect(await importFiles(store, [first])).toMatchObject({
        conversations: 2,
        added: 4,
        skipped: { no_exchanges: 1 },
      });
      const later = fixtureBytes('chatgpt/conversations.json')
        .toString('utf8')
        .replace('"About forty minutes."', '"About forty minutes, and more."');
      const second = writeOldFile(
        path.join(folder, 'export-2', 'conversations.json'),
        later,
        new Date('2026-02-02T00:00:00Z'),
      );
      expect(await importFiles(store, [second])).toMatchObject({
        conversations: 2,
        added: 1,
        duplicates: 3,
        updated: 1,
      });
      const wordings = () =>
        allDrawers(store)
          .filter(({ exchange, text }) => exchange === 1 && text.includes('forty'))
          .map(({ text, archived }) => [text.includes('and more'), archived]);
      expect(wordings()).toEqual([
        [false, true],
        [true, false],
      ]);
      expect(await importFiles(store, [first])).toMatchObject({ added: 0 });
      expect(new Set(allDrawers(store).map(({ room }) => room))).toEqual(
        new Set(['Slack-water', 'title-is-null-here']),
      );
    }));

  it('walks a folder, tells conversations by their content, and names what is damaged by file and line', () =>
    withStore(async (store) => {
      const report = await importFiles(store, [
        fixturePath('claude-code'),
        fixturePath('codex'),
        fixturePath('transcripts'),
      ]);
      expect(report.skipped).toMatchObject({
        helper: 1,
        invalid_json: 6,
        not_a_conversation: 2,
        empty: 1,
        undecodable: 2,
        not_a_record: 4,
      });
      expect(report.problems).toContainEqual({
        file: fixturePath('claude-code/damaged/invalid-lines.jsonl'),
        where: 'line 8',
        reason: 'invalid_json',
      });
      expect(report.problems).toContainEqual({
        file: fixturePath('claude-code/damaged/empty.jsonl'),
        where: '',
        reason: 'empty',
      });
      const rooms = new Set(standing(store).map(({ room }) => room));
      expect([...rooms]).toEqual(expect.arrayContaining(['Tide-BOM', 'Fog-sensor', 'Name-the-four-ADRs']));
    }));

  it('takes in an import file of drawers that it meets', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(
        path.join(folder, 'corpus.jsonl'),
        `${JSON.stringify({ text: 'A drawer.', wing: 'demo', room: 'notes' })}\n{"text": 1}\n`,
      );
      expect(await importFiles(store, [file])).toMatchObject({
        conversations: 0,
        added: 1,
        skipped: { invalid: 1 },
        problems: [{ file, where: 'line 2', reason: 'invalid' }],
      });
    }));

  it('says of a file that was named that it holds no conversation, and of a missing one that it cannot be read', () =>
    withStore(async (store, folder) => {
      const note = writeOldFile(path.join(folder, 'note.md'), '# A note\n\nNobody speaks.\n');
      expect(await importFiles(store, [note, path.join(folder, 'gone.jsonl')])).toMatchObject({
        conversations: 0,
        skipped: { not_a_conversation: 1, not_found: 1 },
        problems: [
          { file: path.join(folder, 'gone.jsonl'), reason: 'not_found' },
          { file: note, reason: 'not_a_conversation' },
        ],
      });
      await expect(importFiles(store, [path.join(folder, 'gone.jsonl')])).rejects.toMatchObject({
        code: 'E_IMPORT_FORMAT',
      });
      await expect(importFiles(store, ['relative.jsonl'])).rejects.toMatchObject({ code: 'E_USAGE' });
    }));

  it('marks the drawer sensitive in which somebody pasted a secret, and no other', () =>
    withStore(async (store, folder) => {
      const token = ['ghp', 'R4kd82mQzX7vTn5LwYpE3hJcB9sGfU6aKo1V'].join('_');
      await importFiles(store, [
        writeOldFile(
          path.join(folder, 's.jsonl'),
          sessionText(
            sessionLine(0, 'user', `Why is ${token} refused?`),
            sessionLine(1, 'assistant', 'It is revoked.'),
            sessionLine(2, 'user', 'thanks'),
          ),
        ),
      ]);
      expect(allDrawers(store).map(({ text, sensitive }) => [text.includes(token), sensitive])).toEqual([
        [true, true],
        [false, false],
      ]);
      const [first] = allDrawers(store);
      expect(
        store.read.findingsOf(first?.id ?? ('' as never)).map(({ start, end }) => first?.text.slice(start, end)),
      ).toEqual([token]);
    }));

  it('cancelled between two slices, has whole exchanges filed and goes on with the next import', () =>
    withStore(async (store, folder) => {
      const long = (n: number): string => `${`The lamp of beacon ${n} is dark. `.repeat(1500)}`;
      const lines = Array.from({ length: 12 }, (_, n) => [
        sessionLine(2 * n, 'user', long(n)),
        sessionLine(2 * n + 1, 'assistant', `answer ${n}`),
      ]).flat();
      const file = writeOldFile(path.join(folder, 'session.jsonl'), sessionText(...lines));
      const abort = new AbortController();
      const listening = store.onCommit(() => abort.abort());
      await expect(importFiles(store, [file], {}, abort.signal)).rejects.toThrow(PalaceError);
      listening.dispose();
      const filed = new Set(allDrawers(store).map(({ exchange }) => exchange));
      expect(filed.size).toBeGreaterThan(0);
      expect(filed.size).toBeLessThan(12);
      for (const exchange of filed) {
        const [first] = allDrawers(store).filter((drawer) => drawer.exchange === exchange);
        expect(exchangeView(store.read, first?.id ?? ('' as never)).turns).toMatchObject([
          { role: 'user', text: long(Number(exchange)) },
          { role: 'assistant', text: `answer ${exchange}` },
        ]);
      }
      expect(await importFiles(store, [file])).toMatchObject({
        conversations: 1,
        duplicates: allDrawers(store).filter(({ exchange }) => filed.has(exchange)).length,
      });
      const resumed = standing(store);
      await withStore(async (other) => {
        await importFiles(other, [file]);
        expect(resumed).toEqual(standing(other));
      });
    }));
});

describe('the exchange around a drawer', () => {
  it('is whole and told apart by role, whichever of its pieces was found', () =>
    withStore(async (store, folder) => {
      const [question, answer] = ['How long is the pier? '.repeat(60).trim(), 'It is long. '.repeat(120).trim()];
      await importFiles(store, [
        writeOldFile(
          path.join(folder, 's.jsonl'),
          sessionText(
            sessionLine(0, 'user', 'before'),
            sessionLine(1, 'user', question),
            sessionLine(2, 'assistant', answer),
          ),
        ),
      ]);
      const pieces = allDrawers(store).filter(({ exchange }) => exchange === 1);
      expect(pieces.length).toBeGreaterThan(2);
      let at = 0;
      for (const { id, text } of pieces) {
        expect(exchangeView(store.read, id)).toMatchObject({
          asked: { start: at, end: (at += text.length) },
          exchange: 1,
          format: 'claude',
          title: 'before',
          turns: [
            { role: 'user', text: question },
            { role: 'assistant', text: answer },
          ],
          drawer_ids: pieces.map((piece) => piece.id),
        });
      }
    }));

  it('masks its secrets until they are to be revealed, on whichever side of a cut they stand', () =>
    withStore(async (store, folder) => {
      const secret = ['ghp', '_R3n7Tq0vWz8LkY2mXbC5dFgHjK9pQsVu1aZ4'].join('');
      const [question, answer] = [
        `${'How long is the pier? '.repeat(40)}The token is ${secret}.`,
        'It is long. '.repeat(120).trim(),
      ];
      await importFiles(store, [
        writeOldFile(
          path.join(folder, 's.jsonl'),
          sessionText(sessionLine(0, 'user', question), sessionLine(1, 'assistant', answer)),
        ),
      ]);
      const id = allDrawers(store)[0]?.id ?? drawerId('');
      expect(exchangeView(store.read, id).turns).toMatchObject([
        { role: 'user', text: question.replace(secret, '••••') },
        { role: 'assistant', text: answer },
      ]);
      expect(exchangeView(store.read, id, true).turns[0]?.text).toBe(question);
    }));
});
