import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { sessionLine, sessionText, writeOldFile } from '../../../fixtures/palaces/conversationPalace.ts';
import { drawersOf, erase, save, word } from '../../../fixtures/palaces/erasing.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

/** A conversation of two questions, the first of which names it; `first` and `second` are its drawers' IDs. */
const talkOf = async (question: string, files: Readonly<Record<string, string>> = {}) => {
  const [folder, workspace] = [temporaryFolder(), temporaryFolder()];
  writeFiles(workspace, { 'package.json': '{"name":"harbor"}', ...files });
  const palace = await openPalace({ folder });
  const folders = [{ path: workspace, name: 'harbor' }];
  await palace.mine({ folders });
  const lines = [
    sessionLine(0, 'user', question),
    sessionLine(1, 'assistant', 'It works.'),
    sessionLine(2, 'user', 'When is the crane inspected?'),
    sessionLine(3, 'assistant', 'In March.'),
  ];
  const file = writeOldFile(path.join(temporaryFolder(), 'session.jsonl'), sessionText(...lines));
  const importAgain = () => palace.importConversations({ files: [file], workspace_folders: folders });
  await importAgain();
  const talk = (await drawersOf(palace)).filter(({ type }) => type === 'conversation');
  const idOf = (text: string) => talk.find((drawer) => drawer.text.includes(text))?.drawer_id ?? '';
  const mine = () => palace.mine({ folders });
  return { palace, folder, mine, importAgain, first: idOf(question), second: idOf('crane') };
};

describe('erasing the first question of a conversation', () => {
  it('leaves other drawers of its room, and of rooms that begin with its name, as they are', async () => {
    const { palace, mine, importAgain, first, second } = await talkOf('test', {
      'test/crane.md': 'The crane of the northern pier is inspected in March.\n',
      'test_tools/winch.md': 'The winch of the southern pier is greased in April.\n',
    });
    const note = await save(palace, 'A note that a person put here.', { wing: 'harbor', room: 'test' });
    const others = async () =>
      (await drawersOf(palace))
        .filter(({ type }) => type !== 'conversation')
        .map((drawer) => ({ ...drawer, has_vector: null }));
    const before = await others();
    expect(before.filter(({ room }) => room === 'test')).toHaveLength(2);
    await erase(palace, first);
    expect(await others()).toEqual(before);
    expect((await palace.show({ drawer_id: note })).room).toBe('test');
    const { results } = await palace.search({ query: 'winch greased in April', k: 1 });
    expect(await palace.show({ drawer_id: results[0]?.drawer_id ?? '' })).toMatchObject({ room: 'test_tools' });
    const talk = async () => (await drawersOf(palace)).filter(({ type }) => type === 'conversation');
    expect(await talk()).toMatchObject([
      { drawer_id: second.replace('_test_', '_conversation_'), room: 'conversation' },
    ]);
    await mine();
    await importAgain();
    expect(await others()).toEqual(before);
    expect(await talk()).toHaveLength(1);
    expect(await palace.verify({})).toMatchObject({ ok: true });
    await palace.close();
  });

  it('renames its other drawers wherever they are named', async () => {
    const { palace, folder, first, second } = await talkOf(`open the ${word} gate`);
    expect(second).toContain(word);
    const note = await save(palace, 'The crane is inspected in April.');
    await palace.update({ drawer_ids: [note], superseded_by: second });
    await palace.update({ drawer_ids: [note], archived: true, archive_reason: `says less than ${second}.` });
    await palace.update({ drawer_ids: [second], tags_add: ['crane'] });
    await palace.recordAccess({ drawer_ids: [second, note], session_id: 's', kind: 'opened' });
    await palace.search({ query: 'crane inspected', k: 5 });
    expect((await palace.show({ drawer_id: note })).superseded_by).toBe(second);
    await erase(palace, first);
    const [left] = (await drawersOf(palace)).filter(({ type }) => type === 'conversation');
    expect(left).toMatchObject({ room: 'conversation', tags: ['crane'] });
    expect(await palace.show({ drawer_id: note })).toMatchObject({
      superseded_by: left?.drawer_id,
      archive_reason: `says less than ${left?.drawer_id}.`,
    });
    expect(filesHolding(folder, word)).toEqual([]);
    await palace.close();
    expect(filesHolding(folder, word)).toEqual([]);
  });

  it('does so where a person has moved the question or the other drawer', async () => {
    for (const moved of ['first', 'second'] as const) {
      const { palace, folder, ...ids } = await talkOf(`open the ${word} gate`);
      await palace.update({ drawer_ids: [ids[moved]], room: 'kept' });
      await erase(palace, ids.first);
      expect((await drawersOf(palace)).filter(({ type }) => type === 'conversation')).toMatchObject([
        { room: moved === 'first' ? 'conversation' : 'kept' },
      ]);
      expect(filesHolding(folder, word)).toEqual([]);
      await palace.close();
    }
  });
});
