import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { slackText } from '../../../../../../extension/palace/mining/conversations/slack/slackText.ts';
import { fixturePath } from '../../../../../fixtures/conversationFixtures.ts';
import {
  allDrawers,
  importFiles,
  standing,
  writeOldFile,
} from '../../../../../fixtures/palaces/conversationPalace.ts';
import { withStore } from '../../../../../fixtures/palaces/temporaryStore.ts';

const copyOf = (folder: string): string => {
  const copy = path.join(folder, 'slack');
  cpSync(fixturePath('slack'), copy, { recursive: true });
  return copy;
};
const textsOf = (drawers: ReturnType<typeof standing>) =>
  drawers.map(({ room, exchange, text }) => [room, exchange, text]).sort();

describe('an export of Slack', () => {
  it('has a thread and a run of messages as an exchange each, in a room for each channel, with names for IDs', () =>
    withStore(async (store) => {
      const report = await importFiles(store, [fixturePath('slack')]);
      expect(report).toMatchObject({ conversations: 3, added: 5, skipped: {}, problems: [] });
      expect(textsOf(standing(store))).toEqual(
        [
          [
            'general',
            0,
            'ada: Who has the key of pier 4? @Bo Ferryman\n\nBo Ferryman: I do & will bring it, see the list (https://harbor.example/keys)\n\nBo Ferryman: It hangs in the office now.',
          ],
          ['general', 1, 'ada: The fog bell was tested.\n\nada: Details in #tide-tables, @here'],
          ['general', 2, 'bell-bot: Bell rang 3 < 5 times'],
          ['tide-tables', 0, 'Bo Ferryman: Springs are on Thursday.'],
          ['ada-Bo-Ferryman', 0, 'ada: Coffee at ten?\n\nBo Ferryman: Yes.'],
        ].sort(),
      );
      const thread = allDrawers(store).find(({ text }) => text.startsWith('ada: Who'));
      expect(thread).toMatchObject({ filedAt: '2026-03-02T09:01:00.000Z', type: 'conversation' });
      expect(await importFiles(store, [fixturePath('slack')])).toMatchObject({ added: 0, duplicates: 5 });
    }));

  it('adds of a later export only what is new, and keeps what it lacks', () =>
    withStore(async (store, folder) => {
      const first = copyOf(path.join(folder, 'first'));
      rmSync(path.join(first, 'general', '2026-03-03.json'));
      await importFiles(store, [first]);
      const before = standing(store);
      const later = copyOf(path.join(folder, 'later'));
      rmSync(path.join(later, 'tide-tables'), { recursive: true });
      expect(await importFiles(store, [later])).toMatchObject({ added: 1, updated: 1, duplicates: 3 });
      const after = textsOf(standing(store));
      expect(after).toHaveLength(before.length);
      expect(after.filter(([room]) => room === 'tide-tables')).toHaveLength(1);
      expect(after.filter(([, , text]) => String(text).includes('It hangs in the office now.'))).toHaveLength(1);
    }));

  it('is read channel by channel if only the folder of a channel is named', () =>
    withStore(async (store) => {
      expect(await importFiles(store, [fixturePath('slack/tide-tables')])).toMatchObject({
        conversations: 1,
        added: 1,
      });
    }));

  it('loses of a damaged file only the damaged part, and names it by file and message', () =>
    withStore(async (store, folder) => {
      const slack = copyOf(folder);
      const lists = path.join(slack, 'users.json');
      writeFileSync(lists, '[{"id": 7}, {"id": "U0ADA0001", "profile": [], "name": "ada"}, {"id": "U0BO');
      const day = path.join(slack, 'general', '2026-03-04.json');
      const nest = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      writeFileSync(
        day,
        `[null, ${nest}, {"type":"message","ts":"yesterday","text":"a"}, {"type":"message","ts":"1772614800.1","text":["b"]}, {"type":"message","ts":"1772614800.2","user":"U0NOBODY","text":"half \\ud83d <@U0NOBODY> <unclosed"}, {"type":"mess`,
      );
      const report = await importFiles(store, [slack]);
      const problems = report.problems.map(({ file, where, reason }) => [
        path.relative(slack, file),
        where,
        reason,
      ]);
      expect(problems).toEqual([
        ['users.json', 'entry 1', 'not_a_record'],
        ['users.json', '', 'invalid_json'],
        ['general', '2026-03-04.json, message 1', 'not_a_record'],
        ['general', '2026-03-04.json, message 2', 'not_a_record'],
        ['general', '2026-03-04.json, message 3', 'bad_content'],
        ['general', '2026-03-04.json, message 4', 'bad_content'],
        ['general', '2026-03-04.json', 'invalid_json'],
      ]);
      expect(standing(store).map(({ text }) => text)).toEqual(
        expect.arrayContaining([
          'U0NOBODY: half \ufffd @U0NOBODY <unclosed',
          'ada: Coffee at ten?\n\nU0BO00002: Yes.',
        ]),
      );
    }));

  it('keeps a secret out of the name of its room', () =>
    withStore(async (store, folder) => {
      const token = ['ghp', 'R4kd82mQzX7vTn5LwYpE3hJcB9sGfU6aKo1V'].join('_');
      const slack = copyOf(folder);
      mkdirSync(path.join(slack, 'x'));
      writeOldFile(path.join(slack, 'channels.json'), JSON.stringify([{ id: 'C1', name: 'x' }]));
      writeOldFile(path.join(slack, 'groups.json'), JSON.stringify([{ id: 'C2', name: token }]));
      mkdirSync(path.join(slack, token));
      writeOldFile(
        path.join(slack, token, '2026-03-02.json'),
        JSON.stringify([{ type: 'message', ts: '1772442000.1', user: 'U', text: 'Hello' }]),
      );
      await importFiles(store, [slack]);
      expect(JSON.stringify([allDrawers(store).map(({ room }) => room), standing(store)])).not.toContain(token);
      expect(JSON.stringify(store.read.sources('conversation'))).not.toContain(token);
    }));
});

describe('the marks in a message', () => {
  const people = new Map([['U1', 'Ada']]);
  const channels = new Map([['C1', 'general']]);
  it.each([
    ['<@U1> and <@U2|bo> and <@U3>', '@Ada and @bo and @U3'],
    ['<#C1> <#C2|old> <#C3>', '#general #old #C3'],
    ['<!channel> <!subteam^S1|@crew>', '@channel @crew'],
    ['<https://a.example/?x=1&amp;y=2>', 'https://a.example/?x=1&y=2'],
    ['<mailto:a@b.example|a@b.example> <http://a.example|a.example>', 'a@b.example http://a.example'],
    ['&lt;@U1&gt; &amp;amp; <>', '<@U1> &amp; '],
  ])('%s', (text, shown) => {
    expect(slackText(text, { people, channels })).toBe(shown);
  });
});
